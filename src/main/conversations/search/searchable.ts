/**
 * What of a conversation can be searched, in the order in which a hit is told: each text behind a mark that says what it
 * stands in, packed into pieces that are indexed in a few milliseconds each.
 */
import type { LibraryHit } from '../../../shared/schemas/library.ts'
import type { JsonValue } from './json-values.ts'

/** What a text of an answer stands in. */
export type TextPlace = Exclude<LibraryHit['place'], 'note' | 'tag'>

/** A run of a piece's text with what it stands in. */
export interface PlacedText {
  readonly place: TextPlace
  readonly text: string
  /** Where the text begins in its piece. */
  readonly from: number
}

/** Collects texts, and packs them. */
export interface Searchable {
  readonly add: (place: TextPlace, text: string) => void
  readonly pieces: () => readonly string[]
}

/** The longest word that a search is sure to find across the pieces of one text. */
const maxWordLength = 500

const places: readonly TextPlace[] = ['name', 'id', 'persona', 'prompt', 'script', 'knowledge', 'other']
const maxPieceLength = 16_000

// Code points that no text may mean anything by (Unicode: noncharacters). Two of the last one end a piece, so that every
// letter begins a group of three, by which short words are found.
const firstMark = 0xfdd0
const endMark = String.fromCharCode(0xfddf)
const marks = /[\0\ufdd0-\ufdef]/g
const idName = /^id$|I[dD]$|_id$/

/** The text without what the index uses for itself. */
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

/** What a value of an answer stands in; null for what is not searched, such as the envelope, and numbers that are no id. */
export function placeOf({ names, isNumber }: JsonValue): TextPlace | null {
  const [envelope, part = '', member = ''] = names
  if (envelope !== 'data') return null
  if (idName.test(names.at(-1) ?? '')) return 'id'
  if (isNumber) return null
  return placesOfParts.get(part) ?? placesOfParts.get(`${part}.${member}`) ?? 'other'
}

function isLowSurrogate(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return code >= 0xdc00 && code <= 0xdfff
}

/** A text in parts, each of which begins with the end of the one before. */
function partsOf(text: string): readonly string[] {
  if (text.length <= maxPieceLength) return [text]
  const parts: string[] = []
  for (let from = 0; from < text.length - maxWordLength; from += maxPieceLength - maxWordLength) {
    const start = isLowSurrogate(text, from) ? from - 1 : from
    const end = from + maxPieceLength
    parts.push(text.slice(start, isLowSurrogate(text, end) ? end + 1 : end))
  }
  return parts
}

export function createSearchable(): Searchable {
  const texts = new Map(places.map((place) => [place, new Set<string>()]))
  return {
    add: (place, text) => {
      if (text.trim() !== '') texts.get(place)?.add(plainText(text))
    },
    pieces: () => {
      const pieces: string[] = []
      let piece = ''
      const close = (): void => {
        if (piece !== '') pieces.push(`${piece}${endMark}${endMark}`)
        piece = ''
      }
      for (const [index, place] of places.entries()) {
        for (const part of [...(texts.get(place) ?? [])].flatMap(partsOf)) {
          if (piece.length + part.length > maxPieceLength) close()
          piece += String.fromCharCode(firstMark + index) + part
        }
      }
      close()
      return pieces
    },
  }
}

/** The text of a piece that stands around a place in it, without marks. */
export function textAround(piece: string, at: number): PlacedText {
  let from = at
  while (from > 0 && !isMark(piece, from - 1)) from -= 1
  let end = at
  while (end < piece.length && !isMark(piece, end)) end += 1
  const place = places[piece.charCodeAt(from - 1) - firstMark] ?? 'other'
  return { place, text: piece.slice(from, end), from }
}

function isMark(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return code >= firstMark && code <= 0xfdef
}
