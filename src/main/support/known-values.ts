/** Replaces values that are known, such as the name of a profile, by what stands for them. */

/** A value that may not be handed out, and what stands in its place. */
export interface KnownValue {
  readonly value: string
  readonly mark: string
}

interface Needle extends Pick<KnownValue, 'mark'> {
  readonly letters: string
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

function spellings(value: string): readonly string[] {
  return [value, encodeURIComponent(value), JSON.stringify(value).slice(1, -1)]
}

// Words of a few letters count only where they stand alone; in scripts without spaces that cannot be told.
function wordReplacement(words: readonly KnownValue[]): (text: string) => string {
  const marks = new Map<string, string>()
  for (const { value, mark } of words) {
    for (const spelling of spellings(value))
      if (!marks.has(spelling.toLowerCase())) marks.set(spelling.toLowerCase(), mark)
  }
  if (marks.size === 0) return (text) => text
  const byLength = [...marks.keys()].sort((one, other) => other.length - one.length)
  const bounded = byLength.map((spelling) => {
    const start = /^[\p{Script=Latin}\p{N}]/u.test(spelling) ? '(?<![\\p{Script=Latin}\\p{N}])' : ''
    const end = /[\p{Script=Latin}\p{N}]$/u.test(spelling) ? '(?![\\p{Script=Latin}\\p{N}])' : ''
    return `${start}${RegExp.escape(spelling)}${end}`
  })
  const pattern = new RegExp(bounded.join('|'), 'giu')
  return (text) => text.replaceAll(pattern, (found) => marks.get(found.toLowerCase()) ?? '')
}

// The slash before a folder belongs to it; what stands for it has none.
function startOf(text: string, at: number, mark: string): number {
  return (mark === '~' || mark.endsWith('folder>') || mark === '<program>') && text[at - 1] === '/' ? at - 1 : at
}

/** `index`: by their first letters, the longest first. */
function replaceIn(text: string, index: ReadonlyMap<string, readonly Needle[]>, hasEscapes: boolean): string {
  const { letters, from, to } = squeeze(text, hasEscapes)
  let left = 0
  let replaced = ''
  for (let at = 0; at + indexed <= letters.length; at += 1) {
    const needle = index.get(letters.slice(at, at + indexed))?.find((one) => letters.startsWith(one.letters, at))
    if (needle === undefined) continue
    const start = startOf(text, from[at] ?? 0, needle.mark)
    at += needle.letters.length - 1
    // Two values in one run of percent-encoding share its place.
    if (start < left) continue
    replaced += text.slice(left, start) + needle.mark
    left = to[at] ?? text.length
  }
  return replaced + text.slice(left)
}

/**
 * Gives a function that replaces these values. Those of eight letters and digits or more are found in whatever spelling:
 * percent-encoded, escaped as in JSON, in other case, cut by line ends, quotes or spaces. Shorter ones are found as words.
 */
export function replaceKnown(values: readonly KnownValue[]): (text: string) => string {
  const squeezed = values.map(({ value, mark }) => ({ value, mark, letters: squeeze(value).letters }))
  const needles = squeezed
    .filter(({ letters }) => isDistinctive(letters))
    .sort((one, other) => other.letters.length - one.letters.length)
  const index = Map.groupBy(needles, ({ letters }) => letters.slice(0, indexed))
  const replaceText = wordReplacement(squeezed.filter(({ value, letters }) => !isDistinctive(letters) && isWord(value)))
  return (text) => replaceText(index.size === 0 ? text : replaceIn(replaceIn(text, index, false), index, true))
}

const pieces = /(?:%(?:25)*[0-9A-F]{2})+|[\p{L}\p{N}]/giu
// What JSON and `inspect` put in for a character.
const piecesAndEscapes = /(?:%(?:25)*[0-9A-F]{2})+|\\+u[0-9A-F]{4}|\\+[nrtbf]|[\p{L}\p{N}]/giu

function decode(piece: string): string {
  if (piece.startsWith('%')) return Buffer.from(piece.replaceAll(/%(?:25)*/g, ''), 'hex').toString('utf8')
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
 * The letters and digits of a text, in small letters and without accents, and where in the text each begins and ends, so
 * that a value is found whatever was done to it on its way into a log: percent-encoding is undone; white space, line ends,
 * quotes and punctuation are left out. `\n` and its like are left out too with `hasEscapes`, and are a letter without: in a
 * path of Windows they are.
 */
export function squeeze(text: string, hasEscapes = false) {
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
