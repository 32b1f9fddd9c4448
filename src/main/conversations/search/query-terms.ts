/** Words of a search: plain text, whatever they look like, and where one stands in a text. */
import type { DatabaseSync } from 'node:sqlite'
import { plainText } from './searchable.ts'

/** The text around the first place of a word. */
export interface Excerpt {
  readonly before: string
  readonly match: string
  readonly after: string
}

const maxTerms = 32
const shownBefore = 60
const shownAfter = 120

/** The words of a search, each once, at most 32. */
export function queryTerms(search: string): readonly string[] {
  const terms = new Map(
    plainText(search)
      .split(/\s+/)
      .filter((word) => word !== '')
      .map((word) => [word.toLowerCase(), word]),
  )
  return [...terms.values()].slice(0, maxTerms)
}

/** The pattern that finds a word in upper and lower case alike. */
export function patternOf(word: string): RegExp {
  return new RegExp(word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'), 'iu')
}

/**
 * The word for SQLite's LIKE with the escape sign `\`, anywhere in a text. LIKE folds ASCII alone, so any other letter that
 * has two cases stands for any sign: what it finds may be too much, never too little.
 */
export function likePattern(word: string): string {
  const signs = Array.from(word, (sign) => {
    if (/[%_\\]/.test(sign)) return `\\${sign}`
    return sign > '\u007f' && sign.toLowerCase() !== sign.toUpperCase() ? '_' : sign
  })
  return `%${signs.join('')}%`
}

/** True for a word of which LIKE finds neither too much nor too little. */
export function isExact(word: string): boolean {
  return !/[^\0-\u007f]/.test(word.toLowerCase() === word.toUpperCase() ? '' : word)
}

/** Gives a connection the function `holds(text, word)`, for what LIKE finds too much of. */
export function defineHolds(database: DatabaseSync): void {
  let pattern = { of: '', pattern: patternOf('') }
  database.function('holds', { deterministic: true }, (text, word) => {
    const wanted = String(word)
    if (pattern.of !== wanted) pattern = { of: wanted, pattern: patternOf(wanted) }
    return Number(pattern.pattern.test(String(text)))
  })
}

function shown(text: string): string {
  // A cut in the middle of a pair leaves half a sign at an end.
  return text.replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, '').replace(/\s+/g, ' ')
}

/** The text around `match` characters at `at`. */
export function excerptOf(text: string, at: number, match: number): Excerpt {
  const end = at + match
  return {
    before: shown(text.slice(Math.max(0, at - shownBefore), at)),
    match: text.slice(at, end),
    after: shown(text.slice(end, end + shownAfter)),
  }
}
