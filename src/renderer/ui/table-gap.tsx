import styles from './table.module.css'

export interface TableGapProps {
  /** In pixels; nothing is drawn without. */
  readonly height: number
  /** How many columns the table has. */
  readonly columns: number
}

/** Stands in a `Table` for the rows that are not drawn. */
export function TableGap({ height, columns }: TableGapProps) {
  if (height <= 0) return null
  return (
    <tr aria-hidden className={styles.gap}>
      <td colSpan={columns} style={{ height }} />
    </tr>
  )
}
