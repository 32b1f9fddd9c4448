/** When two JSON values are the same: numbers by their digits, objects whatever the order of their keys. */
import { digitsOf } from '../../service/json.ts'
import { isObject, memberOf } from '../document.ts'
import type { ConversationDocument, JsonObject } from '../document.ts'

/** True for two values that say the same; null, absent (undefined), empty and 0 all differ from each other. */
export type IsSameValue = (left: unknown, right: unknown) => boolean

/**
 * Gives the question for one comparison, which asks it at every level of what differs: pairs that differ deeper inside
 * are remembered, so that all the asking takes about as long as walking both values once.
 */
export function createSameness(): IsSameValue {
  const different = new Map<object, object>()

  // What differs at once is found at once again; only the way down to a difference is worth a place.
  const differ = (left: object, right: object, inside: unknown): false => {
    if (typeof inside === 'object' && inside !== null) different.set(left, right)
    return false
  }

  const isSameObject = (left: JsonObject, right: JsonObject): boolean => {
    const keys = Object.keys(left)
    if (keys.length !== Object.keys(right).length) return false
    const key = keys.find((name) => !Object.hasOwn(right, name) || !isSameValue(left[name], right[name]))
    return key === undefined || differ(left, right, left[key])
  }

  const isSameList = (left: readonly unknown[], right: readonly unknown[]): boolean => {
    if (left.length !== right.length) return false
    const place = left.findIndex((value, at) => !isSameValue(value, right[at]))
    return place === -1 || differ(left, right, left[place])
  }

  const isSameValue: IsSameValue = (left, right) => {
    if (left === right) return true
    const digits = digitsOf(left)
    if (digits !== null) return digits === digitsOf(right)
    if (typeof left === 'object' && left !== null && different.get(left) === right) return false
    if (Array.isArray(left)) return Array.isArray(right) && isSameList(left, right)
    return isObject(left) && isObject(right) && isSameObject(left, right)
  }

  return isSameValue
}

/** True when two answers say the same of the conversation; the envelope around it does not count. */
export function isSame(one: ConversationDocument, other: ConversationDocument): boolean {
  return createSameness()(memberOf(one.answer, 'data'), memberOf(other.answer, 'data'))
}
