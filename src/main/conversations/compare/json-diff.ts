/** The indented JSON of two answers by line. A line of a long text is parted where the text has its line ends. */
import type { JsonDiffRow } from '../../../shared/model/conversation-changes.ts'
import type { JsonComparison } from '../../../shared/schemas/conversation.ts'
import { indentJson } from '../../lib/json-text.ts'
import { diffOrReplace } from './lines.ts'
import type { Run } from './lines.ts'

/** A comparison that was made once, and gives its rows by the window. */
export interface JsonDiff {
  /** Rows `count` from `from` (0 is the first); the changed runs come with the first window. */
  readonly window: (from: number, count: number) => JsonComparison
}

/** Rows of one side: their texts, and the line that each is a part of, from 1. */
interface Rows {
  readonly texts: readonly string[]
  readonly lines: readonly number[]
}

const maxRowLength = 400
const maxChangedRuns = 10_000
const limitMs = 1_500

// Up to an escaped line end, else as much as a row holds; an escape is never parted.
const sign = String.raw`(?:[^\\]|\\[^n])`
const part = new RegExp(String.raw`${sign}{0,${maxRowLength}}\\n|${sign}{1,${maxRowLength}}|\\`, 'gu')

function partsOf(line: string): readonly string[] {
  return line.length <= maxRowLength ? [line] : (line.match(part) ?? [line])
}

function rowsOf(rawText: string): Rows {
  const texts: string[] = []
  const lines: number[] = []
  for (const [place, line] of indentJson(rawText).split('\n').entries()) {
    for (const text of partsOf(line)) {
      texts.push(text)
      lines.push(place + 1)
    }
  }
  return { texts, lines }
}

/** A run with the place of its first row in the diff, and on either side. */
interface PlacedRun extends Run {
  readonly from: number
  readonly left: number
  readonly right: number
}

function placed(runs: readonly Run[]): readonly PlacedRun[] {
  let [from, left, right] = [0, 0, 0]
  return runs.map((run) => {
    const here = { ...run, from, left, right }
    from += run.items.length
    if (run.kind !== 'added') left += run.items.length
    if (run.kind !== 'removed') right += run.items.length
    return here
  })
}

function changedOf(runs: readonly PlacedRun[]): JsonComparison['changed'] {
  const changed: { from: number; count: number }[] = []
  for (const { kind, from, items } of runs) {
    const count = items.length
    const last = changed.at(-1)
    if (kind === 'same') continue
    if (last !== undefined && last.from + last.count === from) last.count += count
    else changed.push({ from, count })
  }
  return changed.slice(0, maxChangedRuns)
}

function firstRunAt(runs: readonly PlacedRun[], row: number): number {
  let low = 0
  let high = runs.length - 1
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((runs[middle]?.from ?? Infinity) <= row) low = middle
    else high = middle - 1
  }
  return low
}

/** Compares two bodies by line; takes a second or two at most, whatever their size. */
export function compareJson(leftText: string, rightText: string): JsonDiff {
  const left = rowsOf(leftText)
  const right = rowsOf(rightText)
  const runs = placed(diffOrReplace({ left: left.texts, right: right.texts }, limitMs))
  const changed = changedOf(runs)
  const total = runs.reduce((sum, { items }) => sum + items.length, 0)

  const rowOf = ({ kind, items, left: onLeft, right: onRight }: PlacedRun, at: number): JsonDiffRow => ({
    kind,
    leftLine: kind === 'added' ? null : (left.lines[onLeft + at] ?? null),
    rightLine: kind === 'removed' ? null : (right.lines[onRight + at] ?? null),
    text: items[at] ?? '',
  })

  return {
    window: (from, count) => {
      const end = Math.min(total, from + count)
      const rows: JsonDiffRow[] = []
      for (let index = firstRunAt(runs, from); index < runs.length && from + rows.length < end; index += 1) {
        const run = runs[index]
        if (run === undefined) break
        for (let at = from + rows.length - run.from; at < run.items.length && from + rows.length < end; at += 1) {
          rows.push(rowOf(run, at))
        }
      }
      return { total, changed: from === 0 ? [...changed] : [], rows }
    },
  }
}
