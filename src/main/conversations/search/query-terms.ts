/** The words of a search of conversations, and each word as a pattern for texts and for SQLite's LIKE. */
import type { DatabaseSync } from 'node:sqlite'
import { onOneLine, plainText } from '../../../shared/conversation/excerpt.ts'
import { formsOf, searchWords } from '../../../shared/model/search-words.ts'

const maxTerms = 32
const shownBefore = 60
const shownAfter = 120

/** The words of a search, each once, at most 32. */
export function queryTerms(search: string): readonly string[] {
  const terms = new Map(searchWords(plainText(search)).map((word) => [word.toLowerCase(), word]))
  return [...terms.values()].slice(0, maxTerms)
}

export function patternOf(word: string): RegExp {
  return new RegExp(
    formsOf(word)
      .map((form) => RegExp.escape(form))
      .join('|'),
    'iu',
  )
}

/**
 * A form of a word for SQLite's LIKE, anywhere in a text, with the escape character `\`. LIKE folds ASCII alone, so any
 * other letter with two cases becomes `_`, which matches any character: LIKE can find too much, never too little.
 */
export function likePattern(word: string): string {
  const characters = Array.from(word, (character) => {
    if (/[%_\\]/.test(character)) return `\\${character}`
    return character > '\u007f' && character.toLowerCase() !== character.toUpperCase() ? '_' : character
  })
  return `%${characters.join('')}%`
}

/** True when LIKE finds neither too much nor too little for the form of a word. */
export function isExact(word: string): boolean {
  return !/[^\0-\u007f]/.test(word.toLowerCase() === word.toUpperCase() ? '' : word)
}

/** Adds the function `holds(text, word)` to a connection; it rejects texts that LIKE finds without the word. */
export function defineHolds(database: DatabaseSync): void {
  let pattern = { of: '', pattern: patternOf('') }
  database.function('holds', { deterministic: true }, (text, word) => {
    const term = String(word)
    if (pattern.of !== term) pattern = { of: term, pattern: patternOf(term) }
    return Number(pattern.pattern.test(String(text)))
  })
}

/** The match with the text around it, each part on one line. */
export function excerptOf(text: string, position: number, match: number) {
  const end = position + match
  return {
    before: onOneLine(text.slice(Math.max(0, position - shownBefore), position)),
    match: text.slice(position, end),
    after: onOneLine(text.slice(end, end + shownAfter)),
  }
}
