/** Which rows of a diff are on screen: what is the same on both sides and far from a change is folded into one. */
import type { JsonComparison } from '../../../../shared/schemas/conversation.ts'

/** A run of rows: shown one by one, or folded. */
export interface RowRun {
  readonly kind: 'shown' | 'folded'
  /** The first row, from 0. */
  readonly from: number
  readonly count: number
}

/** Where the runs of changed rows stand. */
export type ChangedRuns = JsonComparison['changed']

const around = 3
const minCollapsed = 4

interface Stretch {
  readonly from: number
  readonly to: number
}

// Changed rows with some around them; those that touch are one.
function shownStretches(changed: ChangedRuns, total: number): readonly Stretch[] {
  const stretches: { from: number; to: number }[] = []
  for (const { from, count } of changed) {
    const next = { from: Math.max(0, from - around), to: Math.min(total, from + count + around) }
    const last = stretches.at(-1)
    if (last !== undefined && next.from - last.to < minCollapsed) last.to = next.to
    else stretches.push(next)
  }
  return stretches
}

/** The runs in order; `opened` holds the first rows of folds that were opened. Rows after `known` are not folded. */
export function rowRuns(
  { changed, total, known }: { readonly changed: ChangedRuns; readonly total: number; readonly known: number },
  opened: ReadonlySet<number>,
): readonly RowRun[] {
  const runs: RowRun[] = []
  const collapse = (from: number, to: number): void => {
    if (from >= to) return
    const isShown = opened.has(from) || to - from < minCollapsed || from >= known
    runs.push({ kind: isShown ? 'shown' : 'folded', from, count: to - from })
  }
  let at = 0
  for (const { from, to } of shownStretches(changed, total)) {
    collapse(at, from)
    runs.push({ kind: 'shown', from, count: to - from })
    at = to
  }
  collapse(at, total)
  return runs
}

/** A row on screen: of the diff, or a collapsed run. */
export type ScreenRow =
  | { readonly kind: 'row'; readonly row: number }
  | { readonly kind: 'fold'; readonly from: number; readonly count: number }

/** The list as it is on screen: how long it is, what stands where, and where a row stands. */
export interface ScreenList {
  readonly length: number
  readonly at: (place: number) => ScreenRow | undefined
  /** The place of a row, or of the fold that holds it. */
  readonly placeOf: (row: number) => number
}

// The last of ascending `starts` that is not above `value`.
function lastNotAbove(starts: readonly number[], value: number): number {
  let low = 0
  let high = starts.length - 1
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((starts[middle] ?? Infinity) <= value) low = middle
    else high = middle - 1
  }
  return low
}

/** Lays runs out as a list; a fold takes one place. */
export function screenList(runs: readonly RowRun[]): ScreenList {
  const starts: number[] = []
  let length = 0
  for (const run of runs) {
    starts.push(length)
    length += run.kind === 'folded' ? 1 : run.count
  }
  const rows = runs.map(({ from }) => from)
  return {
    length,
    at: (place) => {
      const index = lastNotAbove(starts, place)
      const run = runs[index]
      if (run === undefined || place >= length) return undefined
      if (run.kind === 'folded') return { kind: 'fold', from: run.from, count: run.count }
      return { kind: 'row', row: run.from + place - (starts[index] ?? 0) }
    },
    placeOf: (row) => {
      const index = lastNotAbove(rows, row)
      const run = runs[index]
      const start = starts[index] ?? 0
      return run === undefined || run.kind === 'folded' ? start : start + row - run.from
    },
  }
}
