/** The library's rows: what is known of each conversation of a profile, and what operators made of it. */
import type { DatabaseSync, SQLOutputValue, StatementSync } from 'node:sqlite'
import type { ConversationId, ProfileId, SnapshotId } from '../../shared/ids.ts'
import type { SnapshotSummary } from '../../shared/schemas/conversation.ts'
import { conversationId, snapshotId } from '../../shared/schemas/ids.ts'
import { libraryEntry, libraryOverview, watchMinutes } from '../../shared/schemas/library.ts'
import type {
  LibraryEntry,
  LibraryList,
  LibraryOverview,
  LibraryQuery,
  WatchMinutes,
} from '../../shared/schemas/library.ts'
import { storing, inTransaction } from './storage-failure.ts'

/** A conversation of a profile. */
export interface OfConversation {
  readonly profileId: ProfileId
  readonly conversationId: ConversationId
}

/** What operators write on an entry; what is left out stays as it is. */
export type LibraryEdit = Partial<Pick<LibraryEntry, 'isFavourite' | 'note' | 'tags' | 'watchEveryMinutes'>>

/** A conversation that is read on schedule. Times are epoch milliseconds. */
export interface WatchedConversation {
  readonly conversationId: ConversationId
  readonly everyMinutes: WatchMinutes
  /** When it was last read or tried; null for never. */
  readonly triedAt: number | null
}

/** Two snapshots: the newest one, and the one that it is news against. */
export interface SnapshotPair {
  readonly newest: SnapshotId
  readonly before: SnapshotId
}

/** The rows of the library. Every function throws a `storage` failure when the database refuses. */
export interface LibraryRepository {
  /** At most 2,000 of them, those last looked up or added first. */
  readonly list: (profileId: ProfileId, query: LibraryQuery) => LibraryList
  readonly overview: (profileId: ProfileId) => LibraryOverview
  readonly entry: (of: OfConversation) => LibraryEntry | null
  /** Writes on an entry, which is made when there is none, and answers it. */
  readonly edit: (of: OfConversation, change: LibraryEdit, at: number) => LibraryEntry
  /** Takes up snapshots that have no entry, such as those of a crash between the two or of a salvaged database. */
  readonly adopt: (profileId: ProfileId) => void
  /** Adds ids of a list; those that are known stay as they are. */
  readonly addIds: (profileId: ProfileId, ids: readonly ConversationId[], at: number) => void
  /** Which of these ids the profile's library has. */
  readonly known: (profileId: ProfileId, ids: readonly string[]) => ReadonlySet<string>
  /** A fetch by hand was kept: it is on screen, and nothing is news any more. */
  readonly addFetched: (summary: SnapshotSummary) => void
  /**
   * A read by itself was kept: answers what must be compared to say whether it is news, and takes it for news until
   * then; null when nothing came before.
   */
  readonly addAutomaticRead: (summary: SnapshotSummary) => SnapshotPair | null
  /** A read by itself brought the same bytes. */
  readonly readAgain: (of: OfConversation, at: number) => void
  /** A read by itself failed, with its kind of failure. */
  readonly failed: (of: OfConversation, failure: string, at: number) => void
  /** A snapshot is on screen: answers what must be compared when a newer one is there; null when there is none. */
  readonly seen: (
    summary: Pick<SnapshotSummary, 'id' | 'profileId' | 'conversationId' | 'fetchedAt'>,
  ) => SnapshotPair | null
  /** Says whether the newest snapshot is news; ignored when another one is the newest by now. */
  readonly setChanged: (of: OfConversation, newest: SnapshotId, isChanged: boolean) => void
  readonly watched: (profileId: ProfileId) => readonly WatchedConversation[]
}

/** The most entries that a list gives. */
export const maxListed = 2_000

const columns = `conversation_id AS conversationId, name, source, added_at AS addedAt, is_favourite AS isFavourite, note,
  watch_every_minutes AS watchEveryMinutes, read_at AS readAt, newest_snapshot_id AS newestSnapshotId,
  seen_snapshot_id AS seenSnapshotId, is_changed AS isChanged, last_failure AS lastFailure,
  (SELECT json_group_array(tag) FROM (SELECT tag FROM library_tags AS carried
    WHERE carried.profile_id = library.profile_id AND carried.conversation_id = library.conversation_id
    ORDER BY tag COLLATE NOCASE)) AS tags`

const shown: Readonly<Record<LibraryQuery['show'], string>> = {
  all: 'TRUE',
  favourites: 'is_favourite = 1',
  watched: 'watch_every_minutes IS NOT NULL',
  changed: 'is_changed = 1',
  unread: 'read_at IS NULL',
}

const carriesTag = `EXISTS (SELECT 1 FROM library_tags AS wanted WHERE wanted.profile_id = library.profile_id
  AND wanted.conversation_id = library.conversation_id AND wanted.tag = ?)`

type Row = Readonly<Record<string, SQLOutputValue>>

function entryOf(row: Row): LibraryEntry {
  const tags: unknown = JSON.parse(String(row['tags']))
  return libraryEntry.parse({ ...row, tags, isFavourite: row['isFavourite'] === 1, isChanged: row['isChanged'] === 1 })
}

function pairIn(row: Row | undefined): SnapshotPair | null {
  const [newest, before] = [row?.['newest'], row?.['before']]
  if (typeof newest !== 'string' || typeof before !== 'string' || newest === before) return null
  return { newest: snapshotId.parse(newest), before: snapshotId.parse(before) }
}

const ofConversation = 'profile_id = :profileId AND conversation_id = :conversationId'

function statementsOf(database: DatabaseSync) {
  // What is handed over may have more members than a statement names.
  const prepare = (sql: string): StatementSync => {
    const statement = database.prepare(sql)
    statement.setAllowUnknownNamedParameters(true)
    return statement
  }
  return {
    entry: prepare(`SELECT ${columns} FROM library WHERE ${ofConversation}`),
    make: prepare(`
      INSERT OR IGNORE INTO library (profile_id, conversation_id, source, added_at, listed_at)
        VALUES (:profileId, :conversationId, 'import', :at, :at)`),
    edit: prepare(`
      UPDATE library SET is_favourite = coalesce(:isFavourite, is_favourite), note = coalesce(:note, note),
          watch_every_minutes = iif(:isWatchEdited, :watchEveryMinutes, watch_every_minutes)
        WHERE ${ofConversation}`),
    untag: prepare(`DELETE FROM library_tags WHERE ${ofConversation}`),
    tag: prepare(`
      INSERT OR IGNORE INTO library_tags (profile_id, conversation_id, tag)
        SELECT :profileId, :conversationId, value FROM json_each(:tags)`),
    counts: prepare(`
      SELECT count(*) AS "all", total(is_favourite) AS favourites, count(watch_every_minutes) AS watched,
        total(is_changed) AS changed, count(*) - count(read_at) AS unread
        FROM library WHERE profile_id = ?`),
    tags: prepare('SELECT DISTINCT tag FROM library_tags WHERE profile_id = ? ORDER BY tag COLLATE NOCASE'),
    addIds: prepare(`
      INSERT OR IGNORE INTO library (profile_id, conversation_id, source, added_at, listed_at)
        SELECT :profileId, value, 'import', :at, :at FROM json_each(:ids)`),
    adopt: prepare(`
      INSERT INTO library (profile_id, conversation_id, name, source, added_at, listed_at, read_at, tried_at,
          newest_snapshot_id, seen_snapshot_id)
        SELECT profile_id, conversation_id, name, 'look-up', max(fetched_at), fetched_at, fetched_at, fetched_at,
          id, id
        FROM snapshots WHERE profile_id = :profileId AND NOT EXISTS (
          SELECT 1 FROM library WHERE profile_id = :profileId AND conversation_id = snapshots.conversation_id)
        GROUP BY conversation_id`),
    known: prepare(`
      SELECT conversation_id AS id FROM json_each(:ids) AS wanted
        JOIN library ON profile_id = :profileId AND conversation_id = wanted.value`),
    addFetched: prepare(`
      INSERT INTO library (profile_id, conversation_id, name, source, added_at, listed_at, read_at, tried_at,
          newest_snapshot_id, seen_snapshot_id)
        VALUES (:profileId, :conversationId, :name, 'look-up', :fetchedAt, :fetchedAt, :fetchedAt, :fetchedAt, :id, :id)
        ON CONFLICT (profile_id, conversation_id) DO UPDATE SET
          name = coalesce(nullif(excluded.name, ''), name), listed_at = :fetchedAt, read_at = :fetchedAt, tried_at = :fetchedAt,
          newest_snapshot_id = :id, seen_snapshot_id = :id, is_changed = 0, last_failure = NULL`),
    // Nobody had a snapshot on screen yet: then the one before is what the newest is news against, and news stays news.
    before: prepare(`
      SELECT :id AS newest, coalesce(seen_snapshot_id, iif(is_changed, NULL, newest_snapshot_id)) AS before
        FROM library WHERE ${ofConversation}`),
    addAutomaticRead: prepare(`
      INSERT INTO library (profile_id, conversation_id, name, source, added_at, listed_at, read_at, tried_at,
          newest_snapshot_id)
        VALUES (:profileId, :conversationId, :name, 'import', :fetchedAt, :fetchedAt, :fetchedAt, :fetchedAt, :id)
        ON CONFLICT (profile_id, conversation_id) DO UPDATE SET name = coalesce(nullif(excluded.name, ''), name),
          read_at = :fetchedAt, tried_at = :fetchedAt, newest_snapshot_id = :id, last_failure = NULL,
          is_changed = max(is_changed, :hasChanged)`),
    readAgain: prepare(`
      UPDATE library SET read_at = :at, tried_at = :at, last_failure = NULL WHERE ${ofConversation}`),
    failed: prepare(`
      UPDATE library SET tried_at = :at, last_failure = :failure WHERE ${ofConversation}`),
    // Going back to an old snapshot does not unsee a newer one.
    seen: prepare(`
      UPDATE library SET seen_snapshot_id = :id, is_changed = iif(newest_snapshot_id = :id, 0, is_changed)
        WHERE ${ofConversation}
          AND coalesce((SELECT fetched_at FROM snapshots WHERE id = seen_snapshot_id), 0) <= :fetchedAt
        RETURNING newest_snapshot_id AS newest, seen_snapshot_id AS before`),
    setChanged: prepare(`
      UPDATE library SET is_changed = :isChanged WHERE ${ofConversation} AND newest_snapshot_id = :newest`),
    watched: prepare(`
      SELECT conversation_id, watch_every_minutes, tried_at FROM library
        WHERE profile_id = ? AND watch_every_minutes IS NOT NULL`),
  }
}

export function createLibraryRepository(database: DatabaseSync): LibraryRepository {
  const statements = statementsOf(database)

  const entry = (of: OfConversation): LibraryEntry | null => {
    const row = statements.entry.get({ ...of })
    return row === undefined ? null : entryOf(row)
  }

  const write = (of: OfConversation, { isFavourite, note, tags, watchEveryMinutes }: LibraryEdit): void => {
    statements.edit.run({
      ...of,
      isFavourite: isFavourite === undefined ? null : Number(isFavourite),
      note: note ?? null,
      isWatchEdited: Number(watchEveryMinutes !== undefined),
      watchEveryMinutes: watchEveryMinutes ?? null,
    })
    if (tags === undefined) return
    statements.untag.run({ ...of })
    statements.tag.run({ ...of, tags: JSON.stringify(tags) })
  }

  return {
    list: (profileId, { show, tag }) =>
      storing(() => {
        const where = `FROM library WHERE profile_id = ? AND ${shown[show]}${tag === null ? '' : ` AND ${carriesTag}`}`
        const values = tag === null ? [profileId] : [profileId, tag]
        const sql = `SELECT ${columns} ${where} ORDER BY listed_at DESC, conversation_id LIMIT ${String(maxListed)}`
        const rows = database.prepare(sql).all(...values)
        const isWhole = rows.length < maxListed
        const total = isWhole ? rows.length : database.prepare(`SELECT count(*) AS n ${where}`).get(...values)?.['n']
        return { entries: rows.map(entryOf), total: Number(total) }
      }),
    overview: (profileId) =>
      storing(() =>
        libraryOverview.parse({
          counts: { ...statements.counts.get(profileId) },
          tags: statements.tags.all(profileId).map((row) => row['tag']),
        }),
      ),
    entry: (of) => storing(() => entry(of)),
    edit: (of, change, at) =>
      inTransaction(database, () => {
        statements.make.run({ ...of, at })
        write(of, change)
        const written = entry(of)
        if (written === null) throw new Error(`The entry of ${of.conversationId} was not written`)
        return written
      }),
    adopt: (profileId) => {
      storing(() => statements.adopt.run({ profileId }))
    },
    addIds: (profileId, ids, at) => {
      storing(() => statements.addIds.run({ profileId, ids: JSON.stringify(ids), at }))
    },
    known: (profileId, ids) =>
      storing(() => new Set(statements.known.all({ profileId, ids: JSON.stringify(ids) }).map(({ id }) => String(id)))),
    addFetched: (summary) => {
      storing(() => statements.addFetched.run({ ...summary }))
    },
    addAutomaticRead: (summary) =>
      inTransaction(database, () => {
        const pair = pairIn(statements.before.get({ ...summary }))
        statements.addAutomaticRead.run({ ...summary, hasChanged: Number(pair !== null) })
        return pair
      }),
    readAgain: (of, at) => {
      storing(() => statements.readAgain.run({ ...of, at }))
    },
    failed: (of, failure, at) => {
      storing(() => statements.failed.run({ ...of, failure, at }))
    },
    seen: (summary) => storing(() => pairIn(statements.seen.get({ ...summary }))),
    setChanged: (of, newest, isChanged) => {
      storing(() => statements.setChanged.run({ ...of, newest, isChanged: Number(isChanged) }))
    },
    watched: (profileId) =>
      storing(() =>
        statements.watched.all(profileId).map((row) => ({
          conversationId: conversationId.parse(row['conversation_id']),
          everyMinutes: watchMinutes.parse(row['watch_every_minutes']),
          triedAt: typeof row['tried_at'] === 'number' ? row['tried_at'] : null,
        })),
      ),
  }
}
