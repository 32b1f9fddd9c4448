import type { DatabaseSync } from 'node:sqlite'
import { onOneLine, plainText } from '../../../shared/conversation/excerpt.ts'
import type { ProfileId } from '../../../shared/ids.ts'
import { searchWords } from '../../../shared/model/search-words.ts'
import type { LibraryHit } from '../../../shared/schemas/library.ts'

const maxTerms = 32
const shownBefore = 60
const shownAfter = 120

/** Each once, at most 32. */
export function queryTerms(search: string): readonly string[] {
  const terms = new Map(searchWords(plainText(search)).map((word) => [word.toLowerCase(), word]))
  return [...terms.values()].slice(0, maxTerms)
}

export function patternOf(word: string): RegExp {
  return new RegExp(RegExp.escape(word), 'iu')
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

/** LIKE finds neither too much nor too little of it. */
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

export function excerptOf(text: string, at: number, match: number) {
  const end = at + match
  return {
    before: onOneLine(text.slice(Math.max(0, at - shownBefore), at)),
    match: text.slice(at, end),
    after: onOneLine(text.slice(end, end + shownAfter)),
  }
}

export type NotePlace = Pick<LibraryHit, 'place' | 'before' | 'match' | 'after'>

/** Searches what operators wrote: notes and tags, and the names and ids of conversations that were never read. */
export function createNoteSearch(database: DatabaseSync) {
  const holding = database.prepare(`
    SELECT conversation_id AS id FROM library WHERE profile_id = ?1 AND (
      (note <> '' AND note LIKE ?2 ESCAPE '\\' AND holds(note, ?3))
      OR (newest_snapshot_id IS NULL AND (
        (name LIKE ?2 ESCAPE '\\' AND holds(name, ?3)) OR conversation_id LIKE ?2 ESCAPE '\\')))
    UNION SELECT conversation_id FROM library_tags
      WHERE profile_id = ?1 AND tag LIKE ?2 ESCAPE '\\' AND holds(tag, ?3)`)
  const entry = database.prepare('SELECT name, note FROM library WHERE profile_id = ? AND conversation_id = ?')
  const names = database.prepare(`
    SELECT conversation_id AS id, name FROM library
      WHERE profile_id = ? AND name IS NOT NULL AND conversation_id IN (SELECT value FROM json_each(?))`)
  const tags = database.prepare('SELECT tag FROM library_tags WHERE profile_id = ? AND conversation_id = ?')

  const textsOf = (profileId: ProfileId, id: string): readonly (readonly [LibraryHit['place'], string])[] => {
    const row = entry.get(profileId, id)
    return [
      ['name', String(row?.['name'] ?? '')],
      ['id', id],
      ...tags.all(profileId, id).map(({ tag }) => ['tag', String(tag)] as const),
      ['note', String(row?.['note'] ?? '')],
    ]
  }

  return {
    holding: (profileId: ProfileId, word: string): readonly string[] =>
      holding.all(profileId, likePattern(word), word).map(({ id }) => String(id)),
    placeIn: (profileId: ProfileId, id: string, terms: readonly string[]): NotePlace | null => {
      const texts = textsOf(profileId, id)
      for (const word of terms) {
        for (const [place, text] of texts) {
          const found = patternOf(word).exec(text)
          if (found !== null) return { place, ...excerptOf(text, found.index, found[0].length) }
        }
      }
      return null
    },
    namesOf: (profileId: ProfileId, ids: readonly string[]): ReadonlyMap<string, string> =>
      new Map(names.all(profileId, JSON.stringify(ids)).map(({ id, name }) => [String(id), String(name)])),
  }
}
