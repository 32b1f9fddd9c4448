import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ChevronDown, ChevronUp, Search } from 'lucide-react'
import { memo, useDeferredValue, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { KeyboardEvent, RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import type { RawRow } from '../../../shared/model/conversation-view.ts'
import { limits } from '../../../shared/model/limits.ts'
import type { RawForm } from '../../../shared/schemas/conversation.ts'
import { call } from '../../api/call.ts'
import { read } from '../../api/queries.ts'
import { shownProfile } from '../../api/shown-profile.ts'
import { ErrorNotice } from '../../failures/error-notice.tsx'
import { QueryFailure } from '../../failures/query-failure.tsx'
import { useFormat } from '../../i18n/use-format.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { cx } from '../../ui/cx.ts'
import { Row, Text } from '../../ui/layout.tsx'
import { RadioGroup } from '../../ui/radio-group.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useFieldText } from './field-text.ts'
import { JsonText, ShownCharacters, ShownText } from './values/shown-text.tsx'
import { LinesBox, NumberedLine, usePages, useVirtualLines } from './values/virtual-lines.tsx'
import styles from './values/values.module.css'

/** A text with what is searched for, which is not empty; case is ignored. */
function FoundText({ text, search }: { readonly text: string; readonly search: string }) {
  const parts = text.split(new RegExp(`(${search.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')})`, 'giu'))
  return (
    <bdi>
      {parts.map((part, place) =>
        place % 2 === 0 ? (
          <ShownCharacters key={`${String(place)} plain`} text={part} />
        ) : (
          <mark key={`${String(place)} found`} className={styles.found}>
            <ShownCharacters text={part} />
          </mark>
        ),
      )}
    </bdi>
  )
}

/** Rows per call. */
const rawPage = 200

const rowHeight = 20
// Fewer rows are read in the page, more of them scroll in a box.
const maxInPage = 28

function Hint({ field, meaning }: NonNullable<RawRow['hint']>) {
  const words = useFieldText()
  const said = words.meaning(meaning)
  return (
    <Text font="secondary" tone="faint" truncate className={styles.hint}>
      <ShownText text={words.label(field)} />
      {said !== null && (
        <Text as="b" font="label" tone="soft">
          {' '}
          · {said}
        </Text>
      )}
    </Text>
  )
}

interface RowOfJsonProps {
  readonly row: RawRow
  readonly search: string
  readonly isCurrent: boolean
}

const RowOfJson = memo(function RowOfJson({ row, search, isCurrent }: RowOfJsonProps) {
  // One that starts in the middle of a line may start in the middle of a text: it has no syntax to be coloured.
  const Plain = row.isContinued ? ShownText : JsonText
  return (
    <NumberedLine
      line={row}
      hint={row.hint !== null && <Hint {...row.hint} />}
      className={isCurrent ? styles.current : undefined}
      data-current={isCurrent || undefined}
    >
      {search === '' ? <Plain text={row.text} /> : <FoundText text={row.text} search={search} />}
    </NumberedLine>
  )
})

interface FormProps {
  readonly snapshotId: string
  readonly form: RawForm
  readonly found: Find['found']
}

/** The rows of the JSON as a virtual list; only those on screen are fetched and drawn. */
function RawRows({ snapshotId, form, total, found }: FormProps & { readonly total: number }) {
  const { t } = useTranslation('conversations')
  const rows = useVirtualLines({ count: total, estimatedHeight: () => rowHeight })
  const isLong = total > maxInPage
  const { rowAt, failure } = usePages({
    places: rows.indexes,
    size: rawPage,
    pageFrom: (from) => read('conversation.rawRows', { snapshotId, form, from, count: rawPage }),
    rowsOf: (page) => page.rows,
    about: t('raw.failed'),
  })
  const showRow = useEffectEvent((index: number) => rows.scrollTo(index, 'center'))
  useEffect(() => {
    if (found.index !== null) showRow(found.index)
  }, [found.index])
  return (
    <>
      {failure}
      <LinesBox
        lines={rows}
        label={t('heading.raw')}
        isLong={isLong}
        className={cx(styles.box, styles.raised, isLong && styles.rawHeight)}
        digits={String(total).length}
      >
        {(index, attributes) => {
          const row = rowAt(index)
          return (
            <div key={index} {...attributes} className={styles.rawPlace}>
              {row !== undefined && <RowOfJson row={row} search={found.search} isCurrent={index === found.index} />}
            </div>
          )
        }}
      </LinesBox>
    </>
  )
}

type Find = ReturnType<typeof useFind>

/** The state of a search in one form of a snapshot's JSON. */
function useFind(snapshotId: string, form: RawForm) {
  const [typed, setTyped] = useState('')
  const [place, setPlace] = useState(0)
  const search = useDeferredValue(typed)
  const matches = useQuery({
    ...read('conversation.findRaw', { snapshotId, form, search }),
    enabled: search !== '',
    placeholderData: keepPreviousData,
  })
  const rows = search === '' ? [] : (matches.data?.rows ?? [])
  const at = rows.length === 0 ? 0 : ((place % rows.length) + rows.length) % rows.length
  return {
    typed,
    type: (next: string): void => {
      setTyped(next.slice(0, limits.searchInConversations))
      setPlace(0)
    },
    /** Goes on by so many places, round the end. */
    go: (by: number): void => setPlace(at + by),
    query: matches,
    found: { search, index: rows[at] ?? null },
    /** Null until an answer to a search is there. `place` counts from 1; `known` are the places that can be gone to. */
    count:
      search === '' || matches.data === undefined
        ? null
        : { place: at + 1, known: rows.length, total: matches.data.total },
  }
}

function useMatchCountText({ count }: Find): string {
  const { t } = useTranslation('conversations')
  const format = useFormat()
  if (count === null) return ''
  if (count.total === 0) return t('raw.notFound')
  const values = {
    place: format.number(count.place),
    number: format.number(count.known),
    total: format.number(count.total),
  }
  return count.known < count.total ? t('raw.foundMany', values) : t('raw.found', values)
}

/** The search in the raw JSON: what for, how often, and on to the next place. */
function FindBar({ find, input }: { readonly find: Find; readonly input: RefObject<HTMLInputElement | null> }) {
  const { t } = useTranslation('conversations')
  const text = useMatchCountText(find)
  const isNowhere = (find.count?.total ?? 0) === 0
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    find.go(event.shiftKey ? -1 : 1)
  }
  return (
    <Row gap={1} role="search" aria-label={t('raw.find')}>
      <SearchBox
        ref={input}
        label={t('raw.find')}
        icon={<Search aria-hidden />}
        value={find.typed}
        onType={find.type}
        onKeyDown={onKeyDown}
      />
      <Text role="status" font="secondary" tone="soft" className={styles.count}>
        {text}
      </Text>
      {([-1, 1] as const).map((by) => (
        <Button
          key={by}
          size="small"
          tone="quiet"
          disabled={isNowhere}
          name={t(by === -1 ? 'raw.previous' : 'raw.next')}
          icon={by === -1 ? <ChevronUp aria-hidden /> : <ChevronDown aria-hidden />}
          onClick={() => find.go(by)}
        />
      ))}
    </Row>
  )
}

function FirstRows({ snapshotId, form, found }: FormProps) {
  const { t } = useTranslation(['conversations', 'common'])
  const first = useQuery(read('conversation.rawRows', { snapshotId, form, from: 0, count: rawPage }))
  if (first.isError) return <QueryFailure query={first} about={t('raw.failed')} />
  if (first.isPending) return <Skeleton label={t('common:loading')} lines={6} />
  return <RawRows key={form} snapshotId={snapshotId} form={form} total={first.data.total} found={found} />
}

const isFindKey = ({ key, ctrlKey, metaKey }: KeyboardEvent): boolean =>
  (ctrlKey || metaKey) && key.toLowerCase() === 'f'

/** The body itself: indented, with every digit and an explanation of each line, or exactly as it was received. */
export function RawJson({ snapshotId }: { readonly snapshotId: string }) {
  const { t } = useTranslation('conversations')
  const [form, setForm] = useState<RawForm>('pretty')
  const find = useFind(snapshotId, form)
  const [copyError, setCopyError] = useState<unknown>(null)
  const input = useRef<HTMLInputElement>(null)
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'F3') find.go(event.shiftKey ? -1 : 1)
    else if (isFindKey(event)) input.current?.focus()
    else return
    event.preventDefault()
  }
  return (
    // The keys of a search work wherever the focus is in here; nothing here is a control that they would be taken from.
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions -- it only hears keys of what is inside
    <div className={styles.raw} onKeyDown={onKeyDown}>
      <Row wrap className={styles.rawTools}>
        <RadioGroup
          label={t('raw.form')}
          showsLabel={false}
          options={(['pretty', 'received'] as const).map((value) => ({ value, label: t(`raw.${value}`) }))}
          value={form}
          onChange={setForm}
        />
        <FindBar find={find} input={input} />
        <span className={styles.copyAll}>
          <CopyButton
            text={async () => {
              setCopyError(null)
              return (await call('conversation.rawText', { snapshotId, form }, shownProfile())).text
            }}
            what={t('raw.copyWhat')}
            hasLabel
            onFailed={setCopyError}
          />
        </span>
      </Row>
      <ErrorNotice error={copyError} about={t('raw.failed')} />
      <QueryFailure query={find.query} about={t('raw.findFailed')} />
      <FirstRows snapshotId={snapshotId} form={form} found={find.found} />
    </div>
  )
}
