import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ConversationChange } from '../../../../shared/model/conversation-changes.ts'
import type { ConversationSection } from '../../../../shared/model/conversation-view.ts'
import type { ComparedPair, Comparison } from '../../../../shared/schemas/conversation.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { Panel } from '../../../ui/panel.tsx'
import { ToggleChip } from '../../../ui/toggle-chip.tsx'
import { useRowWindow } from '../../../ui/use-row-window.ts'
import { ChangeRow } from './change-row.tsx'
import styles from './compare.module.css'

/** Props of `ChangeList`. */
export interface ChangeListProps {
  readonly pair: ComparedPair
  readonly comparison: Comparison
}

type Row =
  | { readonly kind: 'heading'; readonly section: ConversationSection; readonly count: number }
  | { readonly kind: 'change'; readonly change: ConversationChange }

function rowsOf(groups: readonly (readonly [ConversationSection, readonly ConversationChange[]])[]): readonly Row[] {
  return groups.flatMap(([section, changes]): readonly Row[] => [
    { kind: 'heading', section, count: changes.length },
    ...changes.map((change): Row => ({ kind: 'change', change })),
  ])
}

function Heading({ section, count }: { readonly section: ConversationSection; readonly count: number }) {
  const { t } = useTranslation('compare')
  const { t: conversations } = useTranslation('conversations')
  return (
    <h2 className={styles.section}>
      {conversations(`heading.${section}`)} <span className={styles.sectionCount}>{t('changes', { count })}</span>
    </h2>
  )
}

interface RowsProps {
  readonly pair: ComparedPair
  readonly rows: readonly Row[]
}

const usualHeight = 48

function Rows({ pair, rows }: RowsProps) {
  const body = useRef<HTMLDivElement>(null)
  const keys = rows.map((_row, place) => String(place))
  const { indexes, before, after, measure } = useRowWindow<HTMLDivElement>({ body, keys, usualHeight })
  return (
    <div ref={body} style={{ paddingTop: before, paddingBottom: after }}>
      {indexes.map((index) => {
        const row = rows[index]
        return (
          <div key={index} ref={measure} data-index={index} className={styles.row}>
            {row?.kind === 'heading' && <Heading section={row.section} count={row.count} />}
            {row?.kind === 'change' && <ChangeRow pair={pair} change={row.change} />}
          </div>
        )
      })}
    </div>
  )
}

/** What changed, in words, under the viewer's headings; one heading can be shown alone. */
export function ChangeList({ pair, comparison: { changes, more } }: ChangeListProps) {
  const { t } = useTranslation('compare')
  const { t: conversations } = useTranslation('conversations')
  const format = useFormat()
  const [only, setOnly] = useState<ConversationSection | null>(null)
  const groups = [...Map.groupBy(changes, ({ section }) => section)]
  const shown = only === null ? groups : groups.filter(([section]) => section === only)
  return (
    <div className={styles.changes}>
      {groups.length > 1 && (
        <div className={styles.chips} role="group" aria-label={t('sections')}>
          {groups.map(([section, { length }]) => (
            <ToggleChip
              key={section}
              label={conversations(`heading.${section}`)}
              count={format.number(length)}
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
