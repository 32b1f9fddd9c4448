/**
 * Finds ids in a text of any kind: lines, CSV, JSON, logs, addresses. Nothing is parsed as a whole, so that broken and
 * mixed texts give up their ids too. Source of the ids' forms: `service-api.md §GET /getConversationById`, and its samples.
 */

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
export const mostFoundIds = 10_000

interface Hit extends FoundId {
  readonly at: number
}

type Standing = 'wanted' | 'other' | 'none'

const longId = { least: 15, most: 32 }
const zero = 48
const nine = 57
const longestName = 24
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
    const before = text.slice(Math.max(0, match.index - longestName), match.index)
    const { isBare, standing } = standingBefore(before, names)
    // A bare "id" stands for much in this world, such as the parts of a web page.
    const isId = !noValues.has(id.toLowerCase()) && (!isBare || /\d/.test(id))
    if (standing === 'none' || !isId) continue
    yield { id, isLikely: standing === 'wanted', at: match.index + match[0].length - id.length }
  }
}

interface Cell {
  readonly text: string
  readonly at: number
}

const aroundCell = /[\s"']/

/** Where a cell's own text begins and ends; found from both ends, as a pattern would try every blank inside. */
function insideOf(raw: string): readonly [from: number, to: number] {
  let to = raw.length
  while (to > 0 && aroundCell.test(raw.charAt(to - 1))) to -= 1
  let from = 0
  while (from < to && aroundCell.test(raw.charAt(from))) from += 1
  return [from, to]
}

/** Cells of a line; a separator inside quotes is none. */
function cellsOf(line: string, separator: string, from: number): readonly Cell[] {
  const cells: Cell[] = []
  let isQuoted = false
  let start = 0
  for (let at = 0; at <= line.length; at += 1) {
    const sign = line[at]
    if (sign === '"') isQuoted = !isQuoted
    if (at < line.length && (isQuoted || sign !== separator)) continue
    const raw = line.slice(start, at)
    const [first, end] = insideOf(raw)
    cells.push({ text: raw.slice(first, end), at: from + start + first })
    start = at + 1
  }
  return cells
}

const longestHeader = 2_000
const headName = /^([a-z]*)[ _-]?id$/i

interface Table {
  readonly separator: string
  readonly columns: readonly Standing[]
  /** Where the rows begin. */
  readonly from: number
}

/** The columns of a text whose first line names an id; null for any other text. */
function tableOf(text: string, names: IdNames): Table | null {
  const headEnd = text.indexOf('\n')
  if (headEnd === -1 || headEnd > longestHeader) return null
  const head = text
    .slice(0, headEnd)
    .replace(/^\ufeff/, '')
    .trim()
  const separator = [',', ';', '\t'].find((sign) => head.includes(sign)) ?? ','
  const columns = cellsOf(head, separator, 0).map((cell): Standing => {
    const name = headName.exec(cell.text)?.[1]
    return name === undefined ? 'none' : standingOf(name, names)
  })
  return columns.every((standing) => standing === 'none') ? null : { separator, columns, from: headEnd + 1 }
}

/** Ids that stand in a column under their name. */
function* columnHits(text: string, names: IdNames): Generator<Hit> {
  const table = tableOf(text, names)
  if (table === null) return
  for (let from = table.from; from < text.length;) {
    const newLine = text.indexOf('\n', from)
    const end = newLine === -1 ? text.length : newLine
    for (const [index, { text: id, at }] of cellsOf(text.slice(from, end), table.separator, from).entries()) {
      const standing = table.columns[index] ?? 'none'
      if (standing !== 'none' && /^[\w-]{1,128}$/.test(id)) yield { id, isLikely: standing === 'wanted', at }
    }
    from = end + 1
  }
}

// What a line or a cell ends with, and what may stand between that and a number that is all of it.
const borders = new Set([',', ';', '\t', '|', '\n', '\r', ''])
const wrapping = new Set([' ', '"', "'", '[', ']', '(', ')'])
const mostWrapping = 8

function reachesBorder(text: string, from: number, step: 1 | -1): boolean {
  for (let at = from, left = mostWrapping; left >= 0; at += step, left -= 1) {
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
    const isLikely = length >= longId.least && length <= longId.most
    const isAlone = length < longId.least && reachesBorder(text, at - 1, -1) && reachesBorder(text, end, 1)
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
    .slice(0, mostFoundIds)
    .map(({ id, isLikely }) => ({ id, isLikely }))
}
