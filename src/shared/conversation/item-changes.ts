/** Differences between two lists of the contract: items that were removed, added, moved, or changed inside. */
import { digitsOf } from '../model/json.ts'
import { truncate } from '../model/truncate.ts'
import type { ChangedItem, ConversationChange, Side } from './change-types.ts'
import { isObject, memberOf, memberPath, textIn } from './document.ts'
import { descriptionOf } from './fields.ts'
import type { FieldDescription } from './fields.ts'
import { byType, scriptTypeOf } from './items.ts'
import { meaningOf, valueOf } from './values.ts'
import type { ConversationList, ConversationSection } from './view-types.ts'

/** `description` is null for a field outside the contract. */
export interface ComparedField {
  readonly section: ConversationSection
  readonly field: string
  readonly description: FieldDescription | null
  readonly item: ChangedItem | null
  readonly leftPath: string
  readonly rightPath: string
}

export interface ComparedValues {
  readonly left: unknown
  readonly right: unknown
}

/** Receives each change when it is found; `make` is called only for changes that are kept. */
export type AddChange = (section: ConversationSection, make: () => ConversationChange) => void

export type CompareValues = (compared: ComparedField, values: ComparedValues) => void

export function sideOf(description: FieldDescription | null, path: string, value: unknown): Side {
  const fieldValue = valueOf(value)
  const meaning = description === null ? ({ kind: 'none' } as const) : meaningOf(description, fieldValue)
  return { path, value: fieldValue, meaning }
}

interface CompareTools {
  readonly addChange: AddChange
  /** Adds the differences inside an item that is on both sides. */
  readonly compareValues: CompareValues
}

const maxNameLength = 200

// In longer lists only equal positions count as not moved, because the full matching takes quadratic time.
const maxMatched = 10_000
const scriptType = descriptionOf('scriptDtoList.scriptType')

function typeOf(value: unknown): ChangedItem['scriptType'] {
  const member = memberOf(value, 'scriptType')
  const digits = digitsOf(member)
  if (digits === null) return null
  return { digits: truncate(digits, maxNameLength), meaning: meaningOf(scriptType, valueOf(member)) }
}

const names: Readonly<Record<ConversationList, Key>> = {
  scriptDtoList: () => null,
  modelDtoList: (item) => textIn(item, 'largeName'),
  knowledgeDtoList: knowledgeName,
}

function itemOf(list: ConversationList, value: unknown): ChangedItem {
  const start = (text: string | null): string | null => text && truncate(text, maxNameLength)
  const scriptType = list === 'scriptDtoList' ? typeOf(value) : null
  return { list, id: start(nameIn(value, 'id')), scriptType, name: start(names[list](value)) }
}

// For an added or removed script, its text is more useful than its JSON.
function wholeSide(list: ConversationList, path: string, value: unknown): Side {
  const text = list === 'scriptDtoList' ? textIn(value, 'scriptContent') : null
  return text === null ? sideOf(null, path, value) : sideOf(null, memberPath(path, 'scriptContent'), text)
}

// In the viewer's order: scripts by type, all other items by their position on the right, or else on the left.
function inOrder(list: ConversationList, pairs: readonly ItemPair[], { left, right }: Lists): readonly ItemPair[] {
  const ranked = pairs.map((pair) => {
    const item = pair.left === null ? right[pair.right ?? 0] : left[pair.left]
    return { pair, type: scriptTypeOf(list, item), position: pair.right ?? pair.left ?? 0 }
  })
  return ranked.sort((a, b) => byType(a.type, b.type) || a.position - b.position).map(({ pair }) => pair)
}

/**
 * The longest set of pairs in the same order on both sides; among equally long sets, the set with the most unchanged
 * positions.
 */
function inSameOrder(pairs: readonly ItemPair[]): ReadonlySet<ItemPair> {
  const ends: { readonly pair: ItemPair; readonly weight: number; readonly before: number }[] = []
  let last = -1
  for (const [pairIndex, pair] of pairs.entries()) {
    let before = -1
    let weight = 0
    for (const [index, end] of ends.entries()) {
      if (end.weight > weight && Number(end.pair.right) < Number(pair.right)) {
        before = index
        weight = end.weight
      }
    }
    weight += pairs.length + (pair.left === pair.right ? 1 : 0)
    ends.push({ pair, weight, before })
    if (weight > (ends[last]?.weight ?? 0)) last = pairIndex
  }
  const run = new Set<ItemPair>()
  for (let end = ends[last]; end !== undefined; end = ends[end.before]) run.add(end.pair)
  return run
}

/** Pairs that moved. An item that only shifted because others were added or removed has not moved. */
function movedOf(pairs: readonly ItemPair[]): ReadonlySet<ItemPair> {
  const inBoth = pairs.filter(({ left, right }) => left !== null && right !== null)
  const positions = inBoth.map(({ right }) => right ?? 0)
  if (positions.every((position, index) => position > (positions[index - 1] ?? -1))) return new Set()
  const isLong = inBoth.length > maxMatched
  const stayed = isLong ? new Set(inBoth.filter(({ left, right }) => left === right)) : inSameOrder(inBoth)
  return new Set(inBoth.filter((pair) => !stayed.has(pair)))
}

export function compareItems(compared: ComparedField, lists: Lists, { addChange, compareValues }: CompareTools): void {
  const { section, field } = compared
  const list = field === 'scriptDtoList' || field === 'modelDtoList' ? field : 'knowledgeDtoList'
  const pairs = pairItems(list, lists)
  const moved = movedOf(pairs)
  for (const pair of inOrder(list, pairs, lists)) {
    const { left, right } = pair
    const values: ComparedValues = { left: lists.left[left ?? -1], right: lists.right[right ?? -1] }
    const [leftPath, rightPath] = [`${compared.leftPath}[${String(left)}]`, `${compared.rightPath}[${String(right)}]`]
    const item = itemOf(list, left === null ? values.right : values.left)
    const location = { section, field, isDocumented: true, item }
    if (right === null) {
      addChange(section, () => ({ ...location, kind: 'removed', left: wholeSide(list, leftPath, values.left) }))
    } else if (left === null) {
      addChange(section, () => ({ ...location, kind: 'added', right: wholeSide(list, rightPath, values.right) }))
    } else {
      if (moved.has(pair)) addChange(section, () => ({ ...location, kind: 'moved', from: left + 1, to: right + 1 }))
      compareValues({ ...compared, item, leftPath, rightPath }, values)
    }
  }
}

/** Matched items of two lists by position from 0; null where a side lacks the item. */
interface ItemPair {
  readonly left: number | null
  readonly right: number | null
}

type Key = (item: unknown) => string | null

/** A text that is equal for two values exactly when the values are equal, whatever the order of their keys. */
function fingerprint(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(fingerprint).join()}]`
  if (!isObject(value)) return digitsOf(value) ?? JSON.stringify(value ?? null)
  const names = Object.keys(value).sort()
  return `{${names.map((name) => `${JSON.stringify(name)}:${fingerprint(value[name])}`).join()}}`
}

function nameIn(item: unknown, name: string): string | null {
  return digitsOf(memberOf(item, name)) ?? textIn(item, name)
}

/**
 * A knowledge base's name: the first member whose name ends in "name", because the contract does not describe its
 * items.
 */
function knowledgeName(item: unknown): string | null {
  if (!isObject(item)) return null
  const key = Object.keys(item).find((name) => /name$/i.test(name) && textIn(item, name) !== null)
  return key === undefined ? null : textIn(item, key)
}

function pairKey(first: string | null, second: string | null): string | null {
  return first === null || second === null ? null : JSON.stringify([first, second])
}

const type: Key = (item) => (isObject(item) ? (nameIn(item, 'scriptType') ?? 'none') : null)
const id: Key = (item) => nameIn(item, 'id')

// Fully equal items are matched first, whatever their ids and names.
const keysOf: Readonly<Record<ConversationList, readonly Key[]>> = {
  scriptDtoList: [
    fingerprint,
    (item) => pairKey(type(item), id(item)),
    id,
    (item) => pairKey(type(item), textIn(item, 'scriptContent')),
    type,
  ],
  modelDtoList: [fingerprint, id, (item) => nameIn(item, 'modelId'), (item) => textIn(item, 'largeName')],
  knowledgeDtoList: [fingerprint, id, knowledgeName],
}

export interface Lists<Item = unknown> {
  readonly left: readonly Item[]
  readonly right: readonly Item[]
}

// Pairs items with the same key in their order; returns the unpaired items.
function pairBy(
  key: Key,
  items: Lists,
  { unpaired, pairs }: { unpaired: Lists<number>; pairs: ItemPair[] },
): Lists<number> {
  const waiting = Map.groupBy(unpaired.right, (index) => key(items.right[index]))
  const next = new Map<string, number>()
  const paired = new Set<number>()
  const left = unpaired.left.filter((index) => {
    const name = key(items.left[index])
    if (name === null) return true
    const turn = next.get(name) ?? 0
    const right = waiting.get(name)?.[turn]
    if (right === undefined) return true
    next.set(name, turn + 1)
    paired.add(right)
    pairs.push({ left: index, right })
    return false
  })
  return { left, right: unpaired.right.filter((index) => !paired.has(index)) }
}

/** Each item is in exactly one pair. In the order of the left side, then the items that are only on the right. */
function pairItems(list: ConversationList, items: Lists): readonly ItemPair[] {
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
