/** Where a documented field occurs in a conversation. */
import { isObject, memberOf, memberPath } from './document.ts'
import type { JsonObject } from './document.ts'
import { descriptionOf } from './fields.ts'

/** A step into a member or an item. Its path is built on first use and cached, because few of thousands are shown. */
class Step {
  readonly #from: Step | null
  readonly #key: string | number
  #path: string | null = null

  constructor(from: Step | null, key: string | number) {
    this.#from = from
    this.#key = key
  }

  get path(): string {
    this.#path ??= this.#makePath()
    return this.#path
  }

  #makePath(): string {
    if (this.#from === null) return String(this.#key)
    return typeof this.#key === 'number'
      ? `${this.#from.path}[${String(this.#key)}]`
      : memberPath(this.#from.path, this.#key)
  }
}

interface Holder {
  readonly value: JsonObject
  readonly step: Step
  /** Position in the nearest list, counted from 1; 0 outside of lists. */
  readonly number: number
}

/** A location where a field is, or could be. */
export class Occurrence {
  readonly field: string
  /** undefined where the field is absent. */
  readonly value: unknown
  /** The object that contains, or would contain, the field. */
  readonly holder: JsonObject
  /** The holder's position in its list, counted from 1; 0 outside of lists. */
  readonly number: number
  readonly #step: Step

  constructor(field: string, name: string, { value, step, number }: Holder) {
    this.field = field
    this.value = memberOf(value, name)
    this.holder = value
    this.number = number
    this.#step = new Step(step, name)
  }

  get path(): string {
    return this.#step.path
  }
}

function collectObjects(value: unknown, step: Step, number: number, into: Holder[]): void {
  if (isObject(value)) into.push({ value, step, number })
  else if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) collectObjects(item, new Step(step, index), index + 1, into)
  }
}

/** The objects that a path of members leads to, through lists of any depth. */
function holdersOf(data: JsonObject, names: readonly string[]): readonly Holder[] {
  let holders: readonly Holder[] = [{ value: data, step: new Step(null, 'data'), number: 0 }]
  for (const name of names) {
    const inside: Holder[] = []
    for (const { value, step, number } of holders) {
      collectObjects(memberOf(value, name), new Step(step, name), number, inside)
    }
    holders = inside
  }
  return holders
}

/** Every occurrence of a field. An object in place of a documented list is skipped. */
export function occurrencesOf(data: JsonObject, field: string): readonly Occurrence[] {
  const names = field.split('.')
  const name = names.pop() ?? ''
  const isOfItems = names[0] !== undefined && descriptionOf(names[0]).type === 'list'
  const holders = holdersOf(data, names)
  const numbered = isOfItems ? holders.filter(({ number }) => number > 0) : holders
  return numbered.map((holder) => new Occurrence(field, name, holder))
}
