import type { ReactNode, Ref } from 'react'
import { cx } from './cx.ts'
import styles from './table.module.css'

/** One column's heading. */
export interface TableColumn {
  readonly key: string
  /** "" for a column of actions: its heading is then read from `hiddenLabel`. */
  readonly label: string
  readonly hiddenLabel?: string
  readonly align?: 'start' | 'end'
  /** A CSS width, such as `120px`; else the content decides. */
  readonly width?: string
}

export interface TableProps {
  /** Accessible name, such as "Avatar queue". */
  readonly label: string
  readonly columns: readonly TableColumn[]
  /**
   * Rows that there are, where not all of them are drawn: each then says its place by `aria-rowindex` (the first is 2),
   * and the widths of the columns alone decide, because rows come and go.
   */
  readonly rowCount?: number | undefined
  readonly bodyRef?: Ref<HTMLTableSectionElement> | undefined
  /** `<tr>` rows of `<td>` cells. */
  readonly children: ReactNode
}

/** A native table with a sticky head; scrolls sideways in its own box when the window is narrow. */
export function Table({ label, columns, rowCount, bodyRef, children }: TableProps) {
  const isPart = rowCount !== undefined
  return (
    <div className={cx(styles.scroll, isPart && styles.part)}>
      <table aria-label={label} aria-rowcount={isPart ? rowCount + 1 : undefined} className={styles.table}>
        <colgroup>
          {columns.map((column) => (
            <col key={column.key} width={column.width} />
          ))}
        </colgroup>
        <thead>
          <tr aria-rowindex={isPart ? 1 : undefined}>
            {columns.map((column) => (
              <th key={column.key} scope="col" data-align={column.align}>
                {column.label}
                {column.hiddenLabel !== undefined && <span className="visually-hidden">{column.hiddenLabel}</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={bodyRef}>{children}</tbody>
      </table>
    </div>
  )
}
