import { createContext, use, useEffect, useMemo, useRef, useState } from 'react'
import type { CSSProperties, KeyboardEvent, ReactNode, RefObject } from 'react'
import { cx } from './cx.ts'
import styles from './data-table.module.css'
import { useVirtualRows } from './use-virtual-rows.ts'
import type { VirtualRows } from './use-virtual-rows.ts'

/** A column: its cells stand under its heading in every row. */
export interface DataColumn {
  readonly key: string
  /** "" for a column of pictures or actions: its heading is then read from `hiddenLabel`. */
  readonly label: string
  readonly hiddenLabel?: string
  /** A heading of its own, such as the box that selects all. */
  readonly head?: ReactNode
  /** A CSS grid track, such as `28px`, `22%` or `minmax(0, 1fr)`. */
  readonly width: string
  /** The track in a table of less than 760 px; `null` leaves the column out there. */
  readonly narrow?: string | null
  readonly align?: 'end'
}

/** Which of the row heights of tokens.css: it changes with the density. */
export type RowHeight = 'queue' | 'session' | 'entry' | 'field'

export interface DataTableProps<Key extends string> {
  /** Accessible name, such as "Avatar queue". */
  readonly label: string
  readonly columns: readonly DataColumn[]
  readonly keys: readonly Key[]
  readonly rowHeight: RowHeight
  /** One `DataRow`, keyed by its row's key; it may read what it shows by itself. */
  readonly row: (key: Key) => ReactNode
}

interface Rows {
  readonly columns: readonly DataColumn[]
  readonly keys: readonly string[]
  /** The row that Tab goes to. */
  readonly reached: string | null
  readonly setReached: (key: string) => void
  /** Brings the row into view and focuses it. */
  readonly focus: (index: number) => void
}

const RowsContext = createContext<Rows | null>(null)
/** Measures the rows of a table of which only a part is drawn. */
const MeasureContext = createContext<VirtualRows['measure'] | undefined>(undefined)

// A table of so many is drawn whole: nothing is gained by leaving rows out, and a page of it can be searched.
const virtualizeFrom = 50
const defaultHeight = 40

function heightOf(row: RowHeight): number {
  const token = getComputedStyle(document.documentElement).getPropertyValue(`--row-${row}`)
  return Number.parseFloat(token) || defaultHeight
}

function Gap({ height }: { readonly height: number }) {
  return height > 0 ? <tr aria-hidden className={styles.gap} style={{ height }} /> : null
}

interface BodyProps<Key extends string> extends Pick<DataTableProps<Key>, 'keys' | 'rowHeight' | 'row'> {
  readonly body: RefObject<HTMLTableSectionElement | null>
  readonly rows: Omit<Rows, 'focus'>
}

function rowAt(body: HTMLElement | null, index: number): HTMLElement | null {
  return body?.querySelector<HTMLElement>(`:scope > [aria-rowindex="${index + 2}"]`) ?? null
}

function WholeBody<Key extends string>({ keys, row, body, rows }: BodyProps<Key>) {
  const context = useMemo<Rows>(
    () => ({ ...rows, focus: (index) => rowAt(body.current, index)?.focus() }),
    [rows, body],
  )
  return <RowsContext value={context}>{keys.map(row)}</RowsContext>
}

function VirtualBody<Key extends string>({ keys, rowHeight, row, body, rows }: BodyProps<Key>) {
  const { indexes, before, after, measure, scrollTo } = useVirtualRows({
    body,
    keys,
    estimatedHeight: heightOf(rowHeight),
  })
  // A row that is not drawn yet is focused once it is.
  const wanted = useRef<number | null>(null)
  useEffect(() => {
    if (wanted.current === null) return
    const found = rowAt(body.current, wanted.current)
    if (found === null) return
    wanted.current = null
    found.focus()
  })
  const context = useMemo<Rows>(
    () => ({
      ...rows,
      focus: (index) => {
        const found = rowAt(body.current, index)
        if (found !== null) found.focus()
        else {
          wanted.current = index
          scrollTo(index)
        }
      },
    }),
    [rows, body, scrollTo],
  )
  return (
    <RowsContext value={context}>
      <MeasureContext value={measure}>
        <Gap height={before} />
        {indexes.map((index) => {
          const key = keys[index]
          return key === undefined ? null : row(key)
        })}
        <Gap height={after} />
      </MeasureContext>
    </RowsContext>
  )
}

function tracks(columns: readonly DataColumn[], narrow: boolean): string {
  return columns
    .map((column) => (narrow && column.narrow !== undefined ? column.narrow : column.width))
    .filter((width) => width !== null)
    .join(' ')
}

/**
 * A table of one-line rows with a head that stays in sight. Of a long one only the rows on screen are drawn. One row can
 * be reached by Tab; arrows, Home and End go on from there.
 */
export function DataTable<Key extends string>({ label, columns, keys, rowHeight, row }: DataTableProps<Key>) {
  const body = useRef<HTMLTableSectionElement>(null)
  const [chosen, setChosen] = useState<string | null>(null)
  const reached = chosen !== null && keys.includes(chosen as Key) ? chosen : (keys[0] ?? null)
  const rows = useMemo(() => ({ columns, keys, reached, setReached: setChosen }), [columns, keys, reached])
  const Body = keys.length > virtualizeFrom ? VirtualBody : WholeBody
  const style = { '--columns': tracks(columns, false), '--narrow': tracks(columns, true) } as CSSProperties
  return (
    <div className={styles.fit}>
      <table aria-label={label} aria-rowcount={keys.length + 1} className={styles.table} style={style}>
        <thead>
          <tr aria-rowindex={1} className={styles.head}>
            {columns.map(({ key, label: heading, hiddenLabel, head, align, narrow }) => (
              <th key={key} scope="col" data-align={align} data-wide={narrow === null || undefined}>
                {head}
                {heading}
                {hiddenLabel !== undefined && <span className="visually-hidden">{hiddenLabel}</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={body} className={styles[rowHeight]}>
          <Body keys={keys} rowHeight={rowHeight} row={row} body={body} rows={rows} />
        </tbody>
      </table>
    </div>
  )
}

export interface DataRowProps {
  /** The row's key among `keys`. */
  readonly rowKey: string
  /** What stands in each column, by the column's key. */
  readonly cells: Readonly<Record<string, ReactNode>>
  /** A second part under the cells, for a row that needs the operator. */
  readonly more?: ReactNode
  readonly tone?: 'ask' | undefined
  /** The row that the inspector shows. */
  readonly isOpen?: boolean
  readonly isSelected?: boolean
  /** Enter, and a click on no control. */
  readonly onOpen?: (() => void) | undefined
  /** Escape. */
  readonly onClose?: (() => void) | undefined
  /** Space. */
  readonly onToggle?: (() => void) | undefined
  /** Delete. */
  readonly onRemove?: (() => void) | undefined
}

const controls = 'a, button, input, select, textarea, label, summary, [role=menuitem]'

function useRowKeys({ rowKey, onOpen, onClose, onToggle, onRemove }: DataRowProps, rows: Rows) {
  const at = rows.keys.indexOf(rowKey)
  const actions: Readonly<Record<string, (() => void) | undefined>> = {
    ArrowDown: () => {
      rows.focus(Math.min(at + 1, rows.keys.length - 1))
    },
    ArrowUp: () => {
      rows.focus(Math.max(at - 1, 0))
    },
    Home: () => {
      rows.focus(0)
    },
    End: () => {
      rows.focus(rows.keys.length - 1)
    },
    Enter: onOpen,
    Escape: onClose,
    ' ': onToggle,
    Delete: onRemove,
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    // The keys of a control inside of the row are its own.
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return
    const act = actions[event.key]
    if (act === undefined) return
    event.preventDefault()
    act()
  }
  return { index: at, onKeyDown }
}

/** A row of a `DataTable`. */
export function DataRow(props: DataRowProps) {
  const { rowKey, cells, more, tone, isOpen = false, isSelected, onOpen } = props
  const rows = use(RowsContext)
  const measure = use(MeasureContext)
  if (rows === null) throw new Error('a DataRow stands in a DataTable')
  const { index, onKeyDown } = useRowKeys(props, rows)
  return (
    // Enter does what a click does, and arrows go from row to row.
    <tr
      ref={measure}
      aria-rowindex={index + 2}
      data-index={index}
      aria-selected={isSelected}
      data-open={isOpen || undefined}
      data-tone={tone}
      tabIndex={rowKey === rows.reached ? 0 : -1}
      className={cx(styles.row, onOpen !== undefined && styles.opens)}
      onKeyDown={onKeyDown}
      onFocus={() => {
        rows.setReached(rowKey)
      }}
      onClick={({ target }) => {
        if (target instanceof Element && target.closest(controls) === null) onOpen?.()
      }}
    >
      {rows.columns.map(({ key, align, narrow }) => (
        <td key={key} data-align={align} data-wide={narrow === null || undefined}>
          {cells[key]}
        </td>
      ))}
      {more !== undefined && <td className={styles.more}>{more}</td>}
    </tr>
  )
}
