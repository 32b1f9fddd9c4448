/** Where a documented field occurs in a conversation. */
import { isObject, memberOf, memberPath } from './document.ts'
import type { JsonObject } from './document.ts'
import { descriptionOf } from './fields.ts'

interface Spot {
  readonly value: unknown
  readonly path: string
  /** Place in the nearest list, counted from 1; 0 outside of lists. */
  readonly number: number
}

type Holder = Spot & { readonly value: JsonObject }

function collectObjects({ value, path, number }: Spot, into: Holder[]): readonly Holder[] {
  if (isObject(value)) into.push({ value, path, number })
  else if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      collectObjects({ value: item, path: `${path}[${String(index)}]`, number: index + 1 }, into)
    }
  }
  return into
}

function holdersOf(from: Spot, names: readonly string[]): readonly Holder[] {
  const [name, ...rest] = names
  const spots = collectObjects(from, [])
  if (name === undefined) return spots
  return spots.flatMap((spot) =>
    holdersOf({ ...spot, value: memberOf(spot.value, name), path: memberPath(spot.path, name) }, rest),
  )
}

/**
 * Every occurrence of a field, `value` undefined where the field is absent. An object in the place of a list is passed
 * over.
 */
export function* occurrencesOf(data: JsonObject, field: string) {
  const names = field.split('.')
  const name = names.pop() ?? ''
  const isOfItems = names[0] !== undefined && descriptionOf(names[0]).type === 'list'
  for (const { value: holder, path, number } of holdersOf({ value: data, path: 'data', number: 0 }, names)) {
    if (isOfItems && number === 0) continue
    yield { path: memberPath(path, name), field, value: memberOf(holder, name), holder, number }
  }
}
