/** The indented JSON of two answers by line. A line of a long text is parted where the text has its line ends. */
import type { JsonDiffRow } from '../../../shared/model/conversation-changes.ts'
import type { JsonComparison } from '../../../shared/schemas/conversation.ts'
import { indentJson } from '../../lib/json-text.ts'
import { diffOrReplace } from './texts.ts'

const maxRowLength = 400
const maxChangedRuns = 10_000
const limitMs = 1_500

// Up to an escaped line end, else as much as a row holds; an escape is never parted.
const sign = String.raw`(?:[^\\]|\\[^n])`
const part = new RegExp(String.raw`${sign}{0,${maxRowLength}}\\n|${sign}{1,${maxRowLength}}|\\`, 'gu')

function partsOf(line: string): readonly string[] {
  return line.length <= maxRowLength ? [line] : (line.match(part) ?? [line])
}

/** Rows of one side: their texts, and the line that each is a part of, from 1. */
function rowsOf(rawText: string) {
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

function changedOf(rows: readonly JsonDiffRow[]): JsonComparison['changed'] {
  const changed: { from: number; count: number }[] = []
  for (const [place, { kind }] of rows.entries()) {
    if (kind === 'same') continue
    const last = changed.at(-1)
    if (last !== undefined && last.from + last.count === place) last.count += 1
    else if (changed.length < maxChangedRuns) changed.push({ from: place, count: 1 })
    else break
  }
  return changed
}

/** Compares two bodies by line; takes a second or two at most, whatever their size. */
export function compareJson(leftText: string, rightText: string) {
  const left = rowsOf(leftText)
  const right = rowsOf(rightText)
  let [onLeft, onRight] = [0, 0]
  const rows: JsonDiffRow[] = []
  for (const { kind, items } of diffOrReplace({ left: left.texts, right: right.texts }, limitMs)) {
    for (const text of items) {
      const leftLine = kind === 'added' ? null : (left.lines[onLeft++] ?? null)
      const rightLine = kind === 'removed' ? null : (right.lines[onRight++] ?? null)
      rows.push({ kind, leftLine, rightLine, text })
    }
  }
  const changed = changedOf(rows)
  return {
    /** Rows `count` from `from` (0 is the first); the changed runs come with the first window. */
    window: (from: number, count: number): JsonComparison => ({
      total: rows.length,
      changed: from === 0 ? changed : [],
      rows: rows.slice(from, from + count),
    }),
  }
}
