/** Which item of a list is which item of another: by what names it best first, then by less and less. */
import type { ConversationList } from '../../../shared/model/conversation-view.ts'
import { digitsOf } from '../../service/json.ts'
import { isObject, memberOf, textIn } from '../document.ts'

/** Two lists' items by place, from 0; null where a side has no such item. */
export interface ItemPair {
  readonly left: number | null
  readonly right: number | null
}

/** What names an item; null when it has no such name. */
type Key = (item: unknown) => string | null

/** A text that two values share exactly when they are the same, whatever the order of their keys. */
function fingerprint(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(fingerprint).join()}]`
  if (!isObject(value)) return digitsOf(value) ?? JSON.stringify(value ?? null)
  const names = Object.keys(value).sort()
  return `{${names.map((name) => `${JSON.stringify(name)}:${fingerprint(value[name])}`).join()}}`
}

/** An id or a type as text: digits as they came, or a text that is not empty. */
export function nameIn(item: unknown, name: string): string | null {
  return digitsOf(memberOf(item, name)) ?? textIn(item, name)
}

/** A knowledge base's name: the contract does not describe its items, so the first member that is called one. */
export function knowledgeName(item: unknown): string | null {
  if (!isObject(item)) return null
  const key = Object.keys(item).find((name) => /name$/i.test(name) && textIn(item, name) !== null)
  return key === undefined ? null : textIn(item, key)
}

function both(first: string | null, second: string | null): string | null {
  return first === null || second === null ? null : JSON.stringify([first, second])
}

const type: Key = (item) => (isObject(item) ? (nameIn(item, 'scriptType') ?? 'none') : null)
const id: Key = (item) => nameIn(item, 'id')

// An item that is the same in every part is never another one, whatever names it.
const keysOf: Readonly<Record<ConversationList, readonly Key[]>> = {
  scriptDtoList: [
    fingerprint,
    (item) => both(type(item), id(item)),
    id,
    (item) => both(type(item), textIn(item, 'scriptContent')),
    type,
  ],
  modelDtoList: [fingerprint, id, (item) => nameIn(item, 'modelId'), (item) => textIn(item, 'largeName')],
  knowledgeDtoList: [fingerprint, id, knowledgeName],
}

/** Two lists' items. */
export interface Lists<Item = unknown> {
  readonly left: readonly Item[]
  readonly right: readonly Item[]
}

// Those with the same key in their order; answers what is left over.
function pairBy(
  key: Key,
  items: Lists,
  { unpaired, pairs }: { unpaired: Lists<number>; pairs: ItemPair[] },
): Lists<number> {
  const waiting = Map.groupBy(unpaired.right, (place) => key(items.right[place]))
  const next = new Map<string, number>()
  const paired = new Set<number>()
  const left = unpaired.left.filter((place) => {
    const name = key(items.left[place])
    if (name === null) return true
    const turn = next.get(name) ?? 0
    const right = waiting.get(name)?.[turn]
    if (right === undefined) return true
    next.set(name, turn + 1)
    paired.add(right)
    pairs.push({ left: place, right })
    return false
  })
  return { left, right: unpaired.right.filter((place) => !paired.has(place)) }
}

/** Pairs the items of a list of the contract; each is in exactly one pair. In the order of the left side, then the rest. */
export function pairItems(list: ConversationList, items: Lists): readonly ItemPair[] {
  const pairs: ItemPair[] = []
  let unpaired: Lists<number> = { left: [...items.left.keys()], right: [...items.right.keys()] }
  for (const key of keysOf[list]) {
    if (unpaired.left.length === 0 || unpaired.right.length === 0) break
    unpaired = pairBy(key, items, { unpaired, pairs })
  }
  const onlyLeft = unpaired.left.map((left) => ({ left, right: null }))
  const inBoth = [...pairs, ...onlyLeft].sort((a, b) => (a.left ?? 0) - (b.left ?? 0))
  return [...inBoth, ...unpaired.right.map((right) => ({ left: null, right }))]
}
