import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ConversationChange } from '../../../../shared/model/conversation-changes.ts'
import type { ConversationSection } from '../../../../shared/model/conversation-view.ts'
import type { ComparedPair, Comparison } from '../../../../shared/schemas/conversation.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { Panel } from '../../../ui/panel.tsx'
import { ToggleChip } from '../../../ui/toggle-chip.tsx'
import { useVirtualRows } from '../../../ui/use-virtual-rows.ts'
import { ChangeRow } from './change-row.tsx'
import styles from './compare.module.css'

export interface ChangeListProps {
  readonly pair: ComparedPair
  readonly comparison: Comparison
}

type Row =
  { readonly kind: 'heading'; readonly of: Group } | { readonly kind: 'change'; readonly change: ConversationChange }

/** The changes of a section: those that came, and how many there are. */
interface Group {
  readonly section: ConversationSection
  readonly changes: readonly ConversationChange[]
  readonly count: number
}

function groupsOf({ changes, sections }: Comparison): readonly Group[] {
  const bySection = Map.groupBy(changes, ({ section }) => section)
  return sections.map(({ section, count }) => ({ section, count, changes: bySection.get(section) ?? [] }))
}

function rowsOf(groups: readonly Group[]): readonly Row[] {
  return groups.flatMap((of): readonly Row[] => [
    { kind: 'heading', of },
    ...of.changes.map((change): Row => ({ kind: 'change', change })),
  ])
}

const lackingIn = ({ count, changes }: Group): number => count - changes.length

function Heading({ of }: { readonly of: Group }) {
  const { t } = useTranslation('compare')
  const { t: conversations } = useTranslation('conversations')
  const format = useFormat()
  const { section, count, changes } = of
  return (
    <h2 className={styles.section}>
      {conversations(`heading.${section}`)}{' '}
      <span className={styles.sectionCount}>
        {lackingIn(of) === 0
          ? t('changes', { count })
          : t('changesShown', { shown: format.number(changes.length), total: format.number(count) })}
      </span>
    </h2>
  )
}

interface RowsProps {
  readonly pair: ComparedPair
  readonly rows: readonly Row[]
}

const estimatedHeight = 48

function Rows({ pair, rows }: RowsProps) {
  const body = useRef<HTMLDivElement>(null)
  const keys = rows.map((_row, place) => String(place))
  const { indexes, before, after, measure } = useVirtualRows<HTMLDivElement>({ body, keys, estimatedHeight })
  return (
    <div ref={body} style={{ paddingTop: before, paddingBottom: after }}>
      {indexes.map((index) => {
        const row = rows[index]
        return (
          <div key={index} ref={measure} data-index={index} className={styles.row}>
            {row?.kind === 'heading' && <Heading of={row.of} />}
            {row?.kind === 'change' && <ChangeRow pair={pair} change={row.change} />}
          </div>
        )
      })}
    </div>
  )
}

/** The changes as text, under the viewer’s headings; one heading can be shown alone. */
export function ChangeList({ pair, comparison }: ChangeListProps) {
  const { t } = useTranslation('compare')
  const { t: conversations } = useTranslation('conversations')
  const format = useFormat()
  const [only, setOnly] = useState<ConversationSection | null>(null)
  const groups = groupsOf(comparison)
  const shown = only === null ? groups : groups.filter(({ section }) => section === only)
  const more = shown.reduce((sum, of) => sum + lackingIn(of), 0)
  return (
    <div className={styles.changes}>
      {groups.length > 1 && (
        <div className={styles.chips} role="group" aria-label={t('sections')}>
          {groups.map(({ section, count }) => (
            <ToggleChip
              key={section}
              label={conversations(`heading.${section}`)}
              count={format.number(count)}
              isOn={section === only}
              onToggle={() => {
                setOnly(section === only ? null : section)
              }}
            />
          ))}
        </div>
      )}
      <Panel padded={false}>
        {/* Another filter is another list: heights measured for one are not those of the other. */}
        <Rows key={only} pair={pair} rows={rowsOf(shown)} />
        {more > 0 && <p className={styles.more}>{t('more', { count: more })}</p>}
      </Panel>
    </div>
  )
}
