/**
 * What must be known of a JSON text before `JSON.parse` may read it: how deep it nests, how many members its objects
 * have, and where the numbers stand that a JavaScript number would change. One pass, which jumps over strings.
 */
import { isSafeNumber } from 'lossless-json'

/** What one pass over a text found. Of a text that is no JSON it says something, and nothing that can be relied on. */
export interface JsonScan {
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
export function scanJson(text: string, deepest: number): JsonScan {
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
export function wrapNumbers(
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
