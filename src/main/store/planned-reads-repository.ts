/** Reads that were planned for each profile, in their order, with what became of them. */
import type { DatabaseSync } from 'node:sqlite'
import type { ConversationId, ProfileId } from '../../shared/ids.ts'
import { conversationId } from '../../shared/schemas/ids.ts'
import { plannedReads } from '../../shared/schemas/library.ts'
import { statementsIn } from './statements.ts'
import { inTransaction } from './storage-failure.ts'

export type ReadOutcome = { readonly state: 'done' } | { readonly state: 'failed'; readonly failure: string }

const maxFailed = 200

export function createPlannedReadsRepository(database: DatabaseSync) {
  const { run, one, value, all } = statementsIn(database)
  const firstWaiting = value("SELECT 1 FROM planned_reads WHERE profile_id = ? AND state = 'waiting' LIMIT 1")
  const clear = run('DELETE FROM planned_reads WHERE profile_id = ?')
  const clearWaiting = run("DELETE FROM planned_reads WHERE profile_id = ? AND state = 'waiting'")
  const among = 'AND conversation_id IN (SELECT value FROM json_each(?))'
  const clearFinished = run(`DELETE FROM planned_reads WHERE profile_id = ? AND state <> 'waiting' ${among}`)
  const failedAmong = value(`
    SELECT count(*) FROM planned_reads WHERE profile_id = ? AND state = 'failed' ${among}`)
  const plan = run(`
    INSERT OR IGNORE INTO planned_reads (profile_id, conversation_id, state, at)
      SELECT ?, value, 'waiting', ? FROM json_each(?) ORDER BY key`)
  const finish = run(`
    UPDATE planned_reads SET state = ?, failure = ?, at = ?
      WHERE profile_id = ? AND conversation_id = ? AND state = 'waiting'`)
  const paused = one('SELECT failure FROM planned_pauses WHERE profile_id = ?', ({ failure }) => ({ failure }))
  const resume = run<[profileId: ProfileId]>('DELETE FROM planned_pauses WHERE profile_id = ?')
  const counts = all(
    'SELECT state, count(*) AS many FROM planned_reads WHERE profile_id = ? GROUP BY state',
    ({ state, many }) => [String(state), Number(many)] as const,
  )
  const failed = all(
    `SELECT conversation_id AS conversationId, failure, at FROM planned_reads
      WHERE profile_id = ? AND state = 'failed' ORDER BY at DESC, seq DESC LIMIT ${String(maxFailed)}`,
    (row) => row,
  )

  const hasWaiting = (profileId: ProfileId): boolean => firstWaiting(profileId) !== undefined
  const manyOf = (profileId: ProfileId): Record<'waiting' | 'done' | 'failed', number> => ({
    waiting: 0,
    done: 0,
    failed: 0,
    ...Object.fromEntries(counts(profileId)),
  })

  return {
    /** Each id once. When nothing waits it begins anew, but for ids that are tried again: the other failures stay. */
    plan: (profileId: ProfileId, ids: readonly ConversationId[], at: number) =>
      inTransaction(database, () => {
        const areWaiting = hasWaiting(profileId)
        const areTriedAgain = failedAmong(profileId, ids) === new Set(ids).size
        if (areWaiting || areTriedAgain) clearFinished(profileId, ids)
        else clear(profileId)
        if (!areWaiting) resume(profileId)
        plan(profileId, at, ids)
      }),
    /** The one that is next; null when nothing waits, and while the profile's reads are paused. */
    next: one<[profileId: ProfileId], ConversationId>(
      `SELECT conversation_id AS id FROM planned_reads
        WHERE profile_id = ?1 AND state = 'waiting' AND NOT EXISTS (SELECT 1 FROM planned_pauses WHERE profile_id = ?1)
        ORDER BY seq LIMIT 1`,
      ({ id }) => conversationId.parse(id),
    ),
    /** Answers true when the id was waiting. */
    finish: (profileId: ProfileId, id: ConversationId, { at, ...outcome }: ReadOutcome & { readonly at: number }) => {
      const failure = outcome.state === 'failed' ? outcome.failure : null
      return finish(outcome.state, failure, at, profileId, id) === 1
    },
    /** Puts an id behind all others that wait. */
    putLast: run<[profileId: ProfileId, id: ConversationId]>(`
      UPDATE planned_reads SET seq = (SELECT max(seq) + 1 FROM planned_reads)
        WHERE profile_id = ? AND conversation_id = ? AND state = 'waiting'`),
    /** Paused with the kind of failure that made it so, or by the operator (null). */
    pause: run<[profileId: ProfileId, failure: string | null]>(
      'INSERT OR REPLACE INTO planned_pauses (profile_id, failure) VALUES (?, ?)',
    ),
    resume,
    /** Forgets what waits; without anything waiting, what became of the others too. */
    drop: (profileId: ProfileId) =>
      inTransaction(database, () => {
        if (hasWaiting(profileId)) clearWaiting(profileId)
        else clear(profileId)
        resume(profileId)
      }),
    /** Of every profile whose reads were all done. */
    forgetDone: run<[]>(`
      DELETE FROM planned_reads WHERE profile_id NOT IN (SELECT profile_id FROM planned_reads WHERE state <> 'done')`),
    read: (profileId: ProfileId) => {
      const { waiting, done } = manyOf(profileId)
      const pausedBy = paused(profileId)
      return plannedReads.parse({
        waiting,
        done,
        failed: failed(profileId),
        isPaused: pausedBy !== null,
        held: pausedBy?.failure ?? null,
      })
    },
    /** What became of all that were planned together. */
    ends: (profileId: ProfileId) => {
      const { done, failed: notRead } = manyOf(profileId)
      return { read: done, notRead }
    },
  }
}
