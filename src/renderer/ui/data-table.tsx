import { memo, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { CSSProperties, KeyboardEvent, ReactNode } from 'react'
import { acceleratorOf, shortcuts } from '../../shared/model/shortcuts.ts'
import { cx } from './cx.ts'
import { isTyping } from './is-typing.ts'
import { isMac } from './shortcut-keys.tsx'
import styles from './table.module.css'
import type { MenuItem } from './menu-popup.tsx'
import { rowMenu } from './row-menu.ts'
import { scrollBoxOf } from './scroll-box.ts'
import { TabStop } from './tab-stop.ts'
import { focusFurther, isNowhere } from './focus.ts'

export interface DataColumn<Row> {
  readonly key: string
  /** "" for a column of pictures or actions: its heading is then read from `hiddenLabel`. */
  readonly label: string
  readonly hiddenLabel?: string
  /** A custom heading, such as the box that selects all rows. */
  readonly head?: ReactNode
  /** The sort order of the rows by this column. */
  readonly sort?: 'ascending' | 'descending'
  /** A CSS grid track, such as `28px`, `22%` or `minmax(0, 1fr)`. */
  readonly width: string
  /** The track in a table of less than 760 px; `null` leaves the column out there. */
  readonly narrow?: string | null
  /** For a column of numbers. */
  readonly align?: 'end'
  /**
   * Whether the cell is part of the row's name; by default, where the column has a label. Not a cell that changes each
   * second: a screen reader would read the whole name of the focused row again each second.
   */
  readonly isNamed?: (row: Row) => boolean
  readonly cell: (row: Row) => ReactNode
}

export interface RowProps {
  readonly isOpen?: boolean
  readonly isSelected?: boolean
  readonly tone?: 'ask' | undefined
  /** A second part under the cells, for a row that needs the operator. */
  readonly more?: ReactNode
  /** Enter, and a click outside of controls. */
  readonly onOpen?: (() => void) | undefined
  /** Escape. */
  readonly onClose?: (() => void) | undefined
  /** Space. */
  readonly onToggle?: (() => void) | undefined
  /** Delete. */
  readonly onRemove?: (() => void) | undefined
  readonly menu?: () => readonly MenuItem[]
}

/** A row height of tokens.css, which changes with the density. */
export type RowHeight = 'queue' | 'session' | 'entry' | 'field'

/**
 * A row renders again when the row, `columns` or `rowProps` changes. Where rows change often, `columns` and `rowProps`
 * keep their identity.
 */
export interface DataTableProps<Row> {
  readonly label: string
  readonly columns: readonly DataColumn<Row>[]
  /** A few hundred at most, because all rows are in the document. */
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string
  readonly rowHeight: RowHeight
  readonly rowProps?: ((row: Row) => RowProps) | undefined
  /** The text of a row that is a heading; undefined for any other row. The keyboard skips headings. */
  readonly headingOf?: (row: Row) => ReactNode
  /** Called on Ctrl+A anywhere in the table; without this function the key does nothing there. */
  readonly onSelectAll?: () => void
}

// Controls in which the up and down arrow keys do nothing.
const pressed = 'a, button, [type=checkbox]'
const controls = 'a, button, input, select, textarea, label, summary, [role=menuitem]'

const rowsIn = (body: HTMLElement | null): readonly HTMLElement[] => [
  ...(body?.querySelectorAll<HTMLElement>(':scope > [tabindex]') ?? []),
]

/** The number of visible rows with this row's height, minus one row that stays visible after a page turn. */
function rowsOnScreen(row: HTMLElement): number {
  return Math.max(1, Math.floor((scrollBoxOf(row)?.clientHeight ?? 0) / (row.offsetHeight || 1)) - 1)
}

function keyHandler({ onOpen, onClose, onToggle, onRemove }: RowProps) {
  const move = (row: HTMLElement, by: number): void => focusFurther(rowsIn(row.parentElement), row, by)
  const actions: Readonly<Record<string, ((row: HTMLElement) => void) | undefined>> = {
    ArrowDown: (row) => move(row, 1),
    ArrowUp: (row) => move(row, -1),
    PageDown: (row) => move(row, rowsOnScreen(row)),
    PageUp: (row) => move(row, -rowsOnScreen(row)),
    Home: (row) => move(row, -Infinity),
    End: (row) => move(row, Infinity),
    Enter: onOpen,
    Escape: onClose,
    ' ': onToggle,
    Delete: onRemove,
  }
  return (event: KeyboardEvent<HTMLElement>): void => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
    const { target, currentTarget: row, key } = event
    const isPassed = key.startsWith('Arrow') && target instanceof Element && target.matches(pressed)
    // A control inside the row handles all its other keys itself.
    const act = target === row || isPassed ? actions[key] : undefined
    if (act === undefined) return
    event.preventDefault()
    // A held key would also remove the following rows.
    if (key !== 'Delete' || !event.repeat) act(row)
  }
}

interface TableRowProps<Row> extends Pick<DataTableProps<Row>, 'columns' | 'rowProps'> {
  readonly row: Row
  readonly rowKey: string
  /** True for the row that Tab reaches. */
  readonly isTabStop: boolean
  readonly onFocus: (key: string) => void
}

function PlainRow<Row>({ row, rowKey, columns, rowProps, isTabStop, onFocus }: TableRowProps<Row>) {
  const props = rowProps?.(row) ?? {}
  const { isOpen = false, isSelected, tone, more, onOpen, menu } = props
  const id = useId()
  const named = columns.filter(({ label, isNamed }) => isNamed?.(row) ?? label !== '')
  return (
    // Enter does what a click does, and arrows go from row to row.
    <tr
      data-key={rowKey}
      // Chromium names no row after its cells, although it takes the focus. Boxes, pictures and actions are left out.
      aria-labelledby={named.map(({ key }) => id + key).join(' ')}
      aria-selected={isSelected}
      data-open={isOpen || undefined}
      data-tone={tone}
      tabIndex={isTabStop ? 0 : -1}
      className={cx(styles.row, onOpen !== undefined && styles.opens, more !== undefined && styles.tall)}
      onKeyDown={keyHandler(props)}
      onContextMenu={menu && rowMenu(menu)}
      onFocus={() => onFocus(rowKey)}
      onClick={({ target }) => {
        if (target instanceof Element && target.closest(controls) === null) onOpen?.()
      }}
    >
      <TabStop value={isTabStop}>
        {columns.map(({ key, align, narrow, cell }) => (
          <td key={key} id={id + key} data-align={align} data-wide={narrow === null || undefined}>
            {cell(row)}
          </td>
        ))}
        {more !== undefined && <td className={styles.more}>{more}</td>}
      </TabStop>
    </tr>
  )
}

// `memo` loses the generic type of the component.
const TableRow = memo(PlainRow) as typeof PlainRow

/**
 * Chooses the row that Tab reaches: the row that had the focus last, else the first row. When the focused control is
 * removed from its row, the row takes the focus; when the row is removed, the row that moves to its position takes the
 * focus.
 */
function useTabStop(keys: readonly string[]) {
  const body = useRef<HTMLTableSectionElement>(null)
  const [reached, setReached] = useState<string | null>(null)
  const tabStop = reached !== null && keys.includes(reached) ? reached : keys[0]
  // Not updated when React removes the focused row, so it is still true then.
  const hasFocus = useRef(false)
  const before = useRef(keys)
  useLayoutEffect(() => {
    const keysBefore = before.current
    before.current = keys
    if (reached === null || !hasFocus.current || !isNowhere(document.activeElement)) return
    const index = keys.indexOf(reached)
    rowsIn(body.current)[index === -1 ? Math.min(keysBefore.indexOf(reached), keys.length - 1) : index]?.focus()
  }, [keys, reached])
  useEffect(() => {
    const note = (): void => {
      hasFocus.current = true
    }
    // Not a React handler: React misses the focus that a dialog returns while React removes the dialog.
    body.current?.addEventListener('focusin', note)
  }, [])
  const bodyProps = {
    ref: body,
    onBlur: () => {
      hasFocus.current = false
    },
  }
  return { bodyProps, tabStop, setReached }
}

function tracks<Row>(columns: readonly DataColumn<Row>[], narrow: boolean): string {
  return columns
    .map((column) => (narrow && column.narrow !== undefined ? column.narrow : column.width))
    .filter((width) => width !== null)
    .join(' ')
}

/**
 * A table of one-line rows with a head that stays in sight. Tab reaches one row and its controls; the arrow keys,
 * PageUp, PageDown, Home and End move from there.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, keyOf, rowHeight, rowProps, headingOf, onSelectAll } = props
  const keys = useMemo(() => rows.filter((row) => headingOf?.(row) === undefined).map(keyOf), [rows, keyOf, headingOf])
  const { bodyProps, tabStop, setReached } = useTabStop(keys)
  const style: CSSProperties = {
    '--columns': tracks(columns, false),
    '--narrow': tracks(columns, true),
    '--row-height': `var(--row-${rowHeight})`,
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (acceleratorOf(event, isMac) !== shortcuts.selectAll || isTyping(event.nativeEvent)) return
    // Otherwise the text of the whole page would be selected.
    event.preventDefault()
    onSelectAll?.()
  }
  return (
    <div className="room">
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a key of the rows and boxes in it */}
      <table aria-label={label} className={styles.table} style={style} onKeyDown={onKeyDown}>
        <thead>
          <tr className={styles.head}>
            {columns.map(({ key, label: heading, hiddenLabel, head, sort, align, narrow }) => (
              <th key={key} scope="col" aria-sort={sort} data-align={align} data-wide={narrow === null || undefined}>
                {head}
                {heading}
                {hiddenLabel !== undefined && <span className="visually-hidden">{hiddenLabel}</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody {...bodyProps}>
          {rows.map((row) => {
            const key = keyOf(row)
            const heading = headingOf?.(row)
            return heading === undefined ? (
              <TableRow
                key={key}
                row={row}
                rowKey={key}
                columns={columns}
                rowProps={rowProps}
                isTabStop={key === tabStop}
                onFocus={setReached}
              />
            ) : (
              <tr key={key} className={styles.heading}>
                <th scope="rowgroup">{heading}</th>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
