/** Searches what operators wrote: notes and tags, and the names and ids of conversations that were never read. */
import type { DatabaseSync } from 'node:sqlite'
import type { ProfileId } from '../../../shared/ids.ts'
import { formsOf } from '../../../shared/model/search-words.ts'
import type { LibraryHit } from '../../../shared/schemas/library.ts'
import { excerptOf, likePattern, patternOf } from './query-terms.ts'

export type HitExcerpt = Pick<LibraryHit, 'place' | 'before' | 'match' | 'after'>

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
      formsOf(word).flatMap((form) => holding.all(profileId, likePattern(form), form).map(({ id }) => String(id))),
    placeIn: (profileId: ProfileId, id: string, terms: readonly string[]): HitExcerpt | null => {
      const texts = textsOf(profileId, id)
      for (const word of terms) {
        for (const [place, text] of texts) {
          const match = patternOf(word).exec(text)
          if (match !== null) return { place, ...excerptOf(text, match.index, match[0].length) }
        }
      }
      return null
    },
    namesOf: (profileId: ProfileId, ids: readonly string[]): ReadonlyMap<string, string> =>
      new Map(names.all(profileId, JSON.stringify(ids)).map(({ id, name }) => [String(id), String(name)])),
  }
}
