/** The searchable text of a conversation: each text follows a mark that shows its place. */
import { isObject } from '../../../shared/conversation/document.ts'
import type { ConversationDocument } from '../../../shared/conversation/document.ts'
import { placeOf, plainText, textPlaces } from '../../../shared/conversation/excerpt.ts'
import type { TextPlace } from '../../../shared/conversation/excerpt.ts'
import type { ConversationId } from '../../../shared/ids.ts'
import { digitsOf } from '../../../shared/model/json.ts'

// `plainText` removes these code points from every text.
const firstMark = 0xfdd0
const lastMark = 0xfdef

// Nobody searches the encoded bytes of a picture, and indexing two megabytes of them takes seconds.
const maxDataAddressLength = 100

function searchedPart(text: string): string {
  return /^\s*data:/i.test(text) ? text.slice(0, maxDataAddressLength) : text
}

type Texts = ReadonlyMap<TextPlace, Set<string>>

function collect(value: unknown, names: readonly string[], into: Texts): void {
  const digits = digitsOf(value)
  const text = typeof value === 'string' ? value : digits
  if (text !== null) {
    const place = placeOf(names, digits !== null)
    if (place !== null && text.trim() !== '') into.get(place)?.add(plainText(searchedPart(text)))
  } else if (Array.isArray(value)) for (const item of value) collect(item, names, into)
  else if (isObject(value)) for (const [name, member] of Object.entries(value)) collect(member, [...names, name], into)
}

/** Every text of a conversation once, each after the mark of its place; only the beginning of a `data:` address. */
export function searchableText(conversationId: ConversationId, { data }: ConversationDocument): string {
  const texts: Texts = new Map(textPlaces.map((place) => [place, new Set<string>()]))
  texts.get('id')?.add(conversationId)
  collect(data, [], texts)
  return textPlaces
    .flatMap((place, index) =>
      Array.from(texts.get(place) ?? [], (text) => String.fromCharCode(firstMark + index) + text),
    )
    .join('')
}

function isMark(text: string, position: number): boolean {
  const code = text.charCodeAt(position)
  return code >= firstMark && code <= lastMark
}

/** The text around an index of a searchable text, its place and where it starts. */
export function textAround(searchable: string, position: number) {
  let from = position
  while (from > 0 && !isMark(searchable, from - 1)) from -= 1
  let end = position
  while (end < searchable.length && !isMark(searchable, end)) end += 1
  const place = textPlaces[searchable.charCodeAt(from - 1) - firstMark] ?? 'other'
  return { place, text: searchable.slice(from, end), from }
}
