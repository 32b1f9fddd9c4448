/**
 * Finds secrets in an untrusted text: plain, escaped as in JSON, URLs and HTML, in base64, in hex and reversed. Escapes
 * are decoded layer by layer for the whole text, so that the cost depends only on the length of the text. Each finding
 * is mapped back to the characters that spell it.
 */

/** A range of a text, from `start` up to `end`. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** The source from `start` to `end` spells `size` characters of the decoded text, beginning at `at`. */
interface Escape extends Span {
  readonly at: number
  readonly size: number
}

interface Layer {
  readonly text: string
  /** In order. The text between two escapes is the same in both texts. */
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
// Mails wrap base64, and logs wrap long words.
const wrap = String.raw`\r?\n(?<=[\w+/=-]\r?\n)[\t ]*(?=[\w+/=-])`

const escaped = new RegExp(escapeSpellings.join('|'), 'gi')
const escapedOrWrapped = new RegExp([...escapeSpellings, wrap].join('|'), 'gi')

// Accepts single surrogates, because `\ud83d\ude00` consists of two escapes.
const characterOf = (code: number, escape: string): string => (code <= 0x10ffff ? String.fromCodePoint(code) : escape)

function afterBackslash(escape: string): string {
  const sign = escape.charAt(1)
  if (escape.length === 2) return controls[sign] ?? sign
  return characterOf(Number.parseInt(escape.slice(escape.charAt(2) === '{' ? 3 : 2), 16), escape)
}

function ofEntity(escape: string): string {
  if (escape.charAt(1) !== '#') return named[escape.slice(1, -1).toLowerCase()] ?? escape
  const isHex = escape.charAt(2).toLowerCase() === 'x'
  return characterOf(Number.parseInt(escape.slice(isHex ? 3 : 2), isHex ? 16 : 10), escape)
}

/** The decoded text of an escape; the text itself if it is not a valid escape. */
function decoded(escape: string): string {
  switch (escape.charAt(0)) {
    case '\\':
      return afterBackslash(escape)
    case '%':
      return Buffer.from(escape.replaceAll('%', ''), 'hex').toString()
    case '&':
      return ofEntity(escape)
    default:
      return ''
  }
}

/** The text with one layer of escapes decoded; null without escapes. */
function decode(source: string, escapes: RegExp): Layer | null {
  const decodedEscapes: Escape[] = []
  const pieces: string[] = []
  let [at, from] = [0, 0]
  escapes.lastIndex = 0
  for (let match = escapes.exec(source); match !== null; match = escapes.exec(source)) {
    const [escape] = match
    const piece = decoded(escape)
    if (piece === escape) continue
    const { index: start } = match
    pieces.push(source.slice(from, start), piece)
    at += start - from
    from = start + escape.length
    decodedEscapes.push({ start, end: from, at, size: piece.length })
    at += piece.length
  }
  if (decodedEscapes.length === 0) return null
  pieces.push(source.slice(from))
  return { text: pieces.join(''), escapes: decodedEscapes }
}

// Limit for nested escapes: deeper than JSON in a URL in a URL in JSON.
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

function sourcePositionOf(escapes: readonly Escape[], position: number): number {
  const before = escapeBefore(escapes, 'at', position)
  if (before === undefined) return position
  const offset = position - before.at - before.size
  return offset < 0 ? before.start : before.end + offset
}

/** The range of the source that spells a range of the decoded text. */
function sourceSpanOf(escapes: readonly Escape[], { start, end }: Span): Span {
  const last = end - 1
  const before = escapeBefore(escapes, 'at', last)
  const isEscaped = before !== undefined && last < before.at + before.size
  return { start: sourcePositionOf(escapes, start), end: isEscaped ? before.end : sourcePositionOf(escapes, last) + 1 }
}

/** Extends the range to whole escapes at both ends, because half an escape would be invalid JSON. */
function withWholeEscapes(escapes: readonly Escape[], { start, end }: Span): Span {
  const first = escapeBefore(escapes, 'start', start)
  const last = escapeBefore(escapes, 'start', end - 1)
  return {
    start: first !== undefined && start < first.end ? first.start : start,
    end: last !== undefined && end < last.end ? last.end : end,
  }
}

/** A spelling to search for. `mixed` characters on either side encode a part of the secret together with other data. */
interface Needle {
  readonly text: string
  readonly mixedBefore: number
  readonly mixedAfter: number
}

const needleOf = (text: string): Needle => ({ text, mixedBefore: 0, mixedAfter: 0 })

// A shorter piece of base64 occurs by chance in any image.
const minEncodedLength = 8

/** The base64 of the bytes at each of the three offsets in a group. */
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

/** The spellings of a secret that are not escapes. */
export function needlesOf(secret: string): readonly Needle[] {
  const wellFormed = secret.toWellFormed()
  // A secret can be escaped before it is encoded as base64.
  const packed = [wellFormed, encodeURIComponent(wellFormed), wellFormed.replaceAll('/', String.raw`\/`)]
  const encoded = [...new Set(packed)].flatMap((text) => {
    const bytes = Buffer.from(text)
    const hex = bytes.toString('hex')
    return [
      ...inBase64(bytes, 'base64'),
      ...inBase64(bytes, 'base64url'),
      needleOf(hex),
      needleOf(hex.toUpperCase()),
      needleOf(Array.from(text).toReversed().join('')),
    ]
  })
  const long = encoded.filter(({ text }) => text.length >= minEncodedLength)
  // A spelling can contain an escape by chance, which a layer decodes too.
  const needles = [needleOf(secret), ...long].flatMap((one) => [one, { ...one, text: fullyDecoded(one.text) }])
  return [...new Map(needles.map((needle) => [needle.text, needle])).values()].filter(({ text }) => text !== '')
}

const wordCharacters = /[\w-]*/y

function wordEnd(text: string, start: number): number {
  wordCharacters.lastIndex = start
  wordCharacters.test(text)
  return wordCharacters.lastIndex
}

/**
 * Finds texts that look like a JWT: header and payload both start with `{"`, which is `eyJ` in base64url; the signature
 * can be absent.
 */
function jwtsIn(text: string): readonly Span[] {
  const spans: Span[] = []
  let from = 0
  for (let start = text.indexOf('eyJ'); start !== -1; start = text.indexOf('eyJ', from)) {
    const headerEnd = wordEnd(text, start)
    from = headerEnd
    if (headerEnd - start < 11 || text[headerEnd] !== '.') continue
    const payloadEnd = wordEnd(text, headerEnd + 1)
    if (payloadEnd - headerEnd < 3) continue
    const end = text[payloadEnd] === '.' ? wordEnd(text, payloadEnd + 1) : payloadEnd
    spans.push({ start, end })
    from = end
  }
  return spans
}

function occurrences(text: string, { text: needle, mixedBefore, mixedAfter }: Needle): readonly Span[] {
  const spans: Span[] = []
  for (let index = text.indexOf(needle); index !== -1; index = text.indexOf(needle, index + needle.length)) {
    const end = index + needle.length
    spans.push({ start: Math.max(0, index - mixedBefore), end: Math.min(text.length, end + mixedAfter) })
  }
  return spans
}

/** Finds ranges in one layer of a text. */
export interface SpanSearch {
  readonly find: (text: string) => readonly Span[]
  /**
   * Whether a finding can continue in the next line. False for a search by shape, because its findings would have no
   * end.
   */
  readonly joinsLines: boolean
}

export const needlesIn = (needles: readonly Needle[]): SpanSearch => ({
  find: (text) => needles.flatMap((needle) => occurrences(text, needle)),
  joinsLines: true,
})

export const jwtSearch: SpanSearch = { find: jwtsIn, joinsLines: false }

function joined(spans: readonly Span[]): readonly Span[] {
  const separate: Span[] = []
  for (const span of spans.toSorted((one, other) => one.start - other.start)) {
    const last = separate.at(-1)
    if (last === undefined || span.start >= last.end) separate.push(span)
    else separate[separate.length - 1] = { start: last.start, end: Math.max(last.end, span.end) }
  }
  return separate
}

/** The findings of a search in a text and in all its layers, as ranges of the text itself. */
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
    const layerSpans = find(layerText).map((span) => withWholeEscapes(above, span))
    spans = [...spans, ...layerSpans].map((span) => sourceSpanOf(undone, span))
  }
  const plain = find(text).map((span) => withWholeEscapes(layers[0]?.escapes ?? [], span))
  return [...spans, ...plain]
}

/** The findings of the searches in a text, in order and without overlaps. */
export const spansOf = (text: string, searches: readonly SpanSearch[]): readonly Span[] =>
  joined(searches.flatMap((search) => spansInLayers(text, search)))
