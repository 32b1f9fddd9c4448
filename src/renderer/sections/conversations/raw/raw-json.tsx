import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ChevronDown, ChevronUp, Search } from 'lucide-react'
import { useDeferredValue, useRef, useState } from 'react'
import type { KeyboardEvent, RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { limits } from '../../../../shared/model/limits.ts'
import type { RawForm } from '../../../../shared/schemas/conversation.ts'
import { call, failureOf } from '../../../api/call.ts'
import { read } from '../../../api/queries.ts'
import { shownProfile } from '../../../api/shown-profile.ts'
import { ErrorNotice } from '../../../failures/error-notice.tsx'
import { QueryFailure } from '../../../failures/query-failure.tsx'
import { useFormat } from '../../../i18n/use-format.ts'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Row, Text } from '../../../ui/layout.tsx'
import { RadioGroup } from '../../../ui/radio-group.tsx'
import { SearchBox } from '../../../ui/search-box.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { RawRows, rawPage } from './raw-rows.tsx'
import type { FoundRow } from './raw-rows.tsx'
import styles from './raw-json.module.css'

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
    go: (by: number): void => {
      setPlace(at + by)
    },
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
      <Button
        size="small"
        tone="quiet"
        disabled={isNowhere}
        aria-label={t('raw.previous')}
        title={t('raw.previous')}
        icon={<ChevronUp aria-hidden />}
        onClick={() => {
          find.go(-1)
        }}
      />
      <Button
        size="small"
        tone="quiet"
        disabled={isNowhere}
        aria-label={t('raw.next')}
        title={t('raw.next')}
        icon={<ChevronDown aria-hidden />}
        onClick={() => {
          find.go(1)
        }}
      />
    </Row>
  )
}

interface RawJsonProps {
  readonly snapshotId: string
}

interface FormProps extends RawJsonProps {
  readonly form: RawForm
  readonly found: FoundRow
}

function Rows({ snapshotId, form, found }: FormProps) {
  const { t } = useTranslation('conversations')
  const first = useQuery(read('conversation.rawRows', { snapshotId, form, from: 0, count: rawPage }))
  if (first.isError) return <QueryFailure query={first} about={t('raw.failed')} />
  if (first.isPending) return <Skeleton label={t('loading')} lines={6} />
  return <RawRows key={form} snapshotId={snapshotId} form={form} total={first.data.total} found={found} />
}

const isFindKey = ({ key, ctrlKey, metaKey }: KeyboardEvent): boolean =>
  (ctrlKey || metaKey) && key.toLowerCase() === 'f'

/** The body itself: indented, with every digit and an explanation of each line, or exactly as it was received. */
export function RawJson({ snapshotId }: RawJsonProps) {
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
      <Row wrap className={styles.tools}>
        <RadioGroup
          label={t('raw.form')}
          variant="segmented"
          options={[
            { value: 'pretty', label: t('raw.pretty') },
            { value: 'received', label: t('raw.received') },
          ]}
          value={form}
          onChange={setForm}
        />
        <FindBar find={find} input={input} />
        <span className={styles.copy}>
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
      {copyError !== null && <ErrorNotice failure={failureOf(copyError)} about={t('raw.failed')} />}
      <QueryFailure query={find.query} about={t('raw.findFailed')} />
      <Rows snapshotId={snapshotId} form={form} found={find.found} />
    </div>
  )
}
