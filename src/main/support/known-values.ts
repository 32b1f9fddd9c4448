/** Replaces values that are known, such as the name of a profile, by what stands for them. */

/** A value that may not be handed out, and what stands in its place. */
export interface KnownValue {
  readonly value: string
  readonly mark: string
}

export type ReplaceKnown = (text: string) => string

interface Needle {
  readonly letters: string
  readonly mark: string
}

interface Found {
  readonly start: number
  readonly end: number
  readonly mark: string
}

// Shorter ones turn up by chance once all that separates words is left out.
const MIN_SQUEEZED = 8
const MIN_WORD = 2
const indexed = 6

// Long numbers only: three digits of a time and five of a size would pass for a short one.
const isDistinctive = (letters: string): boolean =>
  letters.length >= MIN_SQUEEZED && (letters.length >= 16 || !/^\d+$/.test(letters))

// A short number, such as the name of the twelfth avatar, names nobody, and every time and size would be gone with it.
const isWord = (value: string): boolean => value.trim().length >= MIN_WORD && /\p{L}/u.test(value)

// Without the hyphen: a pattern with the flag `u` takes it as it is, and its escape for a mistake.
const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')

function spellings(value: string): readonly string[] {
  return [value, encodeURIComponent(value), JSON.stringify(value).slice(1, -1)]
}

interface WordReplacement {
  readonly pattern: RegExp
  readonly markOf: (found: string) => string
}

// Words of a few letters count only where they stand alone; in scripts without spaces that cannot be told.
function wordReplacement(words: readonly KnownValue[]): WordReplacement | null {
  const marks = new Map<string, string>()
  for (const { value, mark } of words) {
    for (const spelling of spellings(value))
      if (!marks.has(spelling.toLowerCase())) marks.set(spelling.toLowerCase(), mark)
  }
  if (marks.size === 0) return null
  const byLength = [...marks.keys()].sort((one, other) => other.length - one.length)
  const bounded = byLength.map((spelling) => {
    const start = /^[\p{Script=Latin}\p{N}]/u.test(spelling) ? '(?<![\\p{Script=Latin}\\p{N}])' : ''
    const end = /[\p{Script=Latin}\p{N}]$/u.test(spelling) ? '(?![\\p{Script=Latin}\\p{N}])' : ''
    return `${start}${escaped(spelling)}${end}`
  })
  return { pattern: new RegExp(bounded.join('|'), 'giu'), markOf: (found) => marks.get(found.toLowerCase()) ?? '' }
}

function indexNeedles(needles: readonly Needle[]): ReadonlyMap<string, readonly Needle[]> {
  const byLength = [...needles].sort((one, other) => other.letters.length - one.letters.length)
  return Map.groupBy(byLength, ({ letters }) => letters.slice(0, indexed))
}

// The slash before a folder belongs to it; what stands for it has none.
function startOf(text: string, at: number, mark: string): number {
  return (mark === '~' || mark.endsWith('folder>') || mark === '<program>') && text[at - 1] === '/' ? at - 1 : at
}

function findAll(text: string, index: ReadonlyMap<string, readonly Needle[]>, hasEscapes: boolean): readonly Found[] {
  const { letters, from, to } = squeeze(text, hasEscapes)
  const found: Found[] = []
  for (let at = 0; at + indexed <= letters.length; at += 1) {
    const needle = index.get(letters.slice(at, at + indexed))?.find((one) => letters.startsWith(one.letters, at))
    if (needle === undefined) continue
    const { mark } = needle
    const last = at + needle.letters.length - 1
    found.push({ start: startOf(text, from[at] ?? 0, mark), end: to[last] ?? text.length, mark })
    at = last
  }
  return found
}

function replaceAt(text: string, found: readonly Found[]): string {
  let left = 0
  let replaced = ''
  for (const { start, end, mark } of found) {
    // Two values in one run of percent-encoding share its place.
    if (start < left) continue
    replaced += text.slice(left, start) + mark
    left = end
  }
  return replaced + text.slice(left)
}

/**
 * Gives a function that replaces these values. Those of eight letters and digits or more are found in whatever spelling:
 * percent-encoded, escaped as in JSON, in other case, cut by line ends, quotes or spaces. Shorter ones are found as words.
 */
export function replaceKnown(values: readonly KnownValue[]): ReplaceKnown {
  const squeezed = values.map(({ value, mark }) => ({ value, mark, letters: squeeze(value).letters }))
  const index = indexNeedles(squeezed.filter(({ letters }) => isDistinctive(letters)))
  const short = squeezed.filter(({ value, letters }) => !isDistinctive(letters) && isWord(value))
  const words = wordReplacement(short)
  return (text) => {
    let left = text
    if (index.size > 0) {
      for (const hasEscapes of [false, true]) left = replaceAt(left, findAll(left, index, hasEscapes))
    }
    return words === null ? left : left.replaceAll(words.pattern, words.markOf)
  }
}

/** The letters and digits of a text, in small letters and without accents, each with the place it was read from. */
export interface Squeezed {
  readonly letters: string
  /** Where in the text the letter at the same index begins, and where it ends. */
  readonly from: readonly number[]
  readonly to: readonly number[]
}

const pieces = /(?:%(?:25)*[0-9A-F]{2})+|[\p{L}\p{N}]/giu
// What JSON and `inspect` put in for a character.
const piecesAndEscapes = /(?:%(?:25)*[0-9A-F]{2})+|\\+u[0-9A-F]{4}|\\+[nrtbf]|[\p{L}\p{N}]/giu

function decodePercent(run: string): string {
  return Buffer.from(run.replaceAll(/%(?:25)*/g, ''), 'hex').toString('utf8')
}

function decode(piece: string): string {
  if (piece.startsWith('%')) return decodePercent(piece)
  if (!piece.startsWith('\\')) return piece
  const code = /u([0-9A-F]{4})$/i.exec(piece)?.[1]
  return code === undefined ? '' : String.fromCharCode(Number.parseInt(code, 16))
}

const isPlain = /^[A-Za-z0-9]$/

function lettersOf(piece: string): string {
  if (isPlain.test(piece)) return piece.toLowerCase()
  return decode(piece)
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
}

/**
 * Squeezes a text: percent-encoding is undone; white space, line ends, quotes and punctuation are left out. `\n` and its
 * like are left out too with `hasEscapes`, and are a letter without: in a path of Windows they are.
 */
export function squeeze(text: string, hasEscapes = false): Squeezed {
  let letters = ''
  const from: number[] = []
  const to: number[] = []
  for (const { 0: piece, index } of text.matchAll(hasEscapes ? piecesAndEscapes : pieces)) {
    const more = lettersOf(piece)
    letters += more
    // By code unit, as the letters are looked up.
    from.push(...Array<number>(more.length).fill(index))
    to.push(...Array<number>(more.length).fill(index + piece.length))
  }
  return { letters, from, to }
}
