/** The library's rows: the facts about each conversation of a profile, and what operators added. */
import type { DatabaseSync } from 'node:sqlite'
import type { ConversationId, ProfileId } from '../../shared/ids.ts'
import { checkRules } from '../../shared/conversation/check-rules.ts'
import type { CheckRule } from '../../shared/conversation/check-rules.ts'
import { matching } from '../../shared/model/name-search.ts'
import type { SnapshotSummary } from '../../shared/schemas/conversation.ts'
import { conversationId } from '../../shared/schemas/ids.ts'
import { libraryEntry, libraryOverview } from '../../shared/schemas/library.ts'
import type { LibraryEntry, LibraryList, LibraryQuery } from '../../shared/schemas/library.ts'
import { columnsAs, statementsIn } from './statements.ts'
import type { Row } from './statements.ts'
import { inTransaction, storing } from './storage-failure.ts'

export interface OfConversation {
  readonly profileId: ProfileId
  readonly conversationId: ConversationId
}

export interface NamedConversation {
  readonly conversationId: string
  readonly name: string
}

/** An omitted field is unchanged. */
export type LibraryEdit = Partial<Pick<LibraryEntry, 'isFavourite' | 'note' | 'tags'>>

const conditionOfShow: Readonly<Record<LibraryQuery['show'], string>> = {
  all: 'TRUE',
  favourites: 'is_favourite = 1',
  unread: 'read_at IS NULL',
}

const carriesTag = `EXISTS (SELECT 1 FROM library_tags AS wanted WHERE wanted.profile_id = library.profile_id
  AND wanted.conversation_id = library.conversation_id AND wanted.tag = :tag)`

const ofConversation = 'profile_id = :profileId AND conversation_id = :conversationId'

const names = ['conversationId', 'name', 'source', 'addedAt', 'isFavourite', 'note', 'readAt']
const entries = `
  SELECT ${columnsAs(...names)}, newest_snapshot_id AS snapshotId,
    (SELECT json_group_array(tag) FROM (SELECT tag FROM library_tags AS carried
      WHERE carried.profile_id = library.profile_id AND carried.conversation_id = library.conversation_id
      ORDER BY tag COLLATE NOCASE)) AS tags
  FROM library`

const listedBy = ({ show, tag }: LibraryQuery): string =>
  `profile_id = :profileId AND ${conditionOfShow[show]}${tag === null ? '' : ` AND ${carriesTag}`}`

export interface NameSearch {
  /** Words, or a whole or partial id. */
  readonly search: string
}

/** Labels a conversation with its name and id, or with the id alone, as the page shows it. */
function namedOf(row: Row) {
  const id = conversationId.parse(row['id'])
  const name = row['name'] === null ? '' : String(row['name'])
  return { conversationId: id, id, label: name === '' ? id : name, hint: name === '' ? '' : id }
}

function entryOf(row: Row): LibraryEntry {
  const tags: unknown = JSON.parse(String(row['tags']))
  return libraryEntry.parse({ ...row, tags, isFavourite: row['isFavourite'] === 1 })
}

function statementsOf(database: DatabaseSync) {
  const { run, one, all } = statementsIn(database)
  return {
    entry: one<[of: OfConversation], LibraryEntry>(`${entries} WHERE ${ofConversation}`, entryOf),
    /** Adds the ids of a list; existing entries are unchanged. */
    addIds: run<[profileId: ProfileId, ids: readonly ConversationId[], at: number]>(`
      INSERT OR IGNORE INTO library (profile_id, conversation_id, source, added_at, listed_at)
        SELECT ?1, value, 'import', ?3, ?3 FROM json_each(?2)`),
    /** The same for conversations whose names are known; "" means no name. */
    addNamed: run<[profileId: ProfileId, conversations: readonly NamedConversation[], at: number]>(`
      INSERT OR IGNORE INTO library (profile_id, conversation_id, name, source, added_at, listed_at)
        SELECT ?1, value ->> 'conversationId', nullif(value ->> 'name', ''), 'import', ?3, ?3 FROM json_each(?2)`),
    edit: run(`
      UPDATE library SET is_favourite = coalesce(:isFavourite, is_favourite), note = coalesce(:note, note)
        WHERE ${ofConversation}`),
    untag: run(`DELETE FROM library_tags WHERE ${ofConversation}`),
    tag: run(`
      INSERT OR IGNORE INTO library_tags (profile_id, conversation_id, tag)
        SELECT :profileId, :conversationId, value FROM json_each(:tags)`),
    counts: one(
      `SELECT count(*) AS "all", total(is_favourite) AS favourites,
        count(*) - count(read_at) AS unread
        FROM library WHERE profile_id = ?`,
      (row) => row,
    ),
    tags: all(
      'SELECT DISTINCT tag FROM library_tags WHERE profile_id = ? ORDER BY tag COLLATE NOCASE',
      (row) => row['tag'],
    ),
    known: all(
      `SELECT conversation_id AS id FROM json_each(:ids) AS wanted
        JOIN library ON profile_id = :profileId AND conversation_id = wanted.value`,
      ({ id }) => String(id),
    ),
    /** Makes a stored snapshot the newest of its entry, and creates the entry if there is none. */
    addFetched: run<[summary: SnapshotSummary]>(`
      INSERT INTO library (profile_id, conversation_id, name, source, added_at, listed_at, read_at, newest_snapshot_id)
        VALUES (:profileId, :conversationId, :name, 'look-up', :fetchedAt, :fetchedAt, :fetchedAt, :id)
        ON CONFLICT (profile_id, conversation_id) DO UPDATE SET name = coalesce(nullif(excluded.name, ''), name),
          listed_at = :fetchedAt, read_at = :fetchedAt, newest_snapshot_id = :id`),
    /** Adds entries for snapshots without an entry, for example after a crash between the two writes. */
    adopt: run<[profileId: ProfileId]>(`
      INSERT INTO library (profile_id, conversation_id, name, source, added_at, listed_at, read_at, newest_snapshot_id)
        SELECT profile_id, conversation_id, name, 'look-up', max(fetched_at), fetched_at, fetched_at, id
        FROM snapshots WHERE profile_id = ?1 AND NOT EXISTS (
          SELECT 1 FROM library WHERE profile_id = ?1 AND conversation_id = snapshots.conversation_id)
        GROUP BY conversation_id`),
  }
}

export function createLibraryRepository(database: DatabaseSync) {
  const { count, all } = statementsIn(database)
  const sql = statementsOf(database)
  const { entry, addIds, addNamed, adopt, addFetched } = sql

  return {
    /** The most recently read or added entries come first. */
    list: (profileId: ProfileId, { show, tag: carried }: LibraryQuery, limit: number): LibraryList => {
      const where = listedBy({ show, tag: carried })
      const listed = `${entries} WHERE ${where} ORDER BY listed_at DESC, conversation_id LIMIT :limit`
      return storing(() => {
        const rows = all(listed, entryOf)({ profileId, tag: carried, limit })
        const isWhole = rows.length < limit
        const total = count(`SELECT count(*) FROM library WHERE ${where}`)
        return { rows, total: isWhole ? rows.length : total({ profileId, tag: carried }) }
      })
    },
    /** The entries whose name or id matches the search, best match first, then the most recently read or added. */
    named: (profileId: ProfileId, { search, ...query }: LibraryQuery & NameSearch, limit: number): LibraryList => {
      const namesOf = `SELECT conversation_id AS id, name FROM library WHERE ${listedBy(query)}
        ORDER BY listed_at DESC, conversation_id`
      return storing(() => {
        const names = matching(all(namesOf, namedOf)({ profileId, tag: query.tag }), search, limit)
        const rows = names.flatMap(({ conversationId: id }) => entry({ profileId, conversationId: id }) ?? [])
        return { rows, total: rows.length }
      })
    },
    overview: (profileId: ProfileId) =>
      libraryOverview.parse({ counts: { ...sql.counts(profileId) }, tags: sql.tags(profileId) }),
    entry,
    addIds,
    addNamed,
    adopt,
    addFetched,
    /** Changes an entry, creating it if there is none, and returns it. */
    edit: (conversation: OfConversation, change: LibraryEdit, at: number): LibraryEntry =>
      inTransaction(database, () => {
        addIds(conversation.profileId, [conversation.conversationId], at)
        sql.edit({ ...conversation, ...change })
        if (change.tags !== undefined) {
          sql.untag(conversation)
          sql.tag({ ...conversation, tags: change.tags })
        }
        const written = entry(conversation)
        if (written === null) throw new Error(`The entry of ${conversation.conversationId} was not written`)
        return written
      }),
    known: (profileId: ProfileId, ids: readonly string[]): ReadonlySet<string> =>
      new Set(sql.known({ profileId, ids })),
  }
}

export function createMutedChecksRepository(database: DatabaseSync) {
  const { run, all } = statementsIn(database)
  const ofProfile = all('SELECT rule FROM muted_checks WHERE profile_id = ?', ({ rule }) => rule)
  const mute = run('INSERT OR IGNORE INTO muted_checks (profile_id, rule) VALUES (?, ?)')
  const unmute = run('DELETE FROM muted_checks WHERE profile_id = ? AND rule = ?')
  return {
    /** The muted rules of a profile in the order of all rules; rules that no longer exist are skipped. */
    list: (profileId: ProfileId): CheckRule[] => {
      const muted = ofProfile(profileId)
      // The boundary: the keys of `checkRules` are the rules.
      return (Object.keys(checkRules) as CheckRule[]).filter((rule) => muted.includes(rule))
    },
    set: (profileId: ProfileId, rule: CheckRule, isMuted: boolean) => {
      if (isMuted) mute(profileId, rule)
      else unmute(profileId, rule)
    },
  }
}
