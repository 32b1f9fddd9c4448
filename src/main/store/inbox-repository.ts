/** The session inbox: the sessions that this computer knows, and the file that is watched for their ids. */
import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import type { AppId, ProfileId, SessionId } from '../../shared/ids.ts'
import { limits } from '../../shared/model/limits.ts'
import { sessionId } from '../../shared/schemas/ids.ts'
import { knownSession, watchedFile } from '../../shared/schemas/inbox.ts'
import type { Inbox, KnownSession, SessionAction, SessionSource, WatchedFile } from '../../shared/schemas/inbox.ts'
import { columnsAs, jsonIn, statementsIn, storedText, trusted } from './statements.ts'
import type { Row } from './statements.ts'
import { inTransaction } from './storage-failure.ts'

/** The source of added sessions. */
export interface Finding {
  readonly appId: AppId | null
  readonly source: SessionSource
  readonly at: number
  readonly labels?: SessionLabels
}

/** By session id; an omitted id has no label. */
export type SessionLabels = Readonly<Partial<Record<string, string>>>

/** Each id with its label, as the insert statements read them. */
function labelled(ids: readonly SessionId[], labels: SessionLabels): readonly (readonly [SessionId, string])[] {
  return ids.map((id) => [id, Object.hasOwn(labels, id) ? storedText(labels[id] ?? '') : ''])
}

/** The operator's changes to a session; an omitted field is unchanged. */
type SessionEdit = { readonly [Field in 'appId' | 'label' | 'note']?: KnownSession[Field] | undefined }

export interface ListedSessions {
  readonly profileId: ProfileId
  /** null: all sessions of the profile. */
  readonly appId: AppId | null
  readonly showsEnded: boolean
}

const retentionMs = 90 * 86_400_000

function sessionOf({ kind, name, lastAction, ...row }: Row): KnownSession {
  return knownSession.parse({ ...row, source: { kind, name }, lastAction: jsonIn(lastAction) })
}

// A session without an application can belong to any application.
const ofApplication = 'profile_id = :profileId AND (:appId IS NULL OR app_id = :appId OR app_id IS NULL)'

function countsOf({ live = 0, apart = 0, ended = 0, elsewhere = 0 }: Row): Omit<Inbox, 'sessions'> {
  return {
    known: Number(live) - Number(apart),
    withoutApplication: Number(apart),
    ended: Number(ended),
    elsewhere: Number(elsewhere),
  }
}

/** The changed ids in the order of `ids`, each once. */
function inOrder(changed: readonly unknown[], ids: readonly SessionId[]): SessionId[] {
  const remaining = new Set(changed)
  return ids.filter((id) => remaining.delete(id))
}

export function createKnownSessionsRepository(database: DatabaseSync) {
  const { run, one, all } = statementsIn(database)
  const ofMany = 'profile_id = :profileId AND session_id IN (SELECT value FROM json_each(:ids))'
  const names = ['sessionId', 'appId', 'label', 'note', 'firstSeenAt', 'endedAt', 'lastAction']
  const sessions = `
    SELECT ${columnsAs(...names)}, source_kind AS kind, source_name AS name FROM known_sessions`
  const allIds = (sql: string) => all(sql, ({ session_id: id }) => id)

  const list = all(
    `${sessions} WHERE ${ofApplication} AND (:showsEnded OR ended_at IS NULL)
      ORDER BY first_seen_at DESC, session_id LIMIT ${String(limits.sessionsAtOnce)}`,
    sessionOf,
  )
  const counts = one(
    `SELECT count(*) - count(ended_at) AS live, count(ended_at) AS ended,
      count(*) FILTER (WHERE ended_at IS NULL AND app_id IS NULL AND :appId IS NOT NULL) AS apart,
      (SELECT count(*) FROM known_sessions WHERE profile_id = :profileId) - count(*) AS elsewhere
      FROM known_sessions WHERE ${ofApplication}`,
    countsOf,
  )
  const selectKnown = allIds(`SELECT session_id FROM known_sessions WHERE ${ofMany}`)
  const claim = run(`UPDATE known_sessions SET app_id = :appId WHERE ${ofMany} AND app_id IS NULL`)
  const add = allIds(`
    INSERT OR IGNORE INTO known_sessions
      (profile_id, session_id, label, app_id, source_kind, source_name, first_seen_at)
      SELECT :profileId, value ->> 0, value ->> 1, :appId, :kind, :name, :at FROM json_each(:labelled)
      RETURNING session_id`)
  const edit = run(`
    UPDATE known_sessions SET label = coalesce(:label, label), note = coalesce(:note, note),
      app_id = iif(:isAppEdited, :appId, app_id) WHERE profile_id = :profileId AND session_id = :sessionId`)
  const setEnded = allIds(`
    UPDATE known_sessions SET ended_at = :endedAt WHERE ${ofMany} AND (ended_at IS NULL) <> (:endedAt IS NULL)
      RETURNING session_id`)
  const endAll = allIds(`
    UPDATE known_sessions SET ended_at = :endedAt WHERE profile_id = :profileId AND ended_at IS NULL
      RETURNING session_id`)
  const sessionLabels = all<[profileId: ProfileId], { readonly id: string; readonly label: string }>(
    "SELECT session_id AS id, label FROM known_sessions WHERE profile_id = ? AND label <> ''",
    ({ id, label }) => ({ id: String(id), label: String(label) }),
  )
  // A WITHOUT ROWID table has no DELETE … LIMIT.
  const prune = run(`
    DELETE FROM known_sessions WHERE (profile_id, session_id) IN (
      SELECT profile_id, session_id FROM known_sessions WHERE ended_at < :before LIMIT :most)`)

  return {
    find: one<[profileId: ProfileId, sessionId: SessionId], KnownSession>(
      `${sessions} WHERE profile_id = ? AND session_id = ?`,
      sessionOf,
    ),
    /** Sessions with a label. */
    labelled: sessionLabels,
    /**
     * Sessions of the application and sessions without an application (null: all), at most 5,000, newest first; the
     * counts include all.
     */
    list: (query: ListedSessions): Inbox => ({
      sessions: list(query),
      ...(counts(query) ?? countsOf({})),
    }),
    /** The ids that are in the inbox, ended or not. */
    known: (profileId: ProfileId, ids: readonly string[]): ReadonlySet<string> =>
      new Set(selectKnown({ profileId, ids }).map(String)),
    /** Returns the new ids in their order. An existing session without an application gets `appId`. */
    add: (profileId: ProfileId, sessionIds: readonly SessionId[], { appId, source, at, labels = {} }: Finding) => {
      const parameters = { profileId, ids: sessionIds, labelled: labelled(sessionIds, labels), appId, ...source, at }
      return inTransaction(database, () => {
        if (appId !== null) claim(parameters)
        return inOrder(add(parameters), sessionIds)
      })
    },
    /** Returns false when there is no such session. */
    edit: (profileId: ProfileId, sessionId: SessionId, change: SessionEdit) =>
      edit({ ...change, profileId, sessionId, isAppEdited: change.appId !== undefined }) === 1,
    /** Marks sessions as ended, or as live again (null); returns the changed ids. The first recorded end stays. */
    setEnded: (profileId: ProfileId, sessionIds: readonly SessionId[], endedAt: number | null) =>
      inOrder(setEnded({ profileId, ids: sessionIds, endedAt }), sessionIds),
    /** Returns the ids that were live. */
    endAll: (profileId: ProfileId, endedAt: number): SessionId[] =>
      endAll({ profileId, endedAt }).map((id) => sessionId.parse(id)),
    /** Removes sessions that ended more than 90 days before `now`, at most `most`; returns how many. */
    prune: (now: number, most: number) => prune({ before: now - retentionMs, most }),
    /** Applies to sessions of exactly this application that were known by `knownBy` and are not marked as ended. */
    noteActionOnAll: run<[profileId: ProfileId, appId: AppId, action: SessionAction, knownBy: number]>(
      `UPDATE known_sessions SET last_action = ?3
        WHERE profile_id = ?1 AND app_id = ?2 AND ended_at IS NULL AND first_seen_at <= ?4`,
    ),
    /** Does nothing for a session that does not exist. */
    noteAction: run<[profileId: ProfileId, sessionId: SessionId, action: SessionAction]>(
      'UPDATE known_sessions SET last_action = ?3 WHERE profile_id = ?1 AND session_id = ?2',
    ),
  }
}

/** The source of proposed ids. */
export interface ProposalOrigin {
  readonly appId: AppId | null
  /** The name of the watched file. */
  readonly name: string
  readonly at: number
  readonly labels?: SessionLabels
}

export interface ProposedSession extends Omit<ProposalOrigin, 'labels'> {
  readonly sessionId: SessionId
  /** "" where the line had no label. */
  readonly label: string
}

/**
 * Ids from the watched file. An id that was dismissed, or removed from the inbox, stays as a row for 90 days, so that
 * reading the file from the start does not bring it back.
 */
export function createProposedSessionsRepository(database: DatabaseSync) {
  const { run, all } = statementsIn(database)
  const prune = run('DELETE FROM proposed_sessions WHERE profile_id = :profileId AND seen_at < :before')
  const add = all(
    `INSERT OR IGNORE INTO proposed_sessions (profile_id, session_id, label, app_id, source_name, seen_at)
      SELECT :profileId, value ->> 0, value ->> 1, :appId, :name, :at FROM json_each(:labelled)
        WHERE value ->> 0 NOT IN (SELECT session_id FROM known_sessions WHERE profile_id = :profileId)
      RETURNING session_id`,
    ({ session_id: id }) => id,
  )
  const dismiss = run(`
    INSERT INTO proposed_sessions (profile_id, session_id, source_name, seen_at, dismissed_at)
      SELECT :profileId, value, '', :at, :at FROM json_each(:ids) WHERE true
      ON CONFLICT (profile_id, session_id) DO UPDATE SET dismissed_at = excluded.dismissed_at`)
  const list = all(
    `SELECT ${columnsAs('sessionId', 'label', 'appId')}, source_name AS name, seen_at AS at FROM proposed_sessions
      WHERE profile_id = ? AND dismissed_at IS NULL
        AND session_id NOT IN (SELECT session_id FROM known_sessions WHERE known_sessions.profile_id = proposed_sessions.profile_id)
      ORDER BY seen_at DESC, session_id LIMIT ${String(limits.sessionsAtOnce)}`,
    (row) => trusted<ProposedSession>(row),
  )
  return {
    /** Returns how many are new: neither known, nor proposed, nor dismissed. */
    add: (profileId: ProfileId, ids: readonly SessionId[], { labels = {}, ...origin }: ProposalOrigin): number =>
      inTransaction(database, () => {
        prune({ profileId, before: origin.at - retentionMs })
        return add({ profileId, labelled: labelled(ids, labels), ...origin }).length
      }),
    /** Ids that are neither known nor dismissed, newest first, at most 5,000. */
    list: (profileId: ProfileId): readonly ProposedSession[] => list(profileId),
    /** Never proposes these ids again, whether or not they were proposed. */
    dismiss: (profileId: ProfileId, ids: readonly SessionId[], at: number) => dismiss({ profileId, ids, at }),
  }
}

/** The stored part of a profile's watched file; only the running program knows whether the file can be read. */
export interface StoredWatchedFile extends Omit<WatchedFile, 'problem'> {
  /** How far the file was read; null before the first read. */
  readonly readOffset: number | null
  /** The size of the file at that read, in bytes. */
  readonly readSize: number | null
}

const storedWatchedFile = watchedFile
  .omit({ problem: true })
  .extend({ readOffset: z.int().nullable(), readSize: z.int().nullable() })

export function createWatchedFilesRepository(database: DatabaseSync) {
  const { run, one } = statementsIn(database)
  const names = ['path', 'appId', 'lastReadAt', 'found', 'readOffset', 'readSize']
  return {
    find: one<[profileId: ProfileId], StoredWatchedFile>(
      `SELECT ${columnsAs(...names)} FROM watched_files WHERE profile_id = ?`,
      (row) => storedWatchedFile.parse(row),
    ),
    /** Replaces the previous file of the profile. */
    set: run<[profileId: ProfileId, path: string, appId: AppId | null]>(
      'INSERT OR REPLACE INTO watched_files (profile_id, path, app_id) VALUES (?, ?, ?)',
    ),
    setApp: run<[profileId: ProfileId, appId: AppId | null]>(
      'UPDATE watched_files SET app_id = ?2 WHERE profile_id = ?1',
    ),
    /** Stores how far the file was read, and how many new ids the read part had. */
    noteRead: run<
      [{ profileId: ProfileId; path: string; at: number; found: number; readOffset: number; readSize: number }]
    >(`UPDATE watched_files
        SET last_read_at = :at, found = found + :found, read_offset = :readOffset, read_size = :readSize
        WHERE profile_id = :profileId AND path = :path`),
    remove: run<[profileId: ProfileId]>('DELETE FROM watched_files WHERE profile_id = ?'),
  }
}
