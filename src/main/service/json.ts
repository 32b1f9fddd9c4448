/**
 * Reads the service's JSON without losing a digit: ids have 19 of them, beyond what a number can hold. Never throws:
 * whatever came, the answer is a value or a named problem.
 */
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
export const deepestNesting = 500

// A number of 16 or more characters after a colon, comma, bracket or at the start. Inside a string the same look costs
// only time.
const longNumber = /(?:^|[:[,])\s*-?\d[\d.]{15}/

/**
 * Gives the value of a JSON text. Numbers that a JavaScript number holds exactly are numbers; all others are
 * `LosslessNumber` with the digits as they came. A text without a long number costs what `JSON.parse` costs.
 */
export function readJson(text: string): ReadJson {
  if (isTooDeep(text)) return { kind: 'unusable', problem: `nested deeper than ${deepestNesting} levels` }
  if (!longNumber.test(text)) return readPlain(text)
  try {
    return { kind: 'json', value: parse(text, undefined, keepDigits) }
  } catch (error) {
    const duplicate = /^Duplicate key '(.*)' encountered/s.exec(messageOf(error))
    if (duplicate !== null) {
      return { kind: 'unusable', problem: `the key "${duplicate[1] ?? ''}" appears twice with different values` }
    }
    const plain = readPlain(text)
    return plain.kind === 'json' ? { kind: 'unusable', problem: messageOf(error) } : plain
  }
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

// Walked by hand because parsers answer deep nesting by running out of stack, and so would every reader after them.
function isTooDeep(text: string): boolean {
  if (text.length <= deepestNesting) return false
  let depth = 0
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charCodeAt(at)
    if (sign === signs.quote) at = endOfString(text, at)
    else if (sign === signs.openBrace || sign === signs.openBracket) depth += 1
    else if (sign === signs.closeBrace || sign === signs.closeBracket) depth -= 1
    if (depth > deepestNesting) return true
  }
  return false
}

const signs = { quote: 34, backslash: 92, openBracket: 91, closeBracket: 93, openBrace: 123, closeBrace: 125 }

// Position of the closing quote of the string that opens at `start`, or the end of the text.
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let backslashes = 0
    while (text.charCodeAt(end - 1 - backslashes) === signs.backslash) backslashes += 1
    if (backslashes % 2 === 0) return end
  }
  return text.length
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
