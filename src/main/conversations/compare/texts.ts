/** Texts by word, as Unicode and dictionaries part them (Chinese too), and indented JSON by line; in bounded time. */
import { diffArrays } from 'diff'
import type { JsonDiffRow, TextPart } from '../../../shared/model/conversation-changes.ts'
import type { JsonComparison, TextComparison } from '../../../shared/schemas/conversation.ts'
import { indentJson } from '../../lib/json-text.ts'

// How long matching may take, by word and then by line.
const defaultLimits = { wordsMs: 400, linesMs: 200 }
const segmenter = new Intl.Segmenter('en', { granularity: 'word' })

// Characters of both texts: parting more of them takes longer than anybody waits.
const maxLengthByWord = 500_000

function byWord(left: string, right: string, limitMs: number): readonly Run[] | null {
  if (left.length + right.length > maxLengthByWord) return null
  const words = (text: string): string[] => Array.from(segmenter.segment(text), ({ segment }) => segment)
  return diffInTime({ left: words(left), right: words(right) }, limitMs)
}

// A line keeps its end, so that the lines together are the text.
function linesOf(text: string): string[] {
  return text.match(/[^\n]+\n?|\n/g) ?? ['']
}

const isSpace = ({ items }: Run): boolean => /^[^\S\n]+$/.test(items.join(''))

// "two new words" for "an old one" is one change and not two around a space that happens to be in both.
function joined(runs: readonly Run[]): TextPart[] {
  const parts: TextPart[] = []
  const waiting = { removed: '', added: '' }
  const add = (kind: TextPart['kind'], text: string): void => {
    if (text !== '') parts.push({ kind, text })
  }
  const flush = (): void => {
    add('removed', waiting.removed)
    add('added', waiting.added)
    waiting.removed = waiting.added = ''
  }
  for (const [place, run] of runs.entries()) {
    const text = run.items.join('')
    const isBetween = place > 0 && place < runs.length - 1 && isSpace(run)
    if (run.kind === 'same' && !isBetween) {
      flush()
      add('same', text)
    } else {
      if (run.kind !== 'added') waiting.removed += text
      if (run.kind !== 'removed') waiting.added += text
    }
  }
  flush()
  return parts
}

/** When the words cannot be matched in time, whole lines are, and `isWhole` is false. */
export function compareTexts(left: string, right: string, limits = defaultLimits): TextComparison {
  const words = byWord(left, right, limits.wordsMs)
  const runs = words ?? diffOrReplace({ left: linesOf(left), right: linesOf(right) }, limits.linesMs)
  return { parts: joined(runs), isWhole: words !== null }
}

interface Run {
  readonly kind: 'same' | 'removed' | 'added'
  readonly items: readonly string[]
}

interface Pair {
  readonly left: readonly string[]
  readonly right: readonly string[]
}

/** The runs in order; together those of a side are its items. Null when they cannot be matched within `timeout` ms. */
function diffInTime({ left, right }: Pair, timeout: number): readonly Run[] | null {
  const changes = diffArrays([...left], [...right], { timeout })
  if (changes === undefined) return null
  return changes.map(({ added, removed, value }) => ({
    kind: added ? 'added' : removed ? 'removed' : 'same',
    items: value,
  }))
}

/** As `diffInTime`; what differs too much is all replaced. */
export function diffOrReplace({ left, right }: Pair, timeout: number): readonly Run[] {
  return (
    diffInTime({ left, right }, timeout) ?? [
      { kind: 'removed', items: left },
      { kind: 'added', items: right },
    ]
  )
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

/** Compares two bodies by line; takes a second or two at most, whatever their size, unless another limit is given. */
export function compareJson(leftText: string, rightText: string, timeout = limitMs) {
  const left = rowsOf(leftText)
  const right = rowsOf(rightText)
  let [onLeft, onRight] = [0, 0]
  const rows: JsonDiffRow[] = []
  for (const { kind, items } of diffOrReplace({ left: left.texts, right: right.texts }, timeout)) {
    for (const text of items) {
      const { lines } = kind === 'added' ? right : left
      const at = kind === 'added' ? onRight : onLeft
      const isContinued = lines[at] === lines[at - 1]
      const leftLine = kind === 'added' ? null : (left.lines[onLeft++] ?? null)
      const rightLine = kind === 'removed' ? null : (right.lines[onRight++] ?? null)
      rows.push({ kind, leftLine, rightLine, isContinued, text })
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
