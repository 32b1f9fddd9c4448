/** What of a conversation can be searched: each text behind a mark that says what it stands in, packed into parts. */
import type { LibraryHit } from '../../../shared/schemas/library.ts'
import { FailureError } from '../../../shared/failure.ts'
import type { ConversationId } from '../../../shared/ids.ts'
import { digitsOf } from '../../service/json.ts'
import { isObject } from '../document.ts'
import type { ConversationDocument } from '../document.ts'

type TextPlace = Exclude<LibraryHit['place'], 'note' | 'tag'>

/** The longest word that is sure to be found across two parts. */
const maxWordLength = 500

// In the order in which a hit is told.
const places: readonly TextPlace[] = ['name', 'id', 'persona', 'prompt', 'script', 'knowledge', 'other']

// A part takes 5 ms to index, and 150 ms when nothing in it repeats: other writers wait no longer.
const maxPartLength = 100_000

// Code points that no text may mean anything by (Unicode: noncharacters).
const firstMark = 0xfdd0
const marks = /[\0\ufdd0-\ufdef]/g
const idName = /^id$|I[dD]$|_id$/

export function plainText(text: string): string {
  return text.replace(marks, ' ')
}

const placesOfParts: ReadonlyMap<string, TextPlace> = new Map([
  ['conversationName', 'name'],
  ['conversationInfoDto', 'persona'],
  ['modelDtoList.prompt', 'prompt'],
  ['scriptDtoList.scriptContent', 'script'],
  ['knowledgeDtoList', 'knowledge'],
  ['kbConversationDto', 'knowledge'],
])

/** What a value of `data` stands in, by the names of the members that lead to it; null for a number that is no id. */
function placeOf(names: readonly string[], isNumber: boolean): TextPlace | null {
  const [member = '', below = ''] = names
  if (idName.test(names.at(-1) ?? '')) return 'id'
  if (isNumber) return null
  return placesOfParts.get(member) ?? placesOfParts.get(`${member}.${below}`) ?? 'other'
}

type Texts = ReadonlyMap<TextPlace, Set<string>>

function collect(value: unknown, names: readonly string[], into: Texts): void {
  const digits = digitsOf(value)
  const text = typeof value === 'string' ? value : digits
  if (text !== null) {
    const place = placeOf(names, digits !== null)
    if (place !== null && text.trim() !== '') into.get(place)?.add(plainText(text))
  } else if (Array.isArray(value)) for (const item of value) collect(item, names, into)
  else if (isObject(value)) for (const [name, member] of Object.entries(value)) collect(member, [...names, name], into)
}

function isLowSurrogate(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return code >= 0xdc00 && code <= 0xdfff
}

/** A text in pieces, each of which begins with the end of the one before. */
function piecesOf(text: string): readonly string[] {
  if (text.length <= maxPartLength) return [text]
  const pieces: string[] = []
  for (let from = 0; from < text.length - maxWordLength; from += maxPartLength - maxWordLength) {
    const end = from + maxPartLength
    pieces.push(text.slice(isLowSurrogate(text, from) ? from - 1 : from, isLowSurrogate(text, end) ? end + 1 : end))
  }
  return pieces
}

// A damaged answer is found by its id alone.
function dataOf(read: () => ConversationDocument): unknown {
  try {
    return read().data
  } catch (error) {
    if (error instanceof FailureError && error.failure.kind === 'storage' && error.failure.reason === 'corrupt')
      return null
    throw error
  }
}

export function searchableParts(conversationId: ConversationId, read: () => ConversationDocument): readonly string[] {
  const texts: Texts = new Map(places.map((place) => [place, new Set<string>()]))
  texts.get('id')?.add(conversationId)
  collect(dataOf(read), [], texts)
  const parts: string[] = []
  let part = ''
  for (const [index, place] of places.entries()) {
    for (const piece of [...(texts.get(place) ?? [])].flatMap(piecesOf)) {
      if (part !== '' && part.length + piece.length > maxPartLength) {
        parts.push(part)
        part = ''
      }
      part += String.fromCharCode(firstMark + index) + piece
    }
  }
  return [...parts, part]
}

export function textAround(part: string, at: number) {
  let from = at
  while (from > 0 && !isMark(part, from - 1)) from -= 1
  let end = at
  while (end < part.length && !isMark(part, end)) end += 1
  const place = places[part.charCodeAt(from - 1) - firstMark] ?? 'other'
  return { place, text: part.slice(from, end), from }
}

function isMark(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return code >= firstMark && code <= 0xfdef
}
