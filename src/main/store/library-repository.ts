/** The library's rows: what is known of each conversation of a profile, and what operators made of it. */
import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import type { ConversationId, ProfileId, SnapshotId } from '../../shared/ids.ts'
import { checkRules } from '../../shared/model/conversation-checks.ts'
import type { CheckRule } from '../../shared/model/conversation-checks.ts'
import type { SnapshotSummary } from '../../shared/schemas/conversation.ts'
import { conversationId, snapshotId } from '../../shared/schemas/ids.ts'
import { libraryEntry, libraryOverview, watchMinutes } from '../../shared/schemas/library.ts'
import type { LibraryEntry, LibraryList, LibraryQuery } from '../../shared/schemas/library.ts'
import { columnsAs, statementsIn } from './statements.ts'
import type { Row } from './statements.ts'
import { inTransaction, storing } from './storage-failure.ts'

export interface OfConversation {
  readonly profileId: ProfileId
  readonly conversationId: ConversationId
}

/** What is left out stays as it is. */
export type LibraryEdit = Partial<Pick<LibraryEntry, 'isFavourite' | 'note' | 'tags' | 'watchEveryMinutes'>>

const watchedConversation = z.object({ conversationId, everyMinutes: watchMinutes, triedAt: z.number().nullable() })

/** `triedAt` is when it was last read or tried; null for never. */
export type WatchedConversation = Readonly<z.output<typeof watchedConversation>>

/** Two snapshots: the newest one, and the one that it is news against. */
export interface SnapshotPair {
  readonly newest: SnapshotId
  readonly before: SnapshotId
}

export const maxListed = 2_000

const shown: Readonly<Record<LibraryQuery['show'], string>> = {
  all: 'TRUE',
  favourites: 'is_favourite = 1',
  watched: 'watch_every_minutes IS NOT NULL',
  changed: 'is_changed = 1',
  unread: 'read_at IS NULL',
}

const carriesTag = `EXISTS (SELECT 1 FROM library_tags AS wanted WHERE wanted.profile_id = library.profile_id
  AND wanted.conversation_id = library.conversation_id AND wanted.tag = :tag)`

const ofConversation = 'profile_id = :profileId AND conversation_id = :conversationId'

const names = ['conversationId', 'name', 'source', 'addedAt', 'isFavourite', 'note', 'watchEveryMinutes', 'readAt']
const entries = `
  SELECT ${columnsAs(...names, 'newestSnapshotId', 'seenSnapshotId', 'isChanged', 'lastFailure')},
    (SELECT json_group_array(tag) FROM (SELECT tag FROM library_tags AS carried
      WHERE carried.profile_id = library.profile_id AND carried.conversation_id = library.conversation_id
      ORDER BY tag COLLATE NOCASE)) AS tags
  FROM library`

function entryOf(row: Row): LibraryEntry {
  const tags: unknown = JSON.parse(String(row['tags']))
  return libraryEntry.parse({ ...row, tags, isFavourite: row['isFavourite'] === 1, isChanged: row['isChanged'] === 1 })
}

function pairIn({ newest, before }: Row): SnapshotPair | null {
  if (newest === null || before === null || newest === before) return null
  return { newest: snapshotId.parse(newest), before: snapshotId.parse(before) }
}

/** A read that was kept becomes the newest snapshot of its entry, which is made when there is none. */
const afterRead = (source: 'look-up' | 'import', seenId: ':id' | 'NULL', changes: string): string => `
  INSERT INTO library (profile_id, conversation_id, name, source, added_at, listed_at, read_at, tried_at,
      newest_snapshot_id, seen_snapshot_id)
    VALUES (:profileId, :conversationId, :name, '${source}', :fetchedAt, :fetchedAt, :fetchedAt, :fetchedAt, :id, ${seenId})
    ON CONFLICT (profile_id, conversation_id) DO UPDATE SET name = coalesce(nullif(excluded.name, ''), name),
      read_at = :fetchedAt, tried_at = :fetchedAt, newest_snapshot_id = :id, last_failure = NULL, ${changes}`

function statementsOf(database: DatabaseSync) {
  const { run, one, all } = statementsIn(database)
  return {
    entry: one<[of: OfConversation], LibraryEntry>(`${entries} WHERE ${ofConversation}`, entryOf),
    /** Adds ids of a list; those that are known stay as they are. */
    addIds: run<[profileId: ProfileId, ids: readonly ConversationId[], at: number]>(`
      INSERT OR IGNORE INTO library (profile_id, conversation_id, source, added_at, listed_at)
        SELECT ?1, value, 'import', ?3, ?3 FROM json_each(?2)`),
    edit: run(`
      UPDATE library SET is_favourite = coalesce(:isFavourite, is_favourite), note = coalesce(:note, note),
          watch_every_minutes = iif(:isWatchEdited, :watchEveryMinutes, watch_every_minutes)
        WHERE ${ofConversation}`),
    untag: run(`DELETE FROM library_tags WHERE ${ofConversation}`),
    tag: run(`
      INSERT OR IGNORE INTO library_tags (profile_id, conversation_id, tag)
        SELECT :profileId, :conversationId, value FROM json_each(:tags)`),
    counts: one(
      `SELECT count(*) AS "all", total(is_favourite) AS favourites, count(watch_every_minutes) AS watched,
        total(is_changed) AS changed, count(*) - count(read_at) AS unread
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
    /** A fetch by hand was kept: it is on screen, and nothing is news any more. */
    addFetched: run<[summary: SnapshotSummary]>(
      afterRead('look-up', ':id', 'listed_at = :fetchedAt, seen_snapshot_id = :id, is_changed = 0'),
    ),
    // Nobody had a snapshot on screen yet: then the one before is what the newest is news against, and news stays news.
    before: one(
      `SELECT :id AS newest, coalesce(seen_snapshot_id, iif(is_changed, NULL, newest_snapshot_id)) AS before
        FROM library WHERE ${ofConversation}`,
      pairIn,
    ),
    addAutomaticRead: run(afterRead('import', 'NULL', 'is_changed = max(is_changed, :hasChanged)')),
    readAgain: run<[OfConversation & { readonly at: number }]>(`
      UPDATE library SET read_at = :at, tried_at = :at, last_failure = NULL WHERE ${ofConversation}`),
    failed: run<[OfConversation & { readonly failure: string; readonly at: number }]>(
      `UPDATE library SET tried_at = :at, last_failure = :failure WHERE ${ofConversation}`,
    ),
    setChanged: run(`
      UPDATE library SET is_changed = :isChanged WHERE ${ofConversation} AND newest_snapshot_id = :newest`),
    /** Takes up snapshots that have no entry, such as those of a crash between the two or of a salvaged database. */
    adopt: run<[profileId: ProfileId]>(`
      INSERT INTO library (profile_id, conversation_id, name, source, added_at, listed_at, read_at, tried_at,
          newest_snapshot_id, seen_snapshot_id)
        SELECT profile_id, conversation_id, name, 'look-up', max(fetched_at), fetched_at, fetched_at, fetched_at,
          id, id
        FROM snapshots WHERE profile_id = ?1 AND NOT EXISTS (
          SELECT 1 FROM library WHERE profile_id = ?1 AND conversation_id = snapshots.conversation_id)
        GROUP BY conversation_id`),
    /** Answers what must be compared when a newer one is there. Going back to an old snapshot unsees no newer one. */
    seen: one<[Pick<SnapshotSummary, 'id' | 'profileId' | 'conversationId' | 'fetchedAt'>], SnapshotPair | null>(
      `UPDATE library SET seen_snapshot_id = :id, is_changed = iif(newest_snapshot_id = :id, 0, is_changed)
        WHERE ${ofConversation}
          AND coalesce((SELECT fetched_at FROM snapshots WHERE id = seen_snapshot_id), 0) <= :fetchedAt
        RETURNING newest_snapshot_id AS newest, seen_snapshot_id AS before`,
      pairIn,
    ),
    watched: all<[profileId: ProfileId], WatchedConversation>(
      `SELECT ${columnsAs('conversationId', 'triedAt')}, watch_every_minutes AS everyMinutes FROM library
        WHERE profile_id = ? AND watch_every_minutes IS NOT NULL`,
      (row) => watchedConversation.parse(row),
    ),
  }
}

export function createLibraryRepository(database: DatabaseSync) {
  const { count, all } = statementsIn(database)
  const sql = statementsOf(database)
  const { entry, addIds, adopt, seen, watched, addFetched, readAgain, failed } = sql

  return {
    /** At most 2,000 of them, those last looked up or added first. */
    list: (profileId: ProfileId, { show, tag: carried }: LibraryQuery): LibraryList => {
      const where = `profile_id = :profileId AND ${shown[show]}${carried === null ? '' : ` AND ${carriesTag}`}`
      const listed = `${entries} WHERE ${where} ORDER BY listed_at DESC, conversation_id LIMIT ${String(maxListed)}`
      return storing(() => {
        const found = all(listed, entryOf)({ profileId, tag: carried })
        const isWhole = found.length < maxListed
        const total = count(`SELECT count(*) FROM library WHERE ${where}`)
        return { entries: found, total: isWhole ? found.length : total({ profileId, tag: carried }) }
      })
    },
    overview: (profileId: ProfileId) =>
      libraryOverview.parse({ counts: { ...sql.counts(profileId) }, tags: sql.tags(profileId) }),
    entry,
    addIds,
    adopt,
    seen,
    watched,
    addFetched,
    readAgain,
    failed,
    /** Writes on an entry, which is made when there is none, and answers it. */
    edit: (of: OfConversation, change: LibraryEdit, at: number): LibraryEntry =>
      inTransaction(database, () => {
        addIds(of.profileId, [of.conversationId], at)
        sql.edit({ ...of, ...change, isWatchEdited: change.watchEveryMinutes !== undefined })
        if (change.tags !== undefined) {
          sql.untag(of)
          sql.tag({ ...of, tags: change.tags })
        }
        const written = entry(of)
        if (written === null) throw new Error(`The entry of ${of.conversationId} was not written`)
        return written
      }),
    known: (profileId: ProfileId, ids: readonly string[]): ReadonlySet<string> =>
      new Set(sql.known({ profileId, ids })),
    /** Taken for news until what it answers is compared; null when nothing came before. */
    addAutomaticRead: (summary: SnapshotSummary) =>
      inTransaction(database, () => {
        const pair = sql.before(summary)
        sql.addAutomaticRead({ ...summary, hasChanged: pair !== null })
        return pair
      }),
    /** Ignored when another snapshot is the newest by now. */
    setChanged: (of: OfConversation, newest: SnapshotId, isChanged: boolean) =>
      sql.setChanged({ ...of, newest, isChanged }),
  }
}

export function createMutedChecksRepository(database: DatabaseSync) {
  const { run, all } = statementsIn(database)
  const ofProfile = all('SELECT rule FROM muted_checks WHERE profile_id = ?', ({ rule }) => rule)
  const mute = run('INSERT OR IGNORE INTO muted_checks (profile_id, rule) VALUES (?, ?)')
  const unmute = run('DELETE FROM muted_checks WHERE profile_id = ? AND rule = ?')
  return {
    /** The muted rules of a profile in the order of all rules; one that no longer exists is passed over. */
    list: (profileId: ProfileId): CheckRule[] => {
      const muted = ofProfile(profileId)
      // The boundary: the keys of the list of rules are the rules.
      return (Object.keys(checkRules) as CheckRule[]).filter((rule) => muted.includes(rule))
    },
    set: (profileId: ProfileId, rule: CheckRule, isMuted: boolean) => {
      if (isMuted) mute(profileId, rule)
      else unmute(profileId, rule)
    },
  }
}
