/**
 * Finds secrets in a text that somebody else wrote: as they are, escaped in any way that JSON, addresses and HTML know, in
 * base64, in hex and backwards. Escapes are undone for the whole text at once, layer by layer, so that the cost grows with
 * the text alone; each finding is followed back to the characters that spell it.
 */

/** A piece of a text, from `start` up to `end`. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** `size` characters of the decoded text, from `at` on, are spelled by the source from `start` to `end`. */
interface Escape extends Span {
  readonly at: number
  readonly size: number
}

interface Layer {
  readonly text: string
  /** In order; what lies between two of them is the same in both texts. */
  readonly escapes: readonly Escape[]
}

const named: Readonly<Record<string, string>> = {
  amp: '&',
  apos: "'",
  ast: '*',
  bsol: '\\',
  colon: ':',
  comma: ',',
  commat: '@',
  dollar: '$',
  equals: '=',
  excl: '!',
  grave: '`',
  gt: '>',
  hat: '^',
  lbrace: '{',
  lbrack: '[',
  lcub: '{',
  lowbar: '_',
  lpar: '(',
  lsqb: '[',
  lt: '<',
  newline: '\n',
  num: '#',
  percnt: '%',
  period: '.',
  plus: '+',
  quest: '?',
  quot: '"',
  rbrace: '}',
  rbrack: ']',
  rcub: '}',
  rpar: ')',
  rsqb: ']',
  semi: ';',
  sol: '/',
  tab: '\t',
  underbar: '_',
  verbar: '|',
  vert: '|',
}

const controls: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' }

const escapeSpellings = [
  String.raw`\\u\{[0-9a-f]{1,6}\}`,
  String.raw`\\u[0-9a-f]{4}`,
  String.raw`\\x[0-9a-f]{2}`,
  String.raw`\\[^\w\s]`,
  String.raw`\\[nrt]`,
  '%[0-7][0-9a-f]',
  '%[c-f][0-9a-f](?:%[89ab][0-9a-f]){1,3}',
  '&#x[0-9a-f]{1,6};?',
  String.raw`&#\d{1,7};?`,
  '&[a-z]{2,8};',
]
// Base64 is wrapped in mails, and a long word in a log.
const wrap = String.raw`\r?\n(?<=[\w+/=-]\r?\n)[\t ]*(?=[\w+/=-])`

const escaped = new RegExp(escapeSpellings.join('|'), 'gi')
const escapedOrWrapped = new RegExp([...escapeSpellings, wrap].join('|'), 'gi')

// Surrogates of half a character too: `\ud83d\ude00` comes as two of them.
const characterOf = (code: number, all: string): string => (code <= 0x10ffff ? String.fromCodePoint(code) : all)

function afterBackslash(all: string): string {
  const sign = all.charAt(1)
  if (all.length === 2) return controls[sign] ?? sign
  return characterOf(Number.parseInt(all.slice(all.charAt(2) === '{' ? 3 : 2), 16), all)
}

function ofEntity(all: string): string {
  if (all.charAt(1) !== '#') return named[all.slice(1, -1).toLowerCase()] ?? all
  const isHex = all.charAt(2).toLowerCase() === 'x'
  return characterOf(Number.parseInt(all.slice(isHex ? 3 : 2), isHex ? 16 : 10), all)
}

/** What an escape stands for; itself where it is none. */
function decoded(all: string): string {
  switch (all.charAt(0)) {
    case '\\':
      return afterBackslash(all)
    case '%':
      return Buffer.from(all.replaceAll('%', ''), 'hex').toString()
    case '&':
      return ofEntity(all)
    default:
      return ''
  }
}

/** The text with one layer of escapes undone; null where it has none. */
function decode(source: string, escapes: RegExp): Layer | null {
  const found: Escape[] = []
  const pieces: string[] = []
  let [at, from] = [0, 0]
  escapes.lastIndex = 0
  for (let match = escapes.exec(source); match !== null; match = escapes.exec(source)) {
    const [all] = match
    const piece = decoded(all)
    if (piece === all) continue
    const { index: start } = match
    pieces.push(source.slice(from, start), piece)
    at += start - from
    from = start + all.length
    found.push({ start, end: from, at, size: piece.length })
    at += piece.length
  }
  if (found.length === 0) return null
  pieces.push(source.slice(from))
  return { text: pieces.join(''), escapes: found }
}

// Of texts within texts: more than JSON in an address in an address in JSON.
const maxLayers = 8

/** The last escape whose `key` is at or before a position. */
function escapeBefore(escapes: readonly Escape[], key: 'at' | 'start', position: number): Escape | undefined {
  let [low, high] = [0, escapes.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((escapes[middle]?.[key] ?? Infinity) <= position) low = middle + 1
    else high = middle
  }
  return escapes[low - 1]
}

function spelledFrom(escapes: readonly Escape[], position: number): number {
  const before = escapeBefore(escapes, 'at', position)
  if (before === undefined) return position
  const offset = position - before.at - before.size
  return offset < 0 ? before.start : before.end + offset
}

/** Where the source spells a piece of the decoded text. */
function spelled(escapes: readonly Escape[], { start, end }: Span): Span {
  const last = end - 1
  const before = escapeBefore(escapes, 'at', last)
  const isEscaped = before !== undefined && last < before.at + before.size
  return { start: spelledFrom(escapes, start), end: isEscaped ? before.end : spelledFrom(escapes, last) + 1 }
}

/** The piece, with the whole of an escape that it begins or ends in: half of one would be a mistake in JSON. */
function withWholeEscapes(escapes: readonly Escape[], { start, end }: Span): Span {
  const first = escapeBefore(escapes, 'start', start)
  const last = escapeBefore(escapes, 'start', end - 1)
  return {
    start: first !== undefined && start < first.end ? first.start : start,
    end: last !== undefined && end < last.end ? last.end : end,
  }
}

/** A spelling to search for; `mixed` characters on either side hold a part of the secret beside something else. */
interface Needle {
  readonly text: string
  readonly mixedBefore: number
  readonly mixedAfter: number
}

const whole = (text: string): Needle => ({ text, mixedBefore: 0, mixedAfter: 0 })

// A piece of base64 that is shorter turns up by chance in any image.
const minEncodedLength = 8

/** The base64 of the bytes at each of the three places that they can have in a group. */
function inBase64(bytes: Buffer, alphabet: 'base64' | 'base64url'): readonly Needle[] {
  return [0, 1, 2].map((offset) => {
    const bits = (offset + bytes.length) * 8
    const text = Buffer.concat([Buffer.alloc(offset), bytes]).toString(alphabet)
    const [first, end] = [Math.ceil((offset * 8) / 6), Math.floor(bits / 6)]
    return {
      text: text.slice(first, end),
      mixedBefore: (offset * 8) % 6 === 0 ? 0 : 1,
      mixedAfter: bits % 6 === 0 ? 0 : 1,
    }
  })
}

function fullyDecoded(text: string): string {
  let last = text
  for (let layer = decode(text, escapedOrWrapped); layer !== null; layer = decode(last, escapedOrWrapped)) {
    last = layer.text
  }
  return last
}

/** The ways to spell a secret that no escape undoes. */
export function needlesOf(secret: string): readonly Needle[] {
  const wellFormed = secret.toWellFormed()
  // What is put into base64 may have been escaped before.
  const packed = [wellFormed, encodeURIComponent(wellFormed), wellFormed.replaceAll('/', String.raw`\/`)]
  const encoded = [...new Set(packed)].flatMap((text) => {
    const bytes = Buffer.from(text)
    const hex = bytes.toString('hex')
    return [
      ...inBase64(bytes, 'base64'),
      ...inBase64(bytes, 'base64url'),
      whole(hex),
      whole(hex.toUpperCase()),
      whole(Array.from(text).toReversed().join('')),
    ]
  })
  const long = encoded.filter(({ text }) => text.length >= minEncodedLength)
  // A spelling may hold by chance what is an escape, which a layer undoes with the others.
  const needles = [whole(secret), ...long].flatMap((one) => [one, { ...one, text: fullyDecoded(one.text) }])
  return [...new Map(needles.map((needle) => [needle.text, needle])).values()].filter(({ text }) => text !== '')
}

const wordCharacters = /[\w-]*/y

function wordFrom(text: string, start: number): number {
  wordCharacters.lastIndex = start
  wordCharacters.test(text)
  return wordCharacters.lastIndex
}

/** What looks like a JWT: header and payload both start with `{"`, which is `eyJ` in base64url; a signature may lack. */
function jwtsIn(text: string): readonly Span[] {
  const spans: Span[] = []
  let from = 0
  for (let start = text.indexOf('eyJ'); start !== -1; start = text.indexOf('eyJ', from)) {
    const headerEnd = wordFrom(text, start)
    from = headerEnd
    if (headerEnd - start < 11 || text[headerEnd] !== '.') continue
    const payloadEnd = wordFrom(text, headerEnd + 1)
    if (payloadEnd - headerEnd < 3) continue
    const end = text[payloadEnd] === '.' ? wordFrom(text, payloadEnd + 1) : payloadEnd
    spans.push({ start, end })
    from = end
  }
  return spans
}

function occurrences(text: string, { text: needle, mixedBefore, mixedAfter }: Needle): readonly Span[] {
  const spans: Span[] = []
  for (let at = text.indexOf(needle); at !== -1; at = text.indexOf(needle, at + needle.length)) {
    const end = at + needle.length
    spans.push({ start: Math.max(0, at - mixedBefore), end: Math.min(text.length, end + mixedAfter) })
  }
  return spans
}

/** Finds pieces of one layer of a text. */
export interface SpanSearch {
  readonly find: (text: string) => readonly Span[]
  /** Whether what is sought may go on in the next line: what is known by its shape alone would end nowhere. */
  readonly joinsLines: boolean
}

export const needlesIn = (needles: readonly Needle[]): SpanSearch => ({
  find: (text) => needles.flatMap((needle) => occurrences(text, needle)),
  joinsLines: true,
})

export const jwtSearch: SpanSearch = { find: jwtsIn, joinsLines: false }

function joined(spans: readonly Span[]): readonly Span[] {
  const apart: Span[] = []
  for (const span of spans.toSorted((one, other) => one.start - other.start)) {
    const last = apart.at(-1)
    if (last === undefined || span.start >= last.end) apart.push(span)
    else apart[apart.length - 1] = { start: last.start, end: Math.max(last.end, span.end) }
  }
  return apart
}

/** What a search finds in a text and in each of its layers: pieces of the text itself. */
function spansInLayers(text: string, { find, joinsLines }: SpanSearch): readonly Span[] {
  const escapes = joinsLines ? escapedOrWrapped : escaped
  const layers: Layer[] = []
  let layer = decode(text, escapes)
  while (layer !== null && layers.length < maxLayers) {
    layers.push(layer)
    layer = decode(layer.text, escapes)
  }
  let spans: readonly Span[] = []
  for (const [index, { text: layerText, escapes: undone }] of [...layers.entries()].toReversed()) {
    const above = layers[index + 1]?.escapes ?? []
    const here = find(layerText).map((span) => withWholeEscapes(above, span))
    spans = [...spans, ...here].map((span) => spelled(undone, span))
  }
  const plain = find(text).map((span) => withWholeEscapes(layers[0]?.escapes ?? [], span))
  return [...spans, ...plain]
}

/** What the searches find in a text, in order and apart. */
export const spansOf = (text: string, searches: readonly SpanSearch[]): readonly Span[] =>
  joined(searches.flatMap((search) => spansInLayers(text, search)))
