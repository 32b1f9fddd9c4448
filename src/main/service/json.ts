/**
 * Reads the service's JSON without losing a digit: ids have 19 of them, beyond what a number can hold. Never throws:
 * whatever came, the answer is a value or a named problem. At the speed of `JSON.parse`, which does the reading: see
 * docs/decisions/014.
 */
import { randomUUID } from 'node:crypto'
import { LosslessNumber, isLosslessNumber, isSafeNumber, parse, stringify } from 'lossless-json'

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
 * Gives the value of a JSON text. Numbers that a JavaScript number holds exactly are numbers; all others are
 * `LosslessNumber` with the digits as they came. A key that appears twice with different values makes a text unusable.
 */
export function readJson(text: string): ReadJson {
  const { depth, members, unsafeNumbers } = scanJson(text, maxNesting)
  // Parsers answer deep nesting by running out of stack, and so would every reader after them.
  if (depth > maxNesting) return { kind: 'unusable', problem: `nested deeper than ${maxNesting} levels` }
  const hasMarks = unsafeNumbers.length > 0
  const read = readPlain(hasMarks ? wrapNumbers(text, unsafeNumbers, { opening: `"${mark}`, closing: '"' }) : text)
  // What is wrong with the text is asked of the text itself: its positions are others than those of the marked one.
  if (read.kind !== 'json') return hasMarks ? readPlain(text) : read
  const root = { value: read.value }
  // The root's own member is one more. Members that are missing were keys that appeared before.
  return normalize(root, hasMarks) === members + 1 ? { kind: 'json', value: root.value } : readCarefully(text)
}

/** Gives JSON text for a value that `readJson` read; every number keeps its digits. */
export function writeJson(value: unknown): string {
  return stringify(value) ?? 'null'
}

/** The digits of a number that `readJson` read, exactly as they came when it was long; null for anything else. */
export function digitsOf(value: unknown): string | null {
  if (isLosslessNumber(value)) return value.value
  return typeof value === 'number' ? String(value) : null
}

/** Makes numbers of the marked texts in a value that `JSON.parse` gave, and counts the members of its objects. */
function normalize(value: object, hasMarks: boolean): number {
  if (Array.isArray(value)) return normalizeItems(value, hasMarks)
  // The boundary: an object of JSON.parse has no other members than its own.
  const object = value as Record<string, unknown>
  const names = Object.keys(object)
  let members = names.length
  for (const name of names) {
    const member = object[name]
    // An own member, `__proto__` too: setting it anew reaches no prototype.
    if (hasMarks && isMarked(member)) object[name] = unmarked(member)
    else if (typeof member === 'object' && member !== null) members += normalize(member, hasMarks)
  }
  return members
}

function normalizeItems(items: unknown[], hasMarks: boolean): number {
  let members = 0
  for (const [index, item] of items.entries()) {
    if (hasMarks && isMarked(item)) items[index] = unmarked(item)
    else if (typeof item === 'object' && item !== null) members += normalize(item, hasMarks)
  }
  return members
}

function isMarked(value: unknown): value is string {
  return typeof value === 'string' && value.startsWith(mark)
}

function unmarked(value: string): LosslessNumber {
  return new LosslessNumber(value.slice(mark.length))
}

// Some key appears twice. With equal values that is harmless; otherwise nobody may choose one of two ids.
function readCarefully(text: string): ReadJson {
  try {
    return { kind: 'json', value: parse(text, undefined, keepDigits) }
  } catch (error) {
    const key = /^Duplicate key '(.*)' encountered/s.exec(messageOf(error))?.[1]
    if (key === undefined) return { kind: 'unusable', problem: messageOf(error) }
    return {
      kind: 'unusable',
      problem: `the key "${key.slice(0, maxNamedKeyLength)}" appears twice with different values`,
    }
  }
}

function keepDigits(digits: string): number | LosslessNumber {
  return isSafeNumber(digits) ? Number(digits) : new LosslessNumber(digits)
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

// One pass before `JSON.parse`, which jumps over strings: nesting, members, and the numbers that would be changed.

/** What one pass over a text found. Of a text that is no JSON it says something, and nothing that can be relied on. */
interface JsonScan {
  /** The deepest nesting, counted up to one more than was allowed. */
  readonly depth: number
  /** Members of all objects together: colons outside of strings. */
  readonly members: number
  /** Start and end of each number that would lose digits, one after the other. */
  readonly unsafeNumbers: readonly number[]
}

const signs = {
  tab: 9,
  lineFeed: 10,
  return: 13,
  space: 32,
  quote: 34,
  plus: 43,
  minus: 45,
  dot: 46,
  zero: 48,
  nine: 57,
  colon: 58,
  openBracket: 91,
  backslash: 92,
  closeBracket: 93,
  smallE: 101,
  openBrace: 123,
  closeBrace: 125,
}

// A number without exponent and with at most so many characters keeps its digits in every case.
const alwaysSafe = 15

const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/

/** Looks through a text; stops as soon as it nests deeper than `deepest`. */
function scanJson(text: string, deepest: number): JsonScan {
  const unsafeNumbers: number[] = []
  let depth = 0
  let maxDepth = 0
  let members = 0
  for (let at = 0; at < text.length && maxDepth <= deepest; at += 1) {
    const sign = text.charCodeAt(at)
    if (sign === signs.quote) at = endOfString(text, at)
    else if (sign === signs.colon) members += 1
    else if (isDigitOrMinus(sign)) {
      const end = endOfNumber(text, at)
      if (isUnsafe(text, at, end)) unsafeNumbers.push(at, end)
      at = end - 1
    } else if (isOpening(sign)) {
      depth += 1
      if (depth > maxDepth) maxDepth = depth
    } else if (isClosing(sign)) depth -= 1
  }
  return { depth: maxDepth, members, unsafeNumbers }
}

/** Gives the text with `opening`, the number and `closing` in place of each number at `places` (as `JsonScan` has them). */
function wrapNumbers(
  text: string,
  places: readonly number[],
  { opening, closing }: { readonly opening: string; readonly closing: string },
): string {
  const pieces: string[] = []
  let done = 0
  for (const [index, place] of places.entries()) {
    // Starts and ends take turns.
    pieces.push(text.slice(done, place), index % 2 === 0 ? opening : closing)
    done = place
  }
  pieces.push(text.slice(done))
  return pieces.join('')
}

function isDigitOrMinus(sign: number): boolean {
  return (sign >= signs.zero && sign <= signs.nine) || sign === signs.minus
}

function isOpening(sign: number): boolean {
  return sign === signs.openBrace || sign === signs.openBracket
}

function isClosing(sign: number): boolean {
  return sign === signs.closeBrace || sign === signs.closeBracket
}

// Position of the closing quote of the string that opens at `start`, or the end of the text.
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let backslashes = 0
    while (text.charCodeAt(end - 1 - backslashes) === signs.backslash) backslashes += 1
    if (backslashes % 2 === 0) return end
  }
  return text.length
}

// Everything that may stand in a number, valid or not: a part of it alone must never be taken for a number.
function endOfNumber(text: string, start: number): number {
  let end = start + 1
  while (end < text.length && isInNumber(text.charCodeAt(end))) end += 1
  return end
}

function isInNumber(sign: number): boolean {
  return isDigitOrMinus(sign) || sign === signs.dot || sign === signs.plus || isExponent(sign)
}

// Both cases: the bit between `E` and `e` is 32.
function isExponent(sign: number): boolean {
  return (sign | 32) === signs.smallE
}

function isUnsafe(text: string, start: number, end: number): boolean {
  if (end - start <= alwaysSafe && !hasExponent(text, start, end)) return false
  const digits = text.slice(start, end)
  // Where a key belongs, a number is wrong, and must not become a string that would be right.
  return jsonNumber.test(digits) && !isSafeNumber(digits) && !isBeforeColon(text, end)
}

function hasExponent(text: string, start: number, end: number): boolean {
  for (let at = start + 1; at < end; at += 1) if (isExponent(text.charCodeAt(at))) return true
  return false
}

function isBeforeColon(text: string, start: number): boolean {
  let at = start
  while (isSpace(text.charCodeAt(at))) at += 1
  return text.charCodeAt(at) === signs.colon
}

function isSpace(sign: number): boolean {
  return sign === signs.space || sign === signs.lineFeed || sign === signs.return || sign === signs.tab
}
