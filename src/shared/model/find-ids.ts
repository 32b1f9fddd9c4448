/**
 * Finds ids in a text of any kind: lines, CSV, JSON, logs, addresses. Nothing is parsed as a whole, so that broken and
 * mixed texts give up their ids too. Source of the ids' forms: `service-api.md §GET /getConversationById`, and its samples.
 */
import { cellsOfColumns } from './id-table.ts'

/** An id that was found. */
export interface FoundId {
  readonly id: string
  /** It looks like the service's ids (a run of 15 to 32 digits), or stood under the name of a wanted one. */
  readonly isLikely: boolean
}

/** Whose ids are wanted, and whose stand beside them: names without "id", in lower case; "" is the bare "id". */
export interface IdNames {
  readonly wanted: readonly string[]
  readonly others: readonly string[]
}

/** The names around ids of conversations. */
export const conversationIdNames: IdNames = {
  wanted: ['conversation', ''],
  others: [
    'task',
    'session',
    'user',
    'corp',
    'crop',
    'model',
    'scene',
    'modelscene',
    'image',
    'tts',
    'app',
    'request',
    'trace',
  ],
}

/** The most ids that a text gives. */
export const maxFoundIds = 10_000

interface Hit extends FoundId {
  readonly at: number
}

type Standing = 'wanted' | 'other' | 'none'

const longId = { min: 15, max: 32 }
const zero = 48
const nine = 57
const maxNameLength = 24
const noValues: ReadonlySet<string> = new Set(['null', 'true', 'false', 'undefined', 'none', 'nil'])

// Every part has a bound, so that no text makes this slow.
const named = /id["'\\]{0,4}\s{0,8}(?:[:=>]|%3[ad])\s{0,8}["'\\]{0,4}([\w-]{1,128})(?![\w-])/gi
const nameBefore = /(?:^|[^a-z])([a-z]*)[ _-]?$/i

function standingOf(name: string, { wanted, others }: IdNames): Standing {
  const plain = name.toLowerCase()
  if (wanted.includes(plain)) return 'wanted'
  return others.includes(plain) ? 'other' : 'none'
}

/** The standing of the name that ends right before an "id"; the bare "id" has none, but no other letter before it. */
function standingBefore(before: string, names: IdNames): { readonly isBare: boolean; readonly standing: Standing } {
  const name = nameBefore.exec(before)?.[1] ?? ''
  const isInsideWord = name === '' && /[^\W_]$/.test(before)
  return { isBare: name === '', standing: isInsideWord ? 'none' : standingOf(name, names) }
}

/** Ids that stand behind their name, as `conversationId=108` or `"conversation_id": "108"`. */
function* namedHits(text: string, names: IdNames): Generator<Hit> {
  for (const match of text.matchAll(named)) {
    const id = match[1] ?? ''
    const before = text.slice(Math.max(0, match.index - maxNameLength), match.index)
    const { isBare, standing } = standingBefore(before, names)
    // A bare "id" stands for much in this world, such as the parts of a web page.
    const isId = !noValues.has(id.toLowerCase()) && (!isBare || /\d/.test(id))
    if (standing === 'none' || !isId) continue
    yield { id, isLikely: standing === 'wanted', at: match.index + match[0].length - id.length }
  }
}

const headName = /^([a-z]*)[ _-]?id$/i

/** Ids that stand in a column under their name. */
function* columnHits(text: string, names: IdNames): Generator<Hit> {
  const standingOfHead = (heading: string): 'wanted' | 'other' | null => {
    const name = headName.exec(heading)?.[1]
    const standing = name === undefined ? 'none' : standingOf(name, names)
    return standing === 'none' ? null : standing
  }
  for (const { text: id, at, standing } of cellsOfColumns(text, standingOfHead)) {
    if (/^[\w-]{1,128}$/.test(id)) yield { id, isLikely: standing === 'wanted', at }
  }
}

// What a line or a cell ends with, and what may stand between that and a number that is all of it.
const borders = new Set([',', ';', '\t', '|', '\n', '\r', ''])
const wrapping = new Set([' ', '"', "'", '[', ']', '(', ')'])
const maxWrapping = 8

function endsAtBorder(text: string, from: number, step: 1 | -1): boolean {
  for (let at = from, left = maxWrapping; left >= 0; at += step, left -= 1) {
    const sign = text.charAt(at)
    if (borders.has(sign)) return true
    if (!wrapping.has(sign)) return false
  }
  return false
}

function endOfDigits(text: string, from: number): number {
  let end = from
  for (let code = text.charCodeAt(end); code >= zero && code <= nine; code = text.charCodeAt(end)) end += 1
  return end
}

/** Runs of digits: long ones anywhere, short ones where they are all of a line or of a cell. */
function* digitHits(text: string): Generator<Hit> {
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code < zero || code > nine) continue
    const end = endOfDigits(text, at)
    const length = end - at
    const isLikely = length >= longId.min && length <= longId.max
    const isAlone = length < longId.min && endsAtBorder(text, at - 1, -1) && endsAtBorder(text, end, 1)
    if (isLikely || isAlone) yield { id: text.slice(at, end), isLikely, at }
    at = end
  }
}

/** Adds a hit; an id that is likely anywhere is likely, and where it came first is its place. */
function collect(found: Map<string, Hit>, hit: Hit): void {
  const known = found.get(hit.id)
  if (known === undefined) found.set(hit.id, hit)
  else if ((hit.isLikely && !known.isLikely) || hit.at < known.at) {
    found.set(hit.id, { id: hit.id, isLikely: known.isLikely || hit.isLikely, at: Math.min(known.at, hit.at) })
  }
}

/** Gives the ids of a text in the order of their first appearance, each once, at most 10,000. Never throws. */
export function findIds(text: string, names: IdNames): readonly FoundId[] {
  const found = new Map<string, Hit>()
  // Where an id of something else stands, a long number says nothing.
  const others = new Set<number>()
  for (const hits of [namedHits(text, names), columnHits(text, names)]) {
    for (const hit of hits) {
      if (!hit.isLikely) others.add(hit.at)
      collect(found, hit)
    }
  }
  for (const hit of digitHits(text)) collect(found, others.has(hit.at) ? { ...hit, isLikely: false } : hit)
  return [...found.values()]
    .sort((one, other) => one.at - other.at)
    .slice(0, maxFoundIds)
    .map(({ id, isLikely }) => ({ id, isLikely }))
}
