/** The session inbox's rows: the sessions that this computer knows of each profile, as the service gives no list of them. */
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'
import type { AppId, ProfileId, SessionId } from '../../shared/ids.ts'
import { knownSession } from '../../shared/schemas/inbox.ts'
import type { Inbox, KnownSession, SessionAction, SessionSource } from '../../shared/schemas/inbox.ts'
import { storing, inTransaction } from './storage-failure.ts'

/** Where sessions that are added come from, whose they are, and when they were seen. */
export interface Finding {
  readonly appId: AppId | null
  readonly source: SessionSource
  /** Epoch milliseconds. */
  readonly at: number
}

/** What operators write on a session; what is left out stays as it is. */
export type SessionEdit = { readonly [Field in 'appId' | 'label' | 'note']?: KnownSession[Field] | undefined }

/** Which sessions a list is to hold: those of the application and of none; with null, all. */
export interface InboxQuery {
  readonly profileId: ProfileId
  readonly appId: AppId | null
  readonly showsEnded: boolean
}

/** Which sessions that are not marked as ended. */
export interface LiveSessions {
  readonly profileId: ProfileId
  /** Those of this very application; null: all of the profile. */
  readonly appId: AppId | null
  /** First seen then or before, in epoch milliseconds. */
  readonly seenBy: number
  readonly max: number
  readonly fits: (session: KnownSession) => boolean
}

/** The rows of the inbox. Every function throws a `storage` failure when the database refuses. */
export interface KnownSessionsRepository {
  readonly find: (profileId: ProfileId, sessionId: SessionId) => KnownSession | null
  /** At most 5,000 sessions, those first seen last first; the counts are of all. */
  readonly list: (query: InboxQuery) => Inbox
  /** Those not marked as ended, first seen first. Stops at the last that is wanted: an inbox may hold tens of thousands. */
  readonly live: (wanted: LiveSessions) => readonly KnownSession[]
  /** Which of these ids are in the inbox, ended or not. */
  readonly known: (profileId: ProfileId, ids: readonly string[]) => ReadonlySet<string>
  /**
   * Adds sessions and answers the new ones, in their order. One that is there keeps what it has, but for its application
   * when that was not known.
   */
  readonly add: (profileId: ProfileId, sessionIds: readonly SessionId[], finding: Finding) => SessionId[]
  /** Answers false when there is no such session. */
  readonly edit: (profileId: ProfileId, sessionId: SessionId, change: SessionEdit) => boolean
  /** Marks as ended, or as live again (null); answers which were changed. The end that was noted first stays. */
  readonly setEnded: (profileId: ProfileId, sessionIds: readonly SessionId[], endedAt: number | null) => SessionId[]
  /** Takes rows away and answers which there were, in their order. */
  readonly remove: (profileId: ProfileId, sessionIds: readonly SessionId[]) => SessionId[]
  /** Marks every session of a profile as ended. */
  readonly endAll: (profileId: ProfileId, endedAt: number) => void
  /** Forgets sessions that ended more than 90 days before `now`; at most `most`, and says how many. */
  readonly prune: (now: number, most: number) => number
  /** Notes what was last done to a session; does nothing for one that is not there. */
  readonly noteAction: (profileId: ProfileId, sessionId: SessionId, action: SessionAction) => void
}

/** The most sessions that a list gives. */
export const maxListedSessions = 5_000

const retentionMs = 90 * 86_400_000

type Row = Readonly<Record<string, SQLOutputValue>>

function sessionOf(row: Row): KnownSession {
  const action = row['last_action']
  return knownSession.parse({
    sessionId: row['session_id'],
    appId: row['app_id'],
    label: row['label'],
    note: row['note'],
    source: { kind: row['source_kind'], name: row['source_name'] },
    firstSeenAt: row['first_seen_at'],
    endedAt: row['ended_at'],
    lastAction: typeof action === 'string' ? (JSON.parse(action) as unknown) : null,
  })
}

const columns = 'session_id, app_id, label, note, source_kind, source_name, first_seen_at, ended_at, last_action'
const ofOne = 'profile_id = :profileId AND session_id = :sessionId'
const ofMany = 'profile_id = :profileId AND session_id IN (SELECT value FROM json_each(:ids))'
const ofApplication = 'profile_id = :profileId AND (:appId IS NULL OR app_id = :appId OR app_id IS NULL)'

function statementsOf(database: DatabaseSync) {
  return {
    find: database.prepare(`SELECT ${columns} FROM known_sessions WHERE ${ofOne}`),
    list: database.prepare(`
      SELECT ${columns} FROM known_sessions WHERE ${ofApplication} AND (:showsEnded OR ended_at IS NULL)
        ORDER BY first_seen_at DESC, session_id LIMIT ${String(maxListedSessions)}`),
    counts: database.prepare(`
      SELECT count(*) - count(ended_at) AS known, count(ended_at) AS ended FROM known_sessions WHERE ${ofApplication}`),
    live: database.prepare(`
      SELECT ${columns} FROM known_sessions
        WHERE profile_id = :profileId AND (:appId IS NULL OR app_id = :appId) AND ended_at IS NULL
          AND first_seen_at <= :seenBy
        ORDER BY first_seen_at, session_id`),
    known: database.prepare(`SELECT session_id AS id FROM known_sessions WHERE ${ofMany}`),
    claim: database.prepare(`UPDATE known_sessions SET app_id = :appId WHERE ${ofMany} AND app_id IS NULL`),
    add: database.prepare(`
      INSERT OR IGNORE INTO known_sessions (profile_id, session_id, app_id, source_kind, source_name, first_seen_at)
        SELECT :profileId, value, :appId, :kind, :name, :at FROM json_each(:ids)
        RETURNING session_id AS id`),
    edit: database.prepare(`
      UPDATE known_sessions SET label = coalesce(:label, label), note = coalesce(:note, note) WHERE ${ofOne}`),
    setApp: database.prepare(`UPDATE known_sessions SET app_id = :appId WHERE ${ofOne}`),
    end: database.prepare(`UPDATE known_sessions SET ended_at = :at WHERE ${ofMany} AND ended_at IS NULL
        RETURNING session_id AS id`),
    revive: database.prepare(`UPDATE known_sessions SET ended_at = NULL WHERE ${ofMany} AND ended_at IS NOT NULL
        RETURNING session_id AS id`),
    endAll: database.prepare(
      'UPDATE known_sessions SET ended_at = :endedAt WHERE profile_id = :profileId AND ended_at IS NULL',
    ),
    // A table without row ids has no DELETE … LIMIT of its own.
    prune: database.prepare(`
      DELETE FROM known_sessions WHERE (profile_id, session_id) IN (
        SELECT profile_id, session_id FROM known_sessions WHERE ended_at < :before LIMIT :most)`),
    remove: database.prepare(`DELETE FROM known_sessions WHERE ${ofMany} RETURNING session_id AS id`),
    noteAction: database.prepare(`UPDATE known_sessions SET last_action = :action WHERE ${ofOne}`),
  }
}

/** The ids that the rows name, in the order in which they were given, each once. */
function inOrder(rows: readonly Row[], given: readonly SessionId[]): SessionId[] {
  const named = new Set(rows.map((row) => row['id']))
  return given.filter((id) => named.delete(id))
}

export function createKnownSessionsRepository(database: DatabaseSync): KnownSessionsRepository {
  const statements = statementsOf(database)
  return {
    find: (profileId, sessionId) =>
      storing(() => {
        const row = statements.find.get({ profileId, sessionId })
        return row === undefined ? null : sessionOf(row)
      }),
    list: ({ profileId, appId, showsEnded }) =>
      storing(() => {
        const counts = statements.counts.get({ profileId, appId })
        return {
          sessions: statements.list.all({ profileId, appId, showsEnded: Number(showsEnded) }).map(sessionOf),
          known: Number(counts?.['known']),
          ended: Number(counts?.['ended']),
        }
      }),
    live: ({ max, fits, ...of }) =>
      storing(() => {
        const found: KnownSession[] = []
        for (const row of statements.live.iterate(of)) {
          const session = sessionOf(row)
          if (fits(session)) found.push(session)
          if (found.length === max) break
        }
        return found
      }),
    known: (profileId, ids) =>
      storing(
        () => new Set(statements.known.all({ profileId, ids: JSON.stringify(ids) }).map((row) => String(row['id']))),
      ),
    add: (profileId, sessionIds, { appId, source, at }) => {
      const ids = JSON.stringify(sessionIds)
      return inTransaction(database, () => {
        if (appId !== null) statements.claim.run({ profileId, ids, appId })
        return inOrder(
          statements.add.all({ profileId, ids, appId, kind: source.kind, name: source.name, at }),
          sessionIds,
        )
      })
    },
    edit: (profileId, sessionId, { appId, label, note }) =>
      inTransaction(database, () => {
        const key = { profileId, sessionId }
        if (appId !== undefined) statements.setApp.run({ ...key, appId })
        return statements.edit.run({ ...key, label: label ?? null, note: note ?? null }).changes === 1
      }),
    setEnded: (profileId, sessionIds, endedAt) =>
      storing(() => {
        const ids = JSON.stringify(sessionIds)
        const rows =
          endedAt === null
            ? statements.revive.all({ profileId, ids })
            : statements.end.all({ profileId, ids, at: endedAt })
        return inOrder(rows, sessionIds)
      }),
    remove: (profileId, sessionIds) =>
      storing(() => inOrder(statements.remove.all({ profileId, ids: JSON.stringify(sessionIds) }), sessionIds)),
    endAll: (profileId, endedAt) => {
      storing(() => statements.endAll.run({ profileId, endedAt }))
    },
    prune: (now, most) => storing(() => Number(statements.prune.run({ before: now - retentionMs, most }).changes)),
    noteAction: (profileId, sessionId, action) => {
      storing(() => statements.noteAction.run({ profileId, sessionId, action: JSON.stringify(action) }))
    },
  }
}
