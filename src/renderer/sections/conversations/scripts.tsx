import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { memo, useDeferredValue, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FieldGroup, FieldRow, ItemsPage, ScriptKind } from '../../../shared/model/conversation-view.ts'
import { limits } from '../../../shared/model/limits.ts'
import { read } from '../../api/queries.ts'
import { QueryFailure } from '../../failures/query-failure.tsx'
import { useFormat } from '../../i18n/use-format.ts'
import { cx } from '../../ui/cx.ts'
import { Row, Stack, Text } from '../../ui/layout.tsx'
import { PlainButton } from '../../ui/plain-button.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useFieldText, useKindText } from './field-text.ts'
import { itemsPage, useScrollToItem } from './scroll-to-field.ts'
import { FieldRows, OtherFields, Value } from './values/field-rows.tsx'
import { LinesBox, usePages, useVirtualLines } from './values/virtual-lines.tsx'
import type { VirtualLines } from './values/virtual-lines.tsx'
import styles from './conversations.module.css'
import look from './values/values.module.css'

/** A row of the list: a type's heading, or a script by its place among those that match. */
type ScriptRow =
  { readonly kind: 'heading'; readonly of: ScriptKind } | { readonly kind: 'script'; readonly place: number }

type ScriptRows = ReturnType<typeof scriptRows>

/** The rows of the scripts that match, in the order of their types. */
export function scriptRows({ kinds, matched }: Pick<ItemsPage, 'kinds' | 'matched'>) {
  // With the row of its heading, and the place of its first script.
  const groups: { readonly of: ScriptKind; readonly row: number; readonly place: number }[] = []
  let next = 0
  for (const of of kinds) {
    if (of.count === 0) continue
    groups.push({ of, row: next + groups.length, place: next })
    next += of.count
  }
  return {
    count: matched + groups.length,
    rowAt: (index: number): ScriptRow => {
      const group = groups.findLast(({ row }) => row <= index)
      if (group?.row === index) return { kind: 'heading', of: group.of }
      return { kind: 'script', place: index - (group === undefined ? 0 : groups.indexOf(group) + 1) }
    },
    /** The row of a type's heading. */
    headingOf: (kind: ScriptKind): number => groups.find(({ of }) => of === kind)?.row ?? 0,
    /** The row of a script by its place. */
    rowOf: (place: number): number => place + groups.filter((group) => group.place <= place).length,
  }
}

interface ScriptItemProps {
  readonly snapshotId: string
  readonly group: FieldGroup
}

const isNamed = (row: FieldRow, name: string): boolean => row.field === `scriptDtoList.${name}`

/** A script: what is said, how it sounds, and its smaller fields in one line. */
const ScriptItem = memo(function ScriptItem({ snapshotId, group }: ScriptItemProps) {
  const said = group.rows.find((row) => isNamed(row, 'scriptContent'))
  const audio = group.rows.filter((row) => isNamed(row, 'ttsContent'))
  const rest = group.rows.filter((row) => row !== said && !audio.includes(row))
  const text = useFieldText()
  return (
    <Stack gap={1} className={styles.script} data-path={group.path}>
      {said !== undefined && (
        <div className={styles.said} data-path={said.path}>
          <Value value={said.value} whole={{ snapshotId, path: said.path }} label={text.label(said.field)} />
        </div>
      )}
      <FieldRows snapshotId={snapshotId} rows={[...rest, ...audio]} variant="line" />
      <OtherFields snapshotId={snapshotId} rows={group.otherFields} more={group.moreOtherFields} level={4} />
    </Stack>
  )
})

interface ScriptListProps {
  readonly snapshotId: string
  readonly search: string
  readonly rows: VirtualLines
  readonly layout: ScriptRows
  readonly isLong: boolean
}

// A handful of scripts is read in the page; more of them scroll in a box.
const maxInPage = 24

function KindHeading({ of }: { readonly of: ScriptKind }) {
  const text = useKindText()
  const format = useFormat()
  return (
    <Row as="h3" gap={2} align="baseline" className={cx(styles.kindHead, styles.capital)}>
      {text(of)}{' '}
      <Text as="small" font="secondary" tone="faint">
        {format.number(of.count)}
      </Text>
    </Row>
  )
}

/** The scripts on screen, in a box of their own. */
function ScriptList({ snapshotId, search, rows, layout, isLong }: ScriptListProps) {
  const { t } = useTranslation('conversations')
  const shown = rows.indexes.map((index) => layout.rowAt(index))
  const { rowAt, failure } = usePages({
    places: shown.flatMap((row) => (row.kind === 'script' ? [row.place] : [])),
    size: itemsPage,
    pageFrom: (from) =>
      read('conversation.items', { snapshotId, list: 'scriptDtoList', search, from, count: itemsPage }),
    rowsOf: (page) => page.items,
    about: t('items.failed'),
  })
  return (
    <>
      {failure}
      <LinesBox
        lines={rows}
        label={t('heading.scripts')}
        isLong={isLong}
        className={cx(look.box, isLong && styles.scriptBox)}
      >
        {(index, attributes) => {
          const row = layout.rowAt(index)
          const group = row.kind === 'script' ? rowAt(row.place) : undefined
          return (
            <div key={index} {...attributes} className={styles.scriptRow}>
              {row.kind === 'heading' && <KindHeading of={row.of} />}
              {group !== undefined && <ScriptItem snapshotId={snapshotId} group={group} />}
              {row.kind === 'script' && group === undefined && <div className={styles.awaited} />}
            </div>
          )
        }}
      </LinesBox>
    </>
  )
}

interface ScriptTypesProps {
  readonly kinds: readonly ScriptKind[]
  readonly onShow: (kind: ScriptKind) => void
}

/** Every type of script in the contract's order with how many there are; those without any are missing. */
function ScriptTypes({ kinds, onShow }: ScriptTypesProps) {
  const { t } = useTranslation('conversations')
  const format = useFormat()
  const text = useKindText()
  return (
    <Row as="ul" gap={1} align="stretch" wrap className={styles.chips} aria-label={t('scripts.types')}>
      {kinds.map((kind) => (
        <li key={kind.type ?? ''}>
          {kind.count === 0 ? (
            <span className={cx(styles.chip, styles.missing)}>
              {text(kind)}{' '}
              <Text as="b" font="label" tone="warn">
                {t('scripts.missing')}
              </Text>
            </span>
          ) : (
            <PlainButton className={styles.chip} onClick={() => onShow(kind)}>
              {text(kind)}{' '}
              <Text as="b" font="label" tone="soft">
                {format.number(kind.count)}
              </Text>
            </PlainButton>
          )}
        </li>
      ))}
    </Row>
  )
}

const estimatedHeight = { heading: 34, script: 74 }

/** A conversation’s scripts by type, with a search over all of them; only those on screen are fetched and drawn. */
export function Scripts({ snapshotId }: { readonly snapshotId: string }) {
  const { t } = useTranslation(['conversations', 'common'])
  const format = useFormat()
  const [typed, setTyped] = useState('')
  const search = useDeferredValue(typed.trim())
  const first = useQuery({
    ...read('conversation.items', { snapshotId, list: 'scriptDtoList', search, from: 0, count: itemsPage }),
    placeholderData: keepPreviousData,
  })
  const layout = useMemo(() => scriptRows(first.data ?? { kinds: [], matched: 0 }), [first.data])
  const isLong = layout.count > maxInPage
  const rows = useVirtualLines({
    count: layout.count,
    estimatedHeight: (index) => estimatedHeight[layout.rowAt(index).kind],
  })
  useScrollToItem({
    snapshotId,
    list: 'scriptDtoList',
    isWhole: search === '',
    onSearchAll: () => setTyped(''),
    onFound: (place) => rows.scrollTo(layout.rowOf(place), 'center'),
  })
  if (first.isError) return <QueryFailure query={first} about={t('items.failed')} />
  if (first.isPending) return <Skeleton label={t('common:loading')} lines={4} />
  const { kinds, matched, total } = first.data
  return (
    <div className={styles.scripts}>
      <Row gap={3} wrap>
        <SearchBox
          label={t('scripts.search')}
          icon={<Search aria-hidden />}
          value={typed}
          onType={(next) => setTyped(next.slice(0, limits.searchInConversations))}
        />
        <Text role="status" font="secondary" tone="soft">
          {search !== '' && t('scripts.found', { number: format.number(matched), total: format.number(total) })}
        </Text>
      </Row>
      <ScriptTypes
        kinds={kinds}
        onShow={(kind) => {
          rows.scrollTo(layout.headingOf(kind), 'start')
          // A long list scrolls in its box, which may be below the fold itself.
          if (isLong) rows.box.current?.scrollIntoView({ block: 'nearest' })
        }}
      />
      {matched === 0 ? (
        <Text as="p" tone="soft" className={styles.none}>
          {t('scripts.none')}
        </Text>
      ) : (
        <ScriptList {...{ snapshotId, search, rows, layout, isLong }} />
      )}
    </div>
  )
}
