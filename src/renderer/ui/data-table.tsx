import { createContext, use, useEffect, useMemo, useRef, useState } from 'react'
import type { CSSProperties, KeyboardEvent, ReactNode, RefObject } from 'react'
import { acceleratorOf, shortcuts } from '../../shared/model/shortcuts.ts'
import { cx } from './cx.ts'
import { isTyping } from './is-typing.ts'
import { isMac } from './shortcut-keys.tsx'
import styles from './table.module.css'
import type { MenuItem } from './menu-popup.tsx'
import { rowMenu } from './row-menu.ts'
import { TabStop } from './tab-stop.ts'
import { rowsOnScreen, useVirtualRows } from './use-virtual-rows.ts'

export interface DataColumn {
  readonly key: string
  /** "" for a column of pictures or actions: its heading is then read from `hiddenLabel`. */
  readonly label: string
  readonly hiddenLabel?: string
  /** A heading of its own, such as the box that selects all. */
  readonly head?: ReactNode
  /** How the rows are ordered by it. */
  readonly sort?: 'ascending' | 'descending'
  /** A CSS grid track, such as `28px`, `22%` or `minmax(0, 1fr)`. */
  readonly width: string
  /** The track in a table of less than 760 px; `null` leaves the column out there. */
  readonly narrow?: string | null
  readonly align?: 'end'
}

/** Which of the row heights of tokens.css: it changes with the density. */
export type RowHeight = 'queue' | 'session' | 'entry' | 'field'

export interface DataTableProps<Item> {
  readonly label: string
  readonly columns: readonly DataColumn[]
  readonly items: readonly Item[]
  /** Keeps its identity where there may be many items, or the rows are all drawn anew with the table. */
  readonly keyOf: (item: Item) => string
  readonly rowHeight: RowHeight
  /** One `DataRow`; it may read what it shows by itself. */
  readonly row: (item: Item) => ReactNode
  /** The rows that are a `DataHeading`: the keyboard passes them. */
  readonly isHeading?: ((key: string) => boolean) | undefined
  /** Reads more rows, when the end of those there are comes near; undefined while there are none, or they are read. */
  readonly onNearEnd?: (() => void) | undefined
  /** Ctrl+A from anywhere in the table; without it the key does nothing there. */
  readonly onSelectAll?: () => void
}

interface Rows {
  readonly columns: readonly DataColumn[]
  readonly keys: readonly string[]
  readonly isHeading: (key: string) => boolean
  /** The row that Tab goes to. */
  readonly reached: string | null
  readonly setReached: (key: string) => void
  readonly focus: (index: number) => void
  readonly measure: ((row: HTMLElement | null) => void) | undefined
}

const RowsContext = createContext<Rows | null>(null)

/** The place of a row among the keys. */
const IndexContext = createContext(-1)

const wholeUpTo = 50
const defaultHeight = 40

// Rows below the last one drawn at which more are read, so that scrolling finds them there.
const readAhead = 60
const hasNoHeadings = (): boolean => false

function heightOf(row: RowHeight): number {
  const token = getComputedStyle(document.documentElement).getPropertyValue(`--row-${row}`)
  return Number.parseFloat(token) || defaultHeight
}

function rowAt(body: HTMLElement | null, index: number): HTMLElement | null {
  return body?.querySelector<HTMLElement>(`:scope > [aria-rowindex="${index + 2}"]`) ?? null
}

function Gap({ height }: { readonly height: number }) {
  return height > 0 ? <tr aria-hidden className={styles.gap} style={{ height }} /> : null
}

interface BodyProps<Item> extends Pick<DataTableProps<Item>, 'items' | 'rowHeight' | 'row' | 'onNearEnd'> {
  readonly body: RefObject<HTMLTableSectionElement | null>
  readonly rows: Omit<Rows, 'focus' | 'measure'>
}

function Body<Item>({ items, rowHeight, row, body, rows, onNearEnd }: BodyProps<Item>) {
  const { keys, reached } = rows
  // Wherever it is scrolled to, Tab finds the row, and the focus stays in it.
  const pinned = useMemo(() => (reached === null ? -1 : keys.indexOf(reached)), [keys, reached])
  const { indexes, gapBefore, after, measure, scrollTo } = useVirtualRows({
    body,
    keys,
    pinned,
    wholeUpTo,
    estimatedHeight: keys.length > wholeUpTo ? heightOf(rowHeight) : defaultHeight,
  })
  const isNearEnd = (indexes.at(-1) ?? -1) + readAhead >= keys.length
  useEffect(() => {
    if (isNearEnd) onNearEnd?.()
  }, [isNearEnd, onNearEnd])
  // A row that is not drawn yet is focused once it is.
  const wanted = useRef<number | null>(null)
  useEffect(() => {
    const found = wanted.current === null ? null : rowAt(body.current, wanted.current)
    if (found === null) return
    wanted.current = null
    found.focus()
  })
  const context = useMemo<Rows>(
    () => ({
      ...rows,
      measure,
      focus: (index) => {
        const found = rowAt(body.current, index)
        if (found !== null) found.focus()
        else {
          wanted.current = index
          scrollTo(index)
        }
      },
    }),
    [rows, measure, body, scrollTo],
  )
  return (
    <RowsContext value={context}>
      {indexes.map((index, place) => {
        const item = items[index]
        return (
          item !== undefined && (
            <IndexContext key={keys[index]} value={index}>
              <Gap height={gapBefore(place)} />
              {row(item)}
            </IndexContext>
          )
        )
      })}
      <Gap height={after} />
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
 * be reached by Tab, and the controls in it; arrows, PageUp, PageDown, Home and End go on from there.
 */
export function DataTable<Item>(props: DataTableProps<Item>) {
  const { label, columns, keyOf, isHeading = hasNoHeadings, onSelectAll, ...body } = props
  const keys = useMemo(() => body.items.map(keyOf), [body.items, keyOf])
  const ref = useRef<HTMLTableSectionElement>(null)
  const [chosen, setChosen] = useState<string | null>(null)
  const first = keys.find((key) => !isHeading(key)) ?? null
  const reached = chosen !== null && keys.includes(chosen) ? chosen : first
  const rows = useMemo(
    () => ({ columns, keys, isHeading, reached, setReached: setChosen }),
    [columns, keys, isHeading, reached],
  )
  const style: CSSProperties = {
    '--columns': tracks(columns, false),
    '--narrow': tracks(columns, true),
    '--row-height': `var(--row-${body.rowHeight})`,
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (acceleratorOf(event, isMac) !== shortcuts.selectAll || isTyping(event.nativeEvent)) return
    // Else the text of the whole page is selected.
    event.preventDefault()
    onSelectAll?.()
  }
  return (
    <div className="room">
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a key of the rows and boxes in it */}
      <table
        aria-label={label}
        aria-rowcount={keys.length + 1}
        className={styles.table}
        style={style}
        onKeyDown={onKeyDown}
      >
        <thead>
          <tr aria-rowindex={1} className={styles.head}>
            {columns.map(({ key, label: heading, hiddenLabel, head, sort, align, narrow }) => (
              <th key={key} scope="col" aria-sort={sort} data-align={align} data-wide={narrow === null || undefined}>
                {head}
                {heading}
                {hiddenLabel !== undefined && <span className="visually-hidden">{hiddenLabel}</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={ref}>
          <Body {...body} body={ref} rows={rows} />
        </tbody>
      </table>
    </div>
  )
}

export interface DataRowProps {
  readonly cells: Readonly<Record<string, ReactNode>>
  /** A second part under the cells, for a row that needs the operator. */
  readonly more?: ReactNode
  readonly tone?: 'ask' | undefined
  readonly isOpen?: boolean
  readonly isSelected?: boolean
  /** Enter, and a click on no control. */
  readonly onOpen?: (() => void) | undefined
  readonly onClose?: (() => void) | undefined
  readonly onToggle?: (() => void) | undefined
  readonly onRemove?: (() => void) | undefined
  readonly menu?: () => readonly MenuItem[]
}

// The arrows up and down do nothing in these.
const pressed = 'a, button, [type=checkbox]'
const controls = 'a, button, input, select, textarea, label, summary, [role=menuitem]'

function step({ keys, isHeading, focus }: Rows, from: number, by: 1 | -1): void {
  let at = from + by
  for (let key = keys[at]; key !== undefined && isHeading(key); key = keys[at]) at += by
  if (keys[at] !== undefined) focus(at)
}

function keyHandler({ onOpen, onClose, onToggle, onRemove }: DataRowProps, rows: Rows, at: number) {
  const actions: Readonly<Record<string, ((row: HTMLElement) => void) | undefined>> = {
    ArrowDown: () => step(rows, at, 1),
    ArrowUp: () => step(rows, at, -1),
    PageDown: (row) => step(rows, Math.min(at + rowsOnScreen(row), rows.keys.length - 1) + 1, -1),
    PageUp: (row) => step(rows, Math.max(at - rowsOnScreen(row), 0) - 1, 1),
    Home: () => step(rows, -1, 1),
    End: () => step(rows, rows.keys.length, -1),
    Enter: onOpen,
    Escape: onClose,
    ' ': onToggle,
    Delete: onRemove,
  }
  return (event: KeyboardEvent<HTMLElement>): void => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
    const { target, currentTarget: row, key } = event
    const isPassed = key.startsWith('Arrow') && target instanceof Element && target.matches(pressed)
    // The other keys of a control inside of the row are its own.
    const act = target === row || isPassed ? actions[key] : undefined
    if (act === undefined) return
    event.preventDefault()
    // A held key removes the rows that follow too.
    if (key !== 'Delete' || !event.repeat) act(row)
  }
}

export function DataRow(props: DataRowProps) {
  const { cells, more, tone, isOpen = false, isSelected, onOpen, menu } = props
  const index = use(IndexContext)
  const rows = use(RowsContext)
  const measure = use(RowsContext)?.measure
  if (rows === null) throw new Error('a DataRow stands in a DataTable')
  const rowKey = rows.keys[index] ?? ''
  const isReached = rowKey === rows.reached
  return (
    // Enter does what a click does, and arrows go from row to row.
    <tr
      ref={measure}
      aria-rowindex={index + 2}
      data-index={index}
      data-key={rowKey}
      aria-selected={isSelected}
      data-open={isOpen || undefined}
      data-tone={tone}
      tabIndex={isReached ? 0 : -1}
      className={cx(styles.row, onOpen !== undefined && styles.opens)}
      onKeyDown={keyHandler(props, rows, index)}
      onContextMenu={menu && rowMenu(menu)}
      onFocus={() => rows.setReached(rowKey)}
      onClick={({ target }) => {
        if (target instanceof Element && target.closest(controls) === null) onOpen?.()
      }}
    >
      <TabStop value={isReached}>
        {rows.columns.map(({ key, align, narrow }) => (
          <td key={key} data-align={align} data-wide={narrow === null || undefined}>
            {cells[key]}
          </td>
        ))}
        {more !== undefined && <td className={styles.more}>{more}</td>}
      </TabStop>
    </tr>
  )
}

export function DataHeading({ children }: { readonly children: ReactNode }) {
  const measure = use(RowsContext)?.measure
  const index = use(IndexContext)
  return (
    <tr ref={measure} aria-rowindex={index + 2} data-index={index} className={styles.heading}>
      <th scope="rowgroup">{children}</th>
    </tr>
  )
}
