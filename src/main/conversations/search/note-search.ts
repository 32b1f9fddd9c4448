/** Searches what operators wrote: notes and tags, and the names and ids of conversations that were never read. */
import type { ProfileId } from '../../../shared/ids.ts'
import type { LibraryHit } from '../../../shared/schemas/library.ts'
import type { MainRows } from './main-rows.ts'
import { excerptOf, likePattern, patternOf } from './query-terms.ts'
import type { Excerpt } from './query-terms.ts'

/** Where a word stands in an entry. */
export interface NotePlace extends Excerpt {
  readonly place: LibraryHit['place']
}

/** Entries by their own words. */
export interface NoteSearch {
  /** Ids of the conversations that hold the word. */
  readonly holding: (profileId: ProfileId, word: string) => readonly string[]
  /** The first place of any of the words; null when none stands in the entry. */
  readonly placeIn: (profileId: ProfileId, conversationId: string, terms: readonly string[]) => NotePlace | null
  readonly nameOf: (profileId: ProfileId, conversationId: string) => string | null
}

export function createNoteSearch(database: MainRows): NoteSearch {
  const holding = database.prepare(`
    SELECT conversation_id AS id FROM library WHERE profile_id = ?1 AND (
      (note <> '' AND note LIKE ?2 ESCAPE '\\')
      OR (newest_snapshot_id IS NULL AND (name LIKE ?2 ESCAPE '\\' OR conversation_id LIKE ?2 ESCAPE '\\')))
    UNION SELECT conversation_id FROM library_tags WHERE profile_id = ?1 AND tag LIKE ?2 ESCAPE '\\'`)
  const entry = database.prepare('SELECT name, note FROM library WHERE profile_id = ? AND conversation_id = ?')
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
    holding: (profileId, word) => holding.all(profileId, likePattern(word)).map(({ id }) => String(id)),
    placeIn: (profileId, id, terms) => {
      const texts = textsOf(profileId, id)
      for (const word of terms) {
        for (const [place, text] of texts) {
          const found = patternOf(word).exec(text)
          if (found !== null) return { place, ...excerptOf(text, found.index, found[0].length) }
        }
      }
      return null
    },
    nameOf: (profileId, id) => {
      const name = entry.get(profileId, id)?.['name']
      return typeof name === 'string' ? name : null
    },
  }
}
