/** Which rows of a diff are on screen: what is the same on both sides and far from a change is folded into one. */
import { useMemo, useState } from 'react'
import type { JsonComparison } from '../../../../shared/schemas/conversation.ts'

/** A run of rows, from 0: shown one by one from a place of the list on, or folded into that place. */
interface RowRun {
  readonly isCollapsed: boolean
  readonly from: number
  readonly count: number
  readonly place: number
}

interface Collapsible {
  /** Where the runs of changed rows stand. */
  readonly changed: JsonComparison['changed']
  readonly total: number
  /** Rows from here on are not folded. */
  readonly known: number
}

const around = 3
const minCollapsed = 4

/** The runs in order; `opened` holds the first rows of folds that were opened. */
function runsOf({ changed, total, known }: Collapsible, opened: ReadonlySet<number>): readonly RowRun[] {
  const runs: RowRun[] = []
  let place = 0
  const add = (from: number, to: number, isCollapsed: boolean): void => {
    if (from >= to) return
    runs.push({ isCollapsed, from, count: to - from, place })
    place += isCollapsed ? 1 : to - from
  }
  const fold = (from: number, to: number): void =>
    add(from, to, !opened.has(from) && to - from >= minCollapsed && from < known)
  let at = 0
  for (const { from, count } of changed) {
    const start = Math.max(at, from - around)
    const end = Math.min(total, from + count + around)
    fold(at, start)
    add(start, end, false)
    at = end
  }
  fold(at, total)
  return runs
}

// The last of the ascending runs that does not begin after `value`.
function runAt(runs: readonly RowRun[], by: 'from' | 'place', value: number): RowRun | undefined {
  let low = 0
  let high = runs.length - 1
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((runs[middle]?.[by] ?? Infinity) <= value) low = middle
    else high = middle - 1
  }
  return runs[low]
}

type ScreenRow =
  | { readonly kind: 'row'; readonly row: number }
  | { readonly kind: 'fold'; readonly from: number; readonly count: number }

/** The list as it is on screen, where a fold takes one place. */
export function useFolds({ changed, total, known }: Collapsible) {
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set())
  const runs = useMemo(() => runsOf({ changed, total, known }, opened), [changed, total, known, opened])
  const last = runs.at(-1)
  const length = last === undefined ? 0 : last.place + (last.isCollapsed ? 1 : last.count)
  return {
    length,
    at: (place: number): ScreenRow | undefined => {
      const run = runAt(runs, 'place', place)
      if (run === undefined || place >= length) return undefined
      if (run.isCollapsed) return { kind: 'fold', from: run.from, count: run.count }
      return { kind: 'row', row: run.from + place - run.place }
    },
    /** The place of a row, or of the fold that holds it. */
    placeOf: (row: number): number => {
      const run = runAt(runs, 'from', row)
      return run === undefined ? 0 : run.place + (run.isCollapsed ? 0 : row - run.from)
    },
    open: (from: number): void => setOpened((before) => new Set([...before, from])),
  }
}
