import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import type { ScriptKind } from '../../../../shared/model/conversation-view.ts'
import { QueryFailure } from '../../../failures/query-failure.tsx'
import { cx } from '../../../ui/cx.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import type { VirtualLines } from '../values/use-virtual-lines.ts'
import { ScriptItem } from './script-item.tsx'
import type { ScriptRow, ScriptRows } from './script-rows.ts'
import { useItems } from '../items/use-items.ts'
import { useKindText } from './use-kind-text.ts'
import styles from './scripts.module.css'

export interface ScriptListProps {
  readonly box: RefObject<HTMLDivElement | null>
  readonly snapshotId: string
  readonly search: string
  readonly rows: VirtualLines
  readonly layout: ScriptRows
}

// A handful of scripts is read in the page; more of them scroll in a box.
const maxInPage = 24

/** True when the scripts scroll in a box of their own. */
export function isLongList({ count }: Pick<ScriptRows, 'count'>): boolean {
  return count > maxInPage
}

function Heading({ of }: { readonly of: ScriptKind }) {
  const { t } = useTranslation('conversations')
  const text = useKindText()
  const format = useFormat()
  return (
    <h3 className={styles.heading}>
      {text(of)} <small>{t('scripts.number', { count: of.count, number: format.number(of.count) })}</small>
    </h3>
  )
}

const placeOf = (row: ScriptRow): readonly number[] => (row.kind === 'script' ? [row.place] : [])

/** The scripts on screen, in a box of their own. */
export function ScriptList({ box, snapshotId, search, rows, layout }: ScriptListProps) {
  const { t } = useTranslation('conversations')
  const isLong = isLongList(layout)
  const shown = rows.indexes.map((index) => [index, layout.rowAt(index)] as const)
  const items = useItems({
    snapshotId,
    list: 'scriptDtoList',
    search,
    places: shown.flatMap(([, row]) => placeOf(row)),
  })
  return (
    <>
      {items.failed !== undefined && <QueryFailure query={items.failed} about={t('items.failed')} />}
      <div
        ref={box}
        className={cx(styles.box, isLong && styles.bounded)}
        role="region"
        aria-label={t('items.scripts')}
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls needs the focus for its keys
        tabIndex={isLong ? 0 : undefined}
      >
        <div style={{ paddingTop: rows.before, paddingBottom: rows.after }}>
          {shown.map(([index, row]) => {
            const group = row.kind === 'script' ? items.at(row.place) : undefined
            return (
              <div key={index} ref={rows.measure} data-index={index} className={styles.row}>
                {row.kind === 'heading' && <Heading of={row.of} />}
                {group !== undefined && <ScriptItem snapshotId={snapshotId} group={group} />}
                {row.kind === 'script' && group === undefined && <div className={styles.awaited} />}
              </div>
            )
          })}
        </div>
      </div>
    </>
  )
}
