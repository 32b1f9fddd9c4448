/** Two texts by word, in bounded time: words as Unicode and dictionaries part them, so that Chinese has words too. */
import { diffArrays } from 'diff'
import type { TextPart } from '../../../shared/model/conversation-changes.ts'
import type { TextComparison } from '../../../shared/schemas/conversation.ts'
import { diffLines } from './lines.ts'

/** How long matching may take, by word and then by line, in milliseconds. */
export interface TextLimits {
  readonly wordsMs: number
  readonly linesMs: number
}

const defaultLimits: TextLimits = { wordsMs: 400, linesMs: 200 }
const segmenter = new Intl.Segmenter('en', { granularity: 'word' })

// Runs of the same kind become one, and those of no length none.
class Parts {
  readonly all: TextPart[] = []

  add(kind: TextPart['kind'], text: string): void {
    if (text === '') return
    const last = this.all.at(-1)
    if (last?.kind === kind) this.all[this.all.length - 1] = { kind, text: last.text + text }
    else this.all.push({ kind, text })
  }
}

// A word ends at white space whatever follows it, so that what is the same at both ends need not be taken apart.
function sameHead(left: string, right: string): number {
  const max = Math.min(left.length, right.length)
  let at = 0
  while (at < max && left[at] === right[at]) at += 1
  if (at === left.length && at === right.length) return at
  while (at > 0 && !/\s/.test(left.charAt(at - 1))) at -= 1
  return at
}

function sameTail(left: string, right: string, head: number): number {
  const max = Math.min(left.length, right.length) - head
  let count = 0
  while (count < max && left.at(-1 - count) === right.at(-1 - count)) count += 1
  while (count > 0 && !/\s/.test(left.charAt(left.length - count))) count -= 1
  return count
}

const wordsPerTimeCheck = 1_024

/** The words of a text; null when they cannot be told apart in time. */
function wordsOf(text: string, endsAt: number): string[] | null {
  const words: string[] = []
  for (const { segment } of segmenter.segment(text)) {
    words.push(segment)
    if (words.length % wordsPerTimeCheck === 0 && performance.now() > endsAt) return null
  }
  return words
}

function byWord(left: string, right: string, limitMs: number): readonly TextPart[] | null {
  const endsAt = performance.now() + limitMs
  const onLeft = wordsOf(left, endsAt)
  const onRight = onLeft && wordsOf(right, endsAt)
  if (onLeft === null || onRight === null) return null
  const changes = diffArrays(onLeft, onRight, { timeout: endsAt - performance.now() })
  if (changes === undefined) return null
  return changes.map(({ added, removed, value }) => ({
    kind: added ? 'added' : removed ? 'removed' : 'same',
    text: value.join(''),
  }))
}

// A line keeps its end, so that the lines together are the text.
function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+/g) ?? []
}

function byLine(left: string, right: string, limitMs: number): readonly TextPart[] {
  const lines = { left: linesOf(left), right: linesOf(right) }
  return diffLines({ ...lines, limitMs }).map(({ kind, left: onLeft, right: onRight, count }) => {
    const [from, of] = kind === 'added' ? [onRight, lines.right] : [onLeft, lines.left]
    return { kind, text: of.slice(from, from + count).join('') }
  })
}

const isChange = (part: TextPart | undefined): boolean => part !== undefined && part.kind !== 'same'
const isSpace = (text: string): boolean => /^[^\S\n]+$/.test(text)

// "two new words" for "an old one" is one change and not two around a space that happens to be in both.
function joined(parts: readonly TextPart[]): readonly TextPart[] {
  const result = new Parts()
  let removed = ''
  let added = ''
  const flush = (): void => {
    result.add('removed', removed)
    result.add('added', added)
    removed = ''
    added = ''
  }
  for (const [place, { kind, text }] of parts.entries()) {
    const isBetween = kind === 'same' && isSpace(text) && isChange(parts[place - 1]) && isChange(parts[place + 1])
    if (kind === 'same' && !isBetween) {
      flush()
      result.add('same', text)
    } else {
      if (kind !== 'added') removed += text
      if (kind !== 'removed') added += text
    }
  }
  flush()
  return result.all
}

/**
 * Compares two texts: the parts that are not `added` are the left one, those that are not `removed` the right one. When
 * the words cannot be matched in time, whole lines are, and `isWhole` is false.
 */
export function compareTexts(left: string, right: string, limits: TextLimits = defaultLimits): TextComparison {
  const head = sameHead(left, right)
  const tail = sameTail(left, right, head)
  const middle = [left.slice(head, left.length - tail), right.slice(head, right.length - tail)] as const
  const words = byWord(...middle, limits.wordsMs)
  const between = words === null ? byLine(...middle, limits.linesMs) : joined(words)
  const parts = new Parts()
  parts.add('same', left.slice(0, head))
  for (const { kind, text } of between) parts.add(kind, text)
  parts.add('same', left.slice(left.length - tail))
  return { parts: parts.all, isWhole: words !== null }
}
