/** The items of the contract's lists. */
import { digitsOf } from '../model/json.ts'
import { formsOf } from '../model/search-words.ts'
import { isObject, listIn, memberOf, memberPath } from './document.ts'
import type { ConversationDocument } from './document.ts'
import { descriptionOf } from './fields.ts'
import type { MediaAddresses } from './media.ts'
import { meaningOf, rowOf } from './values.ts'
import type { ConversationList, FieldGroup, ListItems, ScriptKind } from './view-types.ts'
import { hasMembers, objectRows } from './view.ts'

export interface ItemsQuery {
  readonly list: ConversationList
  /** Only items with this text in any of their texts; "" for all items. */
  readonly search: string
  readonly media: MediaAddresses
}

/** `index` is the item's position as received. */
interface IndexedItem {
  readonly index: number
  readonly item: unknown
  readonly type: string | null
}

// There can be as many undocumented types as scripts.
const maxOtherKinds = 200

const scriptType = descriptionOf('scriptDtoList.scriptType')
const documentedTypes = scriptType.code?.kind === 'documented' ? Object.keys(scriptType.code.meanings) : []
const rankOfType = new Map(documentedTypes.map((type, rank) => [type, rank]))

// Documented types first, then other types by number, then scripts without a type.
function rankOf(type: string | null): number {
  if (type === null) return Infinity
  return rankOfType.get(type) ?? documentedTypes.length
}

/** The digits of a script's type; null without a usable type, and for items of other lists. */
export function scriptTypeOf(list: ConversationList, item: unknown): string | null {
  return list === 'scriptDtoList' ? digitsOf(memberOf(item, 'scriptType')) : null
}

export function byType(one: string | null, other: string | null): number {
  const [first, second] = [rankOf(one), rankOf(other)]
  if (first !== second) return first - second
  // Long types lose digits as numbers, so the text breaks ties.
  return Number(one) - Number(other) || String(one).localeCompare(String(other))
}

function orderedList(document: ConversationDocument, list: ConversationList): readonly IndexedItem[] {
  const received = listIn(document.data, list).map((item, index) => ({ index, item, type: scriptTypeOf(list, item) }))
  return received.toSorted((one, other) => byType(one.type, other.type))
}

/** True when a text in the value contains one of the forms of a search, which are in lower case. */
function hasText(value: unknown, forms: readonly string[]): boolean {
  if (typeof value === 'string') {
    const text = value.toLowerCase()
    return forms.some((form) => text.includes(form))
  }
  if (Array.isArray(value)) return value.some((entry) => hasText(entry, forms))
  return isObject(value) && Object.values(value).some((member) => hasText(member, forms))
}

function kindOf(type: string | null, count: number): ScriptKind {
  if (type === null) return { type: null, meaning: { kind: 'none' }, count }
  return { type, meaning: meaningOf(scriptType, { kind: 'number', text: type }), count }
}

function kindsOf(items: readonly IndexedItem[], search: string): readonly ScriptKind[] {
  const counts = new Map<string | null, number>(documentedTypes.map((type) => [type, 0]))
  for (const { type } of items) counts.set(type, (counts.get(type) ?? 0) + 1)
  const kinds = [...counts].filter(([, count]) => count > 0 || search === '')
  return kinds.slice(0, documentedTypes.length + maxOtherKinds).map(([type, count]) => kindOf(type, count))
}

type Fields = Omit<FieldGroup, 'path'>

function fieldsOf(item: unknown, path: string, { list, media }: ItemsQuery): Fields {
  const description = descriptionOf(list)
  if (!hasMembers(item)) {
    return { rows: [rowOf(description, { path, received: item, media })], otherFields: [], moreOtherFields: 0 }
  }
  return objectRows({ value: item, path, parent: list, section: description.section }, media)
}

/** Its fields are created on first use, because a screen shows few of thousands of items. */
function groupOf({ item, index }: IndexedItem, query: ItemsQuery): FieldGroup {
  const path = `${memberPath('data', query.list)}[${String(index)}]`
  let builtFields: Fields | null = null
  const fields = (): Fields => (builtFields ??= fieldsOf(item, path, query))
  return {
    path,
    get rows() {
      return fields().rows
    },
    get otherFields() {
      return fields().otherFields
    },
    get moreOtherFields() {
      return fields().moreOtherFields
    },
  }
}

/**
 * Scripts in the order of the contract's types, then of other types, then without a type. Without a search, missing
 * types are counted as 0.
 */
export function itemsOf(document: ConversationDocument, query: ItemsQuery): ListItems {
  const { list } = query
  const allItems = orderedList(document, list)
  const search = query.search.toLowerCase()
  const forms = formsOf(search)
  const matched = search === '' ? allItems : allItems.filter(({ item }) => hasText(item, forms))
  return {
    total: allItems.length,
    kinds: list === 'scriptDtoList' ? kindsOf(matched, search) : [],
    items: matched.map((item) => groupOf(item, query)),
  }
}
