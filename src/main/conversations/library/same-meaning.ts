/** Says whether two look-ups say the same: the order of an object's members means nothing, that of a list's items does. */
import { digitsOf } from '../../service/json.ts'
import { isObject } from '../document.ts'
import type { ConversationDocument, JsonObject } from '../document.ts'

function sameMembers(left: JsonObject, right: JsonObject): boolean {
  const names = Object.keys(left)
  return (
    names.length === Object.keys(right).length &&
    names.every((name) => Object.hasOwn(right, name) && sameValue(left[name], right[name]))
  )
}

function sameValue(left: unknown, right: unknown): boolean {
  if (left === right) return true
  if (Array.isArray(left) && Array.isArray(right)) {
    return left.length === right.length && left.every((item, index) => sameValue(item, right[index]))
  }
  const digits = digitsOf(left)
  if (digits !== null) return digits === digitsOf(right)
  return isObject(left) && isObject(right) && sameMembers(left, right)
}

/** Compares what the service says of the conversation; its envelope is that of one answer alone. */
export function saysTheSame(left: ConversationDocument, right: ConversationDocument): boolean {
  return sameValue(left.data, right.data)
}
