/** The places of a conversation's texts in the library's search, and the excerpts of these texts. */
import { digitsOf } from '../model/json.ts'
import { isObject, memberPath } from './document.ts'

// NUL and Unicode noncharacters, which have no meaning in a text: the search index separates texts with them.
const marks = /[\0\ufdd0-\ufdef]/g

export function plainText(text: string): string {
  return text.replace(marks, ' ')
}

export function onOneLine(text: string): string {
  // A cut inside a surrogate pair leaves half a character at an end.
  return text.replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, '').replace(/\s+/g, ' ')
}

/** In the order in which a place is preferred for a hit. */
export const textPlaces = ['name', 'id', 'persona', 'prompt', 'script', 'knowledge', 'other'] as const

export type TextPlace = (typeof textPlaces)[number]

const idName = /^id$|I[dD]$|_id$/

const placesOfParts: ReadonlyMap<string, TextPlace> = new Map([
  ['conversationName', 'name'],
  ['conversationInfoDto', 'persona'],
  ['modelDtoList.prompt', 'prompt'],
  ['scriptDtoList.scriptContent', 'script'],
  ['knowledgeDtoList', 'knowledge'],
  ['kbConversationDto', 'knowledge'],
])

/** The place of a value of `data`, by the names of the members that lead to it; null for a number that is no id. */
export function placeOf(names: readonly string[], isNumber: boolean): TextPlace | null {
  const [member = '', below = ''] = names
  if (idName.test(names.at(-1) ?? '')) return 'id'
  if (isNumber) return null
  return placesOfParts.get(member) ?? placesOfParts.get(`${member}.${below}`) ?? 'other'
}

/** The words of a hit with the text around them, on one line. */
export interface Excerpt {
  readonly place: TextPlace
  readonly text: string
}

interface Holder {
  readonly path: string
  readonly names: readonly string[]
}

function pathInside(value: unknown, { path, names }: Holder, excerpt: Excerpt): string | null {
  const digits = digitsOf(value)
  const text = typeof value === 'string' ? value : digits
  if (text !== null) {
    const isThere =
      placeOf(names, digits !== null) === excerpt.place && onOneLine(plainText(text)).includes(excerpt.text)
    return isThere ? path : null
  }
  const members = Array.isArray(value)
    ? value.map((item: unknown, index) => [{ path: `${path}[${String(index)}]`, names }, item] as const)
    : isObject(value)
      ? Object.entries(value).map(
          ([name, member]) => [{ path: memberPath(path, name), names: [...names, name] }, member] as const,
        )
      : []
  for (const [holder, member] of members) {
    const excerptPath = pathInside(member, holder, excerpt)
    if (excerptPath !== null) return excerptPath
  }
  return null
}

/** Path of the first text of a conversation's data that contains an excerpt in its place; null when no text does. */
export function pathOfExcerpt(data: unknown, excerpt: Excerpt): string | null {
  return pathInside(data, { path: 'data', names: [] }, excerpt)
}
