/** Texts by their letters and digits alone, so that a value is found whatever was done to it on its way into a log. */

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
