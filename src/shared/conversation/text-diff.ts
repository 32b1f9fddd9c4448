/**
 * Compares texts by word, segmented by Unicode rules and dictionaries (also for Chinese), and indented JSON by line, in
 * bounded time.
 */
import { diffArrays, structuredPatch } from 'diff'
import { indentJson } from '../model/json-text.ts'

/** A run of words that is equal on both sides, or only on one side. */
export interface TextPart {
  readonly kind: 'same' | 'added' | 'removed'
  readonly text: string
}

/** `isWhole` is false when the texts differ too much to be compared by word. */
export interface TextChanges {
  readonly parts: readonly TextPart[]
  readonly isWhole: boolean
}

// The window is blocked during the comparison.
const maxMs = 80
const segmenter = new Intl.Segmenter('en', { granularity: 'word' })

// Characters of both texts together; segmenting longer texts takes too long.
const maxLengthByWord = 200_000

function byWord(left: string, right: string, limitMs: number): readonly Run[] | null {
  if (left.length + right.length > maxLengthByWord) return null
  const words = (text: string): string[] => Array.from(segmenter.segment(text), ({ segment }) => segment)
  return diffInTime({ left: words(left), right: words(right) }, limitMs)
}

// Each line keeps its line break, so that the joined lines are the text.
function linesOf(text: string): string[] {
  return text.match(/[^\n]+\n?|\n/g) ?? ['']
}

function isSpace({ items }: Run): boolean {
  return /^[^\S\n]+$/.test(items.join(''))
}

// Replacing several words is one change, not several changes around a space that happens to be on both sides.
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
  for (const [index, run] of runs.entries()) {
    const text = run.items.join('')
    const isBetween = index > 0 && index < runs.length - 1 && isSpace(run)
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

/** Compares two texts by word, or by line when they differ too much to be matched by word within `limitMs`. */
export function textChanges(left: string, right: string, limitMs = maxMs): TextChanges {
  const words = byWord(left, right, limitMs)
  const runs = words ?? diffOrReplace({ left: linesOf(left), right: linesOf(right) }, limitMs)
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

/**
 * The runs in order; the runs of a side together are its items. null when they cannot be matched within `timeout` ms.
 */
function diffInTime({ left, right }: Pair, timeout: number): readonly Run[] | null {
  const changes = diffArrays([...left], [...right], { timeout })
  if (changes === undefined) return null
  return changes.map(({ added, removed, value }) => ({
    kind: added ? 'added' : removed ? 'removed' : 'same',
    items: value,
  }))
}

/** Like `diffInTime`, but replaces all items when they differ too much. */
export function diffOrReplace({ left, right }: Pair, timeout: number): readonly Run[] {
  return (
    diffInTime({ left, right }, timeout) ?? [
      { kind: 'removed', items: left },
      { kind: 'added', items: right },
    ]
  )
}

/** A line of the JSON difference, with its number from 1 on each side that contains it. */
export interface JsonChangeLine {
  readonly kind: 'same' | 'added' | 'removed'
  readonly leftLine: number | null
  readonly rightLine: number | null
  readonly text: string
}

/** Changed lines that are close together, with the surrounding lines. */
export type JsonHunk = readonly JsonChangeLine[]

const linesAround = 3
const kinds: Readonly<Record<string, JsonChangeLine['kind']>> = { '-': 'removed', '+': 'added' }

/** Compares two indented bodies by line; null when they differ too much to be matched within `limitMs`. */
export function jsonChanges(left: string, right: string, limitMs = maxMs): readonly JsonHunk[] | null {
  const [leftText, rightText] = [`${indentJson(left)}\n`, `${indentJson(right)}\n`]
  const patch = structuredPatch('', '', leftText, rightText, '', '', { context: linesAround, timeout: limitMs })
  if (patch === undefined) return null
  return patch.hunks.map(({ oldStart, newStart, lines }) => {
    let [leftLine, rightLine] = [oldStart, newStart]
    return lines.map((line): JsonChangeLine => {
      const kind = kinds[line.charAt(0)] ?? 'same'
      return {
        kind,
        leftLine: kind === 'added' ? null : leftLine++,
        rightLine: kind === 'removed' ? null : rightLine++,
        text: line.slice(1),
      }
    })
  })
}
