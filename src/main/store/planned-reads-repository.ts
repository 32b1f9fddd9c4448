/** Reads that were planned for each profile, in their order, with what became of them. */
import type { DatabaseSync } from 'node:sqlite'
import type { ConversationId, ProfileId } from '../../shared/ids.ts'
import { conversationId } from '../../shared/schemas/ids.ts'
import { plannedReads } from '../../shared/schemas/library.ts'
import type { PlannedReads } from '../../shared/schemas/library.ts'
import { storing, inTransaction } from './storage-failure.ts'

/** What became of a planned read: done, or failed with its kind of failure. */
export type ReadOutcome = { readonly state: 'done' } | { readonly state: 'failed'; readonly failure: string }

/** The rows of planned reads. Every function throws a `storage` failure when the database refuses. */
export interface PlannedReadsRepository {
  /**
   * Plans each id once, behind what is planned already. When nothing waits it begins anew, but for ids that are tried
   * again: the other failures stay.
   */
  readonly plan: (profileId: ProfileId, ids: readonly ConversationId[], at: number) => void
  /** The one that is next; null when nothing waits, and while the profile's reads are paused. */
  readonly next: (profileId: ProfileId) => ConversationId | null
  /** Answers true when the id was waiting. */
  readonly finish: (profileId: ProfileId, id: ConversationId, outcome: ReadOutcome & { readonly at: number }) => boolean
  /** Puts an id behind all others that wait. */
  readonly putLast: (profileId: ProfileId, id: ConversationId) => void
  /** Paused with the kind of failure that made it so, or by the operator (null). */
  readonly pause: (profileId: ProfileId, failure: string | null) => void
  readonly resume: (profileId: ProfileId) => void
  /** Forgets what waits; without anything waiting, what became of the others too. */
  readonly drop: (profileId: ProfileId) => void
  /** Forgets what became of every profile's reads where all were done: nobody has to know of them any more. */
  readonly forgetDone: () => void
  readonly read: (profileId: ProfileId) => PlannedReads
  /** What became of all that were planned together. */
  readonly ends: (profileId: ProfileId) => { readonly read: number; readonly notRead: number }
}

const maxFailed = 200

function prepare(database: DatabaseSync) {
  return {
    isWaiting: database.prepare("SELECT 1 FROM planned_reads WHERE profile_id = ? AND state = 'waiting' LIMIT 1"),
    clear: database.prepare('DELETE FROM planned_reads WHERE profile_id = ?'),
    clearFinished: database.prepare(`
      DELETE FROM planned_reads WHERE profile_id = ? AND state <> 'waiting'
        AND conversation_id IN (SELECT value FROM json_each(?))`),
    failedAmong: database.prepare(`
      SELECT count(*) AS many FROM planned_reads WHERE profile_id = ? AND state = 'failed'
        AND conversation_id IN (SELECT value FROM json_each(?))`),
    plan: database.prepare(`
      INSERT OR IGNORE INTO planned_reads (profile_id, conversation_id, state, at)
        SELECT ?, value, 'waiting', ? FROM json_each(?) ORDER BY key`),
    next: database.prepare(`
      SELECT conversation_id AS id FROM planned_reads
        WHERE profile_id = ?1 AND state = 'waiting' AND NOT EXISTS (SELECT 1 FROM planned_pauses WHERE profile_id = ?1)
        ORDER BY seq LIMIT 1`),
    finish: database.prepare(`
      UPDATE planned_reads SET state = ?, failure = ?, at = ?
        WHERE profile_id = ? AND conversation_id = ? AND state = 'waiting'`),
    putLast: database.prepare(`
      UPDATE planned_reads SET seq = (SELECT max(seq) + 1 FROM planned_reads)
        WHERE profile_id = ? AND conversation_id = ? AND state = 'waiting'`),
    pause: database.prepare(`
      INSERT INTO planned_pauses (profile_id, failure) VALUES (?, ?)
        ON CONFLICT (profile_id) DO UPDATE SET failure = excluded.failure`),
    resume: database.prepare('DELETE FROM planned_pauses WHERE profile_id = ?'),
    paused: database.prepare('SELECT failure FROM planned_pauses WHERE profile_id = ?'),
    drop: database.prepare("DELETE FROM planned_reads WHERE profile_id = ? AND state = 'waiting'"),
    forgetDone: database.prepare(`
      DELETE FROM planned_reads
        WHERE profile_id NOT IN (SELECT profile_id FROM planned_reads WHERE state <> 'done')`),
    counts: database.prepare('SELECT state, count(*) AS many FROM planned_reads WHERE profile_id = ? GROUP BY state'),
    failed: database.prepare(`
      SELECT conversation_id AS conversationId, failure, at FROM planned_reads
        WHERE profile_id = ? AND state = 'failed' ORDER BY at DESC, seq DESC LIMIT ${String(maxFailed)}`),
  }
}

export function createPlannedReadsRepository(database: DatabaseSync): PlannedReadsRepository {
  const {
    isWaiting,
    clear,
    clearFinished,
    failedAmong,
    plan,
    next,
    finish,
    putLast,
    pause,
    resume,
    paused,
    drop,
    forgetDone,
    counts,
    failed,
  } = prepare(database)

  const manyOf = (profileId: ProfileId): Record<'waiting' | 'done' | 'failed', number> => {
    const many = new Map(counts.all(profileId).map((row) => [row['state'], Number(row['many'])]))
    return { waiting: many.get('waiting') ?? 0, done: many.get('done') ?? 0, failed: many.get('failed') ?? 0 }
  }
  const hasWaiting = (profileId: ProfileId): boolean => isWaiting.get(profileId) !== undefined

  return {
    plan: (profileId, ids, at) => {
      inTransaction(database, () => {
        const list = JSON.stringify(ids)
        const areWaiting = hasWaiting(profileId)
        const areTriedAgain = failedAmong.get(profileId, list)?.['many'] === new Set(ids).size
        if (areWaiting || areTriedAgain) clearFinished.run(profileId, list)
        else clear.run(profileId)
        if (!areWaiting) resume.run(profileId)
        plan.run(profileId, at, list)
      })
    },
    next: (profileId) =>
      storing(() => {
        const row = next.get(profileId)
        return row === undefined ? null : conversationId.parse(row['id'])
      }),
    finish: (profileId, id, { at, ...outcome }) =>
      storing(() => {
        const failure = outcome.state === 'failed' ? outcome.failure : null
        return finish.run(outcome.state, failure, at, profileId, id).changes === 1
      }),
    putLast: (profileId, id) => {
      storing(() => putLast.run(profileId, id))
    },
    pause: (profileId, failure) => {
      storing(() => pause.run(profileId, failure))
    },
    resume: (profileId) => {
      storing(() => resume.run(profileId))
    },
    drop: (profileId) => {
      inTransaction(database, () => {
        const statement = hasWaiting(profileId) ? drop : clear
        statement.run(profileId)
        resume.run(profileId)
      })
    },
    forgetDone: () => {
      storing(() => forgetDone.run())
    },
    read: (profileId) =>
      storing(() => {
        const { waiting, done } = manyOf(profileId)
        const pausedBy = paused.get(profileId)
        return plannedReads.parse({
          waiting,
          isPaused: pausedBy !== undefined,
          held: pausedBy?.['failure'] ?? null,
          done,
          failed: failed.all(profileId),
        })
      }),
    ends: (profileId) =>
      storing(() => {
        const { done, failed: notRead } = manyOf(profileId)
        return { read: done, notRead }
      }),
  }
}
