/**
 * Reads the service's JSON without losing a digit: ids have 19 of them, beyond what a number can hold. Never throws:
 * whatever came, the answer is a value or a named problem. At the speed of `JSON.parse`, which does the reading: see
 * docs/decisions/014.
 */
import { randomUUID } from 'node:crypto'
import { LosslessNumber, isLosslessNumber, isSafeNumber, parse, stringify } from 'lossless-json'
import { isClosing, isOpening, jsonSigns, readTokens } from '../lib/json-text.ts'

/** Text that was read as JSON, or why it could not be. */
export type ReadJson =
  | { readonly kind: 'json'; readonly value: unknown }
  /** JSON that stops before its end. */
  | { readonly kind: 'cut-short' }
  | { readonly kind: 'not-json' }
  /** JSON that nobody can rely on: keys that contradict each other, or nesting without end. */
  | { readonly kind: 'unusable'; readonly problem: string }

/** The deepest nesting that is read; the documented answers have five levels. */
export const maxNesting = 500

// Nobody who writes an answer can know it, so no text of an answer can pass for a number.
const mark = randomUUID()

const maxNamedKeyLength = 100

/**
 * Gives the value of a JSON text. Numbers that JavaScript writes as they came are numbers; all others (long ones, `1.0`,
 * `1e2`) are `LosslessNumber` with their text. A key that appears twice with different values makes a text unusable.
 */
export function readJson(text: string): ReadJson {
  const { depth, members, numbers } = scanJson(text)
  // Parsers answer deep nesting by running out of stack, and so would every reader after them.
  if (depth > maxNesting) return { kind: 'unusable', problem: `nested deeper than ${maxNesting} levels` }
  const hasMarks = numbers.length > 0
  const read = readPlain(hasMarks ? markNumbers(text, numbers) : text)
  // What is wrong with the text is asked of the text itself: its positions are others than those of the marked one.
  if (read.kind !== 'json') return hasMarks ? readPlain(text) : read
  const restored = restore(read.value, hasMarks)
  // Members that are missing were keys that appeared before.
  return restored.members === members ? { kind: 'json', value: restored.value } : readCarefully(text)
}

/** Gives JSON text for a value that `readJson` read; every number is written as it came. */
export function writeJson(value: unknown): string {
  return stringify(value) ?? 'null'
}

/** A number that `readJson` read as it came, such as `1.0`; null for anything else. */
export function numberText(value: unknown): string | null {
  if (isLosslessNumber(value)) return value.value
  return typeof value === 'number' ? String(value) : null
}

/** The digits of a number as text: one spelling for `1`, `1.0` and `1e0`, every digit of a long one. */
export function plainDigits(text: string): string {
  return /^-?[1-9]\d*$/.test(text) || !isSafeNumber(text) ? text : String(Number(text))
}

/** The digits of a number that `readJson` read, to be compared or looked up; null for anything else. */
export function digitsOf(value: unknown): string | null {
  return isLosslessNumber(value) ? plainDigits(value.value) : numberText(value)
}

/** The value that `JSON.parse` gave, with numbers in place of marked texts, and how many members its objects have. */
function restore(parsed: unknown, hasMarks: boolean): { readonly value: unknown; readonly members: number } {
  let members = 0
  const restored = (value: unknown): unknown => {
    if (hasMarks && typeof value === 'string' && value.startsWith(mark))
      return new LosslessNumber(value.slice(mark.length))
    if (typeof value === 'object' && value !== null) restoreInside(value)
    return value
  }
  const restoreInside = (value: object): void => {
    const names = Object.keys(value)
    if (!Array.isArray(value)) members += names.length
    // The boundary: what JSON.parse gave has no other members than its own, and setting `__proto__` reaches no prototype.
    const object = value as Record<string, unknown>
    for (const name of names) {
      const member = object[name]
      const inPlace = restored(member)
      if (inPlace !== member) object[name] = inPlace
    }
  }
  return { value: restored(parsed), members }
}

// Some key appears twice. With equal values that is harmless; otherwise nobody may choose one of two ids.
function readCarefully(text: string): ReadJson {
  try {
    return {
      kind: 'json',
      value: parse(text, undefined, (digits) => (isOwnText(digits) ? Number(digits) : new LosslessNumber(digits))),
    }
  } catch (error) {
    const key = /^Duplicate key '(.*)' encountered/s.exec(messageOf(error))?.[1]
    const named = key?.slice(0, maxNamedKeyLength)
    const problem = named === undefined ? messageOf(error) : `the key "${named}" appears twice with different values`
    return { kind: 'unusable', problem }
  }
}

function readPlain(text: string): ReadJson {
  try {
    return { kind: 'json', value: JSON.parse(text) }
  } catch (error) {
    return { kind: endsEarly(messageOf(error), text) ? 'cut-short' : 'not-json' }
  }
}

// The parser stopped at the very end of an object or list: something is missing rather than wrong.
function endsEarly(message: string, text: string): boolean {
  if (!/^\s*[[{]/.test(text)) return false
  if (/Unexpected end|Unterminated string/.test(message)) return true
  const position = /at position (\d+)/.exec(message)?.[1]
  return position !== undefined && Number(position) >= text.length
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/**
 * What one pass over a text finds: the deepest nesting, counted up to one more than is read; the members of all objects
 * together (colons outside of strings); start and end of each number that JavaScript would write otherwise, one after the
 * other. Of a text that is no JSON it says something, and nothing that can be relied on.
 */
function scanJson(text: string) {
  let numbers: number[] = []
  let depth = 0
  let maxDepth = 0
  let members = 0
  let previous = 0
  readTokens(text, (sign, start, end) => {
    if (isOpening(sign)) maxDepth = Math.max(maxDepth, (depth += 1))
    else if (isClosing(sign)) depth -= 1
    else if (sign === jsonSigns.colon) {
      members += 1
      // A number where a key belongs is wrong, and must not become a string that would be right.
      if (previous !== jsonSigns.quote) numbers = []
    } else if ((sign === jsonSigns.minus || isDigit(sign)) && changes(text, start, end)) numbers.push(start, end)
    previous = sign
    return maxDepth <= maxNesting
  })
  return { depth: maxDepth, members, numbers }
}

const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/

function isDigit(sign: number): boolean {
  return sign >= 0x30 && sign <= 0x39
}

/** True for a number that JavaScript writes as it came. */
function isOwnText(digits: string): boolean {
  return String(Number(digits)) === digits
}

// An integer of at most so many digits is its own text.
const alwaysOwn = 15

function changes(text: string, start: number, end: number): boolean {
  let at = start
  while (at < end && isDigit(text.charCodeAt(at))) at += 1
  if (at === end && end - start <= alwaysOwn) return false
  const digits = text.slice(start, end)
  return jsonNumber.test(digits) && !isOwnText(digits)
}

/** Puts each number at `places` (as `scanJson` has them) into quotes, behind the mark. */
function markNumbers(text: string, places: readonly number[]): string {
  const pieces: string[] = []
  let done = 0
  for (const [index, place] of places.entries()) {
    // Starts and ends take turns.
    pieces.push(text.slice(done, place), index % 2 === 0 ? `"${mark}` : '"')
    done = place
  }
  pieces.push(text.slice(done))
  return pieces.join('')
}
