import type { ReactNode } from 'react'
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
  /** `<tr>` rows of `<td>` cells. */
  readonly children: ReactNode
}

/** A native table with a sticky head; scrolls sideways in its own box when the window is narrow. */
export function Table({ label, columns, children }: TableProps) {
  return (
    <div className={styles.scroll}>
      <table aria-label={label} className={styles.table}>
        <colgroup>
          {columns.map((column) => (
            <col key={column.key} width={column.width} />
          ))}
        </colgroup>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.key} scope="col" data-align={column.align}>
                {column.label}
                {column.hiddenLabel !== undefined && <span className="visually-hidden">{column.hiddenLabel}</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}
