import { memo } from 'react'
import type { FieldRow, FieldValue } from '../../../../shared/model/conversation-view.ts'
import { cx } from '../../../ui/cx.ts'
import { useFieldText } from '../field-text.ts'
import { MediaField } from '../media/media-field.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { ShownText } from './shown-text.tsx'
import { Value } from './value.tsx'
import styles from './field-rows.module.css'

export interface FieldRowsProps {
  readonly snapshotId: string
  readonly rows: readonly FieldRow[]
  /** `grid` has columns of cells; `line` sets short fields one after the other, for the items of a list. */
  readonly variant?: 'grid' | 'line'
}

// What fits into one cell of the grid, and into two.
const shortText = 24
const longText = 64

type Room = 'one' | 'two' | 'all'

function roomFor({ value, media }: FieldRow): Room {
  if (value.kind === 'json') return 'all'
  if (value.kind !== 'text') return 'one'
  if (media !== null || value.length > longText || value.text.includes('\n')) return 'all'
  return value.length > shortText ? 'two' : 'one'
}

// Ids and addresses are needed elsewhere; no text of the service becomes a link.
const isCopied = (name: string, value: FieldValue): value is Extract<FieldValue, { kind: 'text' | 'number' }> =>
  (value.kind === 'number' && /^id$|Id$/.test(name)) ||
  (value.kind === 'text' && (/^id$|Id$|Url$|Code$/.test(name) || /^[a-z][a-z\d+.-]*:\/\//i.test(value.text)))

function Field({ row, snapshotId }: { readonly row: FieldRow; readonly snapshotId: string }) {
  const words = useFieldText()
  const label = words.label(row.field)
  const name = row.field.slice(row.field.lastIndexOf('.') + 1)
  const room = roomFor(row)
  const { value } = row
  return (
    <div className={cx(styles.field, styles[room])} data-path={row.path}>
      <dt>
        <span className={styles.label}>
          <ShownText text={label} />
        </span>{' '}
        {/* A field that the contract does not name is its own label. */}
        {label !== row.field && <code>{name}</code>}
      </dt>
      <dd>
        <Value value={value} meaning={row.meaning} whole={{ snapshotId, path: row.path }} label={label} />
        {isCopied(name, value) && value.length === value.text.length && (
          <span className={styles.copy}>
            <CopyButton text={value.text} what={label} />
          </span>
        )}
        {row.media !== null && (
          <div className={styles.media}>
            <MediaField snapshotId={snapshotId} row={row} />
          </div>
        )}
      </dd>
    </div>
  )
}

/** Fields with their labels, the contract's own names and their values: short ones beside each other, long ones whole. */
export const FieldRows = memo(function FieldRows({ rows, snapshotId, variant = 'grid' }: FieldRowsProps) {
  if (rows.length === 0) return null
  return (
    <dl className={styles[variant]}>
      {rows.map((row) => (
        <Field key={row.path} row={row} snapshotId={snapshotId} />
      ))}
    </dl>
  )
})
