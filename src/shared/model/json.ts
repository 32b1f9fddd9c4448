/**
 * Reads the service's JSON without losing a digit: ids have 19 digits, more than a number can represent. Never throws:
 * for any text the result is a value or a named problem. See docs/decisions/014.
 */
import { LosslessNumber, isLosslessNumber, isSafeNumber, parse, stringify } from 'lossless-json'

/** Text that was read as JSON, or why it could not be. */
export type ReadJson =
  | { readonly kind: 'json'; readonly value: unknown }
  /** JSON that stops before its end. */
  | { readonly kind: 'cut-short' }
  | { readonly kind: 'not-json' }
  /** JSON that cannot be relied on: contradicting keys, or nesting that is too deep. */
  | { readonly kind: 'unusable'; readonly problem: string }

/** Maximum nesting; the documented answers have five levels. */
export const maxNesting = 500

const maxNamedKeyLength = 100

/** A number that JavaScript writes back unchanged becomes a number; any other number keeps its text. */
const numberOf = (digits: string): number | LosslessNumber =>
  String(Number(digits)) === digits ? Number(digits) : new LosslessNumber(digits)

/** Descends at most one level beyond the limit. */
function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null || isLosslessNumber(value)) return false
  return levels === 0 || Object.values(value).some((member) => isDeeperThan(levels - 1, member))
}

/**
 * Returns the value of a JSON text. Numbers that JavaScript writes back unchanged are numbers; all others (long
 * numbers, `1.0`, `1e2`) are `LosslessNumber` with their text. A key that appears twice with different values makes a
 * text unusable.
 */
export function readJson(text: string): ReadJson {
  try {
    JSON.parse(text)
  } catch (error) {
    return { kind: endsEarly(messageOf(error), text) ? 'cut-short' : 'not-json' }
  }
  try {
    const value = parse(text, null, numberOf)
    if (!isDeeperThan(maxNesting, value)) return { kind: 'json', value }
  } catch (error) {
    // With deep nesting the parser overflows the stack (a RangeError); any other error is a key with contradicting
    // values.
    if (!(error instanceof RangeError)) return { kind: 'unusable', problem: contradictionIn(messageOf(error)) }
  }
  return { kind: 'unusable', problem: `nested deeper than ${maxNesting} levels` }
}

function contradictionIn(message: string): string {
  const key = /^Duplicate key '(.*)' encountered/s.exec(message)?.[1]?.slice(0, maxNamedKeyLength)
  return key === undefined ? message : `the key "${key}" appears twice with different values`
}

/** Returns JSON text for a value of `readJson`; every number is written as received. */
export function writeJson(value: unknown): string {
  return stringify(value) ?? 'null'
}

/** The received text of a number of `readJson`, such as `1.0`; null for any other value. */
export function numberText(value: unknown): string | null {
  if (isLosslessNumber(value)) return value.value
  return typeof value === 'number' ? String(value) : null
}

/** The digits of a number as text: the same text for `1`, `1.0` and `1e0`, and every digit of a long number. */
export function plainDigits(text: string): string {
  return /^-?[1-9]\d*$/.test(text) || !isSafeNumber(text) ? text : String(Number(text))
}

/** The digits of a number of `readJson`, for comparisons and lookups; null for any other value. */
export function digitsOf(value: unknown): string | null {
  return isLosslessNumber(value) ? plainDigits(value.value) : numberText(value)
}

// Whether the parser stopped at the end of an unclosed object or list, so the text is incomplete rather than wrong.
function endsEarly(message: string, text: string): boolean {
  if (!/^\s*[[{]/.test(text)) return false
  if (/Unexpected end|Unterminated string/.test(message)) return true
  const position = /at position (\d+)/.exec(message)?.[1]
  return position !== undefined && Number(position) >= text.length
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
