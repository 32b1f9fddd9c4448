/** When two JSON values are the same: numbers by their digits, objects whatever the order of their keys. */
import { digitsOf } from '../../service/json.ts'
import { isObject, memberOf } from '../document.ts'
import type { ConversationDocument, JsonObject } from '../document.ts'

function isSameObject(left: JsonObject, right: JsonObject): boolean {
  const keys = Object.keys(left)
  if (keys.length !== Object.keys(right).length) return false
  return keys.every((key) => Object.hasOwn(right, key) && isSameValue(left[key], right[key]))
}

function isSameList(left: readonly unknown[], right: readonly unknown[]): boolean {
  return left.length === right.length && left.every((value, place) => isSameValue(value, right[place]))
}

/** True for two values that say the same; null, absent (undefined), empty and 0 all differ from each other. */
export function isSameValue(left: unknown, right: unknown): boolean {
  if (left === right) return true
  const digits = digitsOf(left)
  if (digits !== null) return digits === digitsOf(right)
  if (Array.isArray(left)) return Array.isArray(right) && isSameList(left, right)
  return isObject(left) && isObject(right) && isSameObject(left, right)
}

/** A text that two values share exactly when they are the same. */
export function fingerprint(value: unknown): string {
  const digits = digitsOf(value)
  if (digits !== null) return digits
  if (Array.isArray(value)) return `[${value.map(fingerprint).join(',')}]`
  if (!isObject(value)) return JSON.stringify(value ?? null)
  const members = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${fingerprint(value[key])}`)
  return `{${members.join(',')}}`
}

/** True when two answers say the same of the conversation; the envelope around it does not count. */
export function isSame(one: ConversationDocument, other: ConversationDocument): boolean {
  return isSameValue(memberOf(one.answer, 'data'), memberOf(other.answer, 'data'))
}
