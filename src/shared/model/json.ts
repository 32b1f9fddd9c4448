/**
 * Reads the service's JSON without losing a digit: ids have 19 of them, beyond what a number can hold. Never throws:
 * whatever came, the answer is a value or a named problem. See docs/decisions/014.
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
export const maxNesting = 500

const maxNamedKeyLength = 100

/** A number that JavaScript writes as it came is a number; any other keeps its text. */
const numberOf = (digits: string): number | LosslessNumber =>
  String(Number(digits)) === digits ? Number(digits) : new LosslessNumber(digits)

/** Counts up to one level more than is read. */
function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null || isLosslessNumber(value)) return false
  return levels === 0 || Object.values(value).some((member) => isDeeperThan(levels - 1, member))
}

/**
 * Gives the value of a JSON text. Numbers that JavaScript writes as they came are numbers; all others (long ones, `1.0`,
 * `1e2`) are `LosslessNumber` with their text. A key that appears twice with different values makes a text unusable.
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
    // A parser answers deep nesting by running out of stack; whatever else it refuses is a key that contradicts itself.
    if (!(error instanceof RangeError)) return { kind: 'unusable', problem: contradictionIn(messageOf(error)) }
  }
  return { kind: 'unusable', problem: `nested deeper than ${maxNesting} levels` }
}

function contradictionIn(message: string): string {
  const key = /^Duplicate key '(.*)' encountered/s.exec(message)?.[1]?.slice(0, maxNamedKeyLength)
  return key === undefined ? message : `the key "${key}" appears twice with different values`
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
