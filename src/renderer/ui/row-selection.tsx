/** Rows of a table that are selected together: by their boxes, by Space, by Ctrl+A. */
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { Checkbox } from './checkbox.tsx'
import type { DataColumn } from './data-table.tsx'
import { useEscape } from './use-window-event.ts'

export interface RowSelection<Row> {
  readonly isSelected: (row: Row) => boolean
  /** In the order in which they are shown. */
  readonly selected: readonly Row[]
  /** Selects exactly these rows. */
  readonly select: (rows: readonly Row[]) => void
  readonly selectOne: (row: Row, isSelected: boolean) => void
  /** Selects all shown rows, or none. */
  readonly selectAll: (isAll: boolean) => void
  readonly isAll: boolean
}

const noKeys: ReadonlySet<string> = new Set()
const noRows: readonly never[] = []

/** The selected rows among the shown rows. Escape clears the selection. `keyOf` must keep its identity. */
export function useRowSelection<Row>(shown: readonly Row[], keyOf: (row: Row) => string): RowSelection<Row> {
  const [keys, setKeys] = useState(noKeys)
  const selected = useMemo(
    () => (keys.size === 0 ? noRows : shown.filter((row) => keys.has(keyOf(row)))),
    [shown, keys, keyOf],
  )
  const select = useCallback((rows: readonly Row[]): void => setKeys(new Set(rows.map(keyOf))), [keyOf])
  // A row that disappeared, such as a row that has ended, is no longer selected when it is shown again.
  if (selected.length < keys.size) select(selected)
  useEscape(() => setKeys(noKeys))
  const latest = useRef(shown)
  useLayoutEffect(() => {
    latest.current = shown
  })
  const selectAll = useCallback((isAll: boolean): void => select(isAll ? latest.current : []), [select])
  const selectOne = useCallback(
    (row: Row, isSelected: boolean): void =>
      setKeys((before) => {
        const others = [...before].filter((key) => key !== keyOf(row))
        return new Set(isSelected ? [...others, keyOf(row)] : others)
      }),
    [keyOf],
  )
  const isSelected = useCallback((row: Row): boolean => keys.has(keyOf(row)), [keys, keyOf])
  return { isSelected, selected, select, selectOne, selectAll, isAll: selected.length === shown.length }
}

interface SelectColumnTexts<Row> {
  readonly all: string
  readonly one: (row: Row) => string
}

type SelectColumnParts<Row> = Pick<RowSelection<Row>, 'isSelected' | 'selectOne' | 'selectAll' | 'isAll'> & {
  readonly isSome: boolean
}

/** The first column of a table whose rows can be selected. */
export function selectColumn<Row>(parts: SelectColumnParts<Row>, texts: SelectColumnTexts<Row>): DataColumn<Row> {
  const { isSelected, selectOne, selectAll, isAll, isSome } = parts
  return {
    key: 'select',
    label: '',
    head: <Checkbox variant="cell" label={texts.all} isChecked={isAll} isMixed={isSome} onChange={selectAll} />,
    width: '16px',
    narrow: '18px',
    cell: (row) => (
      <Checkbox
        variant="cell"
        label={texts.one(row)}
        isChecked={isSelected(row)}
        onChange={(value) => selectOne(row, value)}
      />
    ),
  }
}
