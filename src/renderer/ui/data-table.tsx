import { memo, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
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
  /** A heading of its own, such as the box that selects all. */
  readonly head?: ReactNode
  /** How the rows are ordered by it. */
  readonly sort?: 'ascending' | 'descending'
  /** A CSS grid track, such as `28px`, `22%` or `minmax(0, 1fr)`. */
  readonly width: string
  /** The track in a table of less than 760 px; `null` leaves the column out there. */
  readonly narrow?: string | null
  /** Of a column of numbers. */
  readonly align?: 'end'
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

/** Which of the row heights of tokens.css: it changes with the density. */
export type RowHeight = 'queue' | 'session' | 'entry' | 'field'

/**
 * A row renders again when it changes, or `columns` or `rowProps` do: where rows change often, these keep their identity.
 */
export interface DataTableProps<Row> {
  readonly label: string
  readonly columns: readonly DataColumn<Row>[]
  /** Some hundred at most: all of them are in the document. */
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string
  readonly rowHeight: RowHeight
  readonly rowProps?: ((row: Row) => RowProps) | undefined
  /** The text of a row that is a heading; undefined for any other row. The keyboard passes headings. */
  readonly headingOf?: (row: Row) => ReactNode
  /** Ctrl+A anywhere in the table; without it the key does nothing there. */
  readonly onSelectAll?: () => void
}

// The arrows up and down do nothing in these.
const pressed = 'a, button, [type=checkbox]'
const controls = 'a, button, input, select, textarea, label, summary, [role=menuitem]'

const rowsIn = (body: HTMLElement | null): readonly HTMLElement[] => [
  ...(body?.querySelectorAll<HTMLElement>(':scope > [tabindex]') ?? []),
]

/** As many rows like this one as are seen at once, except one that is seen again after a turn of the page. */
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
    // The other keys of a control inside of the row are its own.
    const act = target === row || isPassed ? actions[key] : undefined
    if (act === undefined) return
    event.preventDefault()
    // A held key would remove the rows that follow too.
    if (key !== 'Delete' || !event.repeat) act(row)
  }
}

interface TableRowProps<Row> extends Pick<DataTableProps<Row>, 'columns' | 'rowProps'> {
  readonly row: Row
  readonly rowKey: string
  /** The row that Tab goes to. */
  readonly isTabStop: boolean
  readonly onFocus: (key: string) => void
}

function PlainRow<Row>({ row, rowKey, columns, rowProps, isTabStop, onFocus }: TableRowProps<Row>) {
  const props = rowProps?.(row) ?? {}
  const { isOpen = false, isSelected, tone, more, onOpen, menu } = props
  return (
    // Enter does what a click does, and arrows go from row to row.
    <tr
      data-key={rowKey}
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
          <td key={key} data-align={align} data-wide={narrow === null || undefined}>
            {cell(row)}
          </td>
        ))}
        {more !== undefined && <td className={styles.more}>{more}</td>}
      </TabStop>
    </tr>
  )
}

// `memo` forgets that the component is generic.
const TableRow = memo(PlainRow) as typeof PlainRow

/**
 * Which row Tab goes to: the row that had the focus last, else the first. When the control with the focus is removed from
 * its row, the row takes the focus; when the row is removed, the row at its place does.
 */
function useTabStop(keys: readonly string[]) {
  const body = useRef<HTMLTableSectionElement>(null)
  const [reached, setReached] = useState<string | null>(null)
  const tabStop = reached !== null && keys.includes(reached) ? reached : keys[0]
  // Not told of a row that React removes: then it is still true.
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
    // Not by React, which hears nothing of the focus that a dialog gives back as React takes the dialog away.
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
 * A table of one-line rows with a head that stays in sight. One row can be reached by Tab, and the controls in it; arrows,
 * PageUp, PageDown, Home and End go on from there.
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
    // Else the text of the whole page is selected.
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
