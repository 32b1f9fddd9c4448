import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import type { JobId, ProfileId, SnapshotId } from '../../shared/ids.ts'
import type { StateCounts } from '../../shared/model/batch-progress.ts'
import { limits } from '../../shared/model/limits.ts'
import type { Training } from '../../shared/model/usual-time.ts'
import { balanceReading, jobState } from '../../shared/schemas/avatar.ts'
import type { BalanceReading, JobState } from '../../shared/schemas/avatar.ts'
import { conversationProposal, voice } from '../../shared/schemas/history.ts'
import type { ConversationProposal, Voice } from '../../shared/schemas/history.ts'
import { jobId, profileId } from '../../shared/schemas/ids.ts'
import { replacedRows } from './jobs-repository.ts'
import { columnsAs, statementsIn } from './statements.ts'
import type { Row } from './statements.ts'

const batchKey = z.object({ profileId, batchId: z.string() })

/** The id distinguishes the batches of one profile. */
export type BatchKey = Readonly<z.output<typeof batchKey>>

export interface Batch extends BatchKey {
  readonly counts: StateCounts
  /** The place of the batch's newest job in the order of all jobs. */
  readonly newest: number
}

export interface EndedBatch extends Batch {
  /** From the first submission to the last ready avatar; null where unknown. */
  readonly readyMs: number | null
}

const keyOf = (row: Row): BatchKey => batchKey.parse(row)
const keyColumns = columnsAs('profileId', 'batchId')

function countsOf(states: readonly (readonly [state: string, jobs: unknown])[]): StateCounts {
  const counts: Partial<Record<JobState, number>> = {}
  for (const [state, jobs] of states) counts[jobState.parse(state)] = Number(jobs)
  return counts
}

function batchOf(row: Row): Batch {
  const states = JSON.parse(String(row['states'])) as Readonly<Record<string, number>>
  return { ...keyOf(row), counts: countsOf(Object.entries(states)), newest: Number(row['newest']) }
}

export function createBatchesRepository(database: DatabaseSync) {
  const { run, one, value, all } = statementsIn(database)
  // The order of the join is fixed: SQLite's own choice reads all jobs of a profile, 4 ms instead of 0.1 with 10,000.
  const count = all(
    `SELECT ${keyColumns}, json_group_object(state, jobs) AS states, max(newest) AS newest FROM (
        SELECT profile_id, batch_id, state, count(*) AS jobs, max(seq) AS newest
        FROM json_each(?) AS wanted CROSS JOIN jobs
          ON profile_id = wanted.value ->> 0 AND batch_id = wanted.value ->> 1
        WHERE seq NOT IN (${replacedRows})
        GROUP BY profile_id, batch_id, state
      ) GROUP BY profile_id, batch_id`,
    batchOf,
  )
  const changedSince = all<[at: number], readonly [string, unknown]>(
    `SELECT state, count(*) AS jobs FROM jobs
      WHERE state IN ('ready', 'failed', 'rejected', 'unknown') AND state_since >= ? AND seq NOT IN (${replacedRows})
      GROUP BY state`,
    ({ state, jobs }) => [String(state), jobs],
  )
  const unfinished = all<[profileIds: readonly ProfileId[]], readonly [string, unknown]>(
    `SELECT state, count(*) AS jobs FROM jobs
      WHERE state IN ('waiting', 'submitting', 'training', 'unknown')
        AND profile_id IN (SELECT value FROM json_each(?)) AND seq NOT IN (${replacedRows})
      GROUP BY state`,
    ({ state, jobs }) => [String(state), jobs],
  )
  const notified = value('SELECT 1 FROM announced_batches WHERE profile_id = ? AND batch_id = ?')
  const setNotified = run(
    'INSERT OR IGNORE INTO announced_batches (profile_id, batch_id, announced_at) VALUES (?, ?, ?)',
  )
  const unsetNotified = run('DELETE FROM announced_batches WHERE profile_id = ? AND batch_id = ?')
  const readyMs = one<[profileId: ProfileId, batchId: string], number | null>(
    `SELECT iif(count(*) = count(trained_ms), max(submitted_at + trained_ms) - min(submitted_at), NULL) AS ms
      FROM jobs WHERE profile_id = ? AND batch_id = ? AND state = 'ready'`,
    ({ ms }) => (ms === null ? null : Number(ms)),
  )
  return {
    /** Counts of these batches without folded jobs; a batch without jobs is left out. */
    count: (keys: readonly BatchKey[]) => count(keys.map((key) => [key.profileId, key.batchId])),
    /**
     * Batches that have not ended or whose end was never notified. Reads the index of all batches: once, at the start.
     */
    open: all<[], BatchKey>(
      `SELECT ${keyColumns} FROM jobs WHERE state IN ('waiting', 'submitting', 'training')
      UNION
      SELECT profile_id, batch_id FROM (
        SELECT * FROM (SELECT DISTINCT profile_id, batch_id FROM jobs)
        EXCEPT SELECT profile_id, batch_id FROM announced_batches
      )`,
      keyOf,
    ),
    /** Jobs of these profiles that have not ended or need a decision. */
    unfinished: (profileIds: readonly ProfileId[]) => countsOf(unfinished(profileIds)),
    /** Jobs of all profiles that ended, or whose outcome became unknown, at `at` or later. */
    changedSince: (at: number) => countsOf(changedSince(at)),
    last: one<[profileId: ProfileId], BatchKey>(
      `SELECT ${keyColumns} FROM jobs WHERE profile_id = ? ORDER BY seq DESC LIMIT 1`,
      keyOf,
    ),
    isNotified: (key: BatchKey) => notified(key.profileId, key.batchId) !== undefined,
    setNotified: (key: BatchKey, at: number) => setNotified(key.profileId, key.batchId, at),
    unsetNotified: (key: BatchKey) => unsetNotified(key.profileId, key.batchId),
    /**
     * Milliseconds from the first submission of a batch to its last ready avatar; null without a ready avatar, and
     * where nobody polled when an avatar became ready.
     */
    readyMs: ({ profileId, batchId }: BatchKey): number | null => readyMs(profileId, batchId),
  }
}

export function createUsualTimesRepository(database: DatabaseSync) {
  const { all } = statementsIn(database)
  const newest = all<[profileId: ProfileId, limit: number], Training>(
    `SELECT trained_ms, submitted_at FROM jobs WHERE profile_id = ? AND trained_ms IS NOT NULL
      ORDER BY submitted_at DESC LIMIT ?`,
    (row) => {
      const trainedMs = Number(row['trained_ms'])
      return { trainedMs, readyAt: Number(row['submitted_at']) + trainedMs }
    },
  )
  return {
    /**
     * The newest ready trainings of a profile. Removed rows count too: a training time does not change when its row is
     * removed.
     */
    trainings: (profileId: ProfileId): readonly Training[] => newest(profileId, limits.trainingsCounted),
    /** Submission times of the jobs in training. */
    submitted: all<[profileId: ProfileId], number>(
      "SELECT ifnull(submitted_at, created_at) AS at FROM jobs WHERE state = 'training' AND profile_id = ?",
      ({ at }) => Number(at),
    ),
  }
}

export interface ProfileRange {
  readonly profileId: ProfileId
  readonly from: number
  readonly to: number
}

export function createRefundsRepository(database: DatabaseSync) {
  const { one, count, all } = statementsIn(database)
  return {
    /** The last reading at or before `at`, whoever requested it. */
    balanceBefore: one<[profileId: ProfileId, at: number], BalanceReading>(
      `SELECT avatar_creations_left AS avatarCreationsLeft, at FROM account_samples
        WHERE profile_id = ? AND at <= ? AND avatar_creations_left IS NOT NULL ORDER BY at DESC, rowid DESC LIMIT 1`,
      (row) => balanceReading.parse(row),
    ),
    /** The first reading in that time, whoever requested it. */
    balanceAfter: one<[between: ProfileRange], BalanceReading>(
      `SELECT avatar_creations_left AS avatarCreationsLeft, at FROM account_samples
        WHERE profile_id = :profileId AND at BETWEEN :from AND :to AND avatar_creations_left IS NOT NULL
        ORDER BY at, rowid LIMIT 1`,
      (row) => balanceReading.parse(row),
    ),
    /**
     * Creations with an image that were sent and accepted in that time: each costs one (`service-api.md §Creating
     * avatars`).
     */
    spent: count<[between: ProfileRange]>(`
      SELECT count(*) FROM jobs
      WHERE profile_id = :profileId AND submitted_at BETWEEN :from AND :to AND task_id IS NOT NULL
        AND image_id IS NOT NULL AND evidence ->> '$.endedAt' > :from AND evidence ->> '$.endedAt' <= :to`),
    /**
     * Creations other than `but` that were in flight in that time and may have cost one each. A creation that a crash
     * interrupted has no end: it ended before the next start, when its state changed.
     */
    othersSent: count<[between: ProfileRange & { readonly but: JobId }]>(`
      SELECT count(*) FROM jobs
      WHERE profile_id = :profileId AND id <> :but AND state <> 'rejected' AND evidence ->> '$.sentAt' <= :to
        AND coalesce(evidence ->> '$.endedAt', iif(state = 'submitting', :to, state_since)) >= :from`),
    /**
     * The subset of these that certainly cost one: sent and accepted between the two readings, with an image. A
     * creation that was in flight at a reading may have been charged before or after it.
     */
    othersAccepted: count<[between: ProfileRange & { readonly but: JobId }]>(`
      SELECT count(*) FROM jobs
      WHERE profile_id = :profileId AND id <> :but AND task_id IS NOT NULL AND image_id IS NOT NULL
        AND evidence ->> '$.sentAt' >= :from AND evidence ->> '$.endedAt' <= :to`),
    /**
     * Failed jobs of a profile whose creation might be refunded at any moment. A job that was removed meanwhile records
     * no refund; it counts when it was removed at `removedSince` or later.
     */
    refundsAwaited: count<[{ readonly profileId: ProfileId; readonly removedSince: number }]>(`
      SELECT count(*) FROM jobs WHERE profile_id = :profileId AND refund ->> '$.state' = 'awaited'
        AND (state = 'failed' OR (state = 'removed' AND state_since >= :removedSince))`),
    /** Refunds first seen in a reading after `from` and not after `to`. */
    seen: count<[between: ProfileRange]>(`
      SELECT count(*) FROM jobs
      WHERE profile_id = :profileId AND refund ->> '$.state' = 'seen'
        AND refund ->> '$.after.at' > :from AND refund ->> '$.after.at' <= :to`),
    /** The subset of these that certainly came after `from`: the reading without the refund is not older. */
    seenWithin: count<[between: ProfileRange]>(`
      SELECT count(*) FROM jobs
      WHERE profile_id = :profileId AND refund ->> '$.state' = 'seen' AND refund ->> '$.before.at' >= :from
        AND refund ->> '$.after.at' > :from AND refund ->> '$.after.at' <= :to`),
    /**
     * Jobs that were sent in that time and whose outcome is unknown, jobs whose refund was first seen in it, and jobs
     * whose refund is awaited.
     */
    changed: all<[between: ProfileRange], JobId>(
      // Three searches, each with its index: a single condition would read every job of the profile.
      `SELECT id, seq FROM jobs
        WHERE profile_id = :profileId AND state = 'unknown' AND evidence ->> '$.sentAt' BETWEEN :from AND :to
      UNION SELECT id, seq FROM jobs
        WHERE profile_id = :profileId AND refund ->> '$.state' = 'seen' AND refund ->> '$.after.at' BETWEEN :from AND :to
      UNION SELECT id, seq FROM jobs INDEXED BY jobs_awaiting_refund
        WHERE profile_id = :profileId AND refund ->> '$.state' = 'awaited' AND state = 'failed'
      ORDER BY seq`,
      ({ id }) => jobId.parse(id),
    ),
    awaited: all<[], JobId>(
      "SELECT id FROM jobs WHERE refund ->> '$.state' = 'awaited' AND state = 'failed' ORDER BY state_since, seq",
      ({ id }) => jobId.parse(id),
    ),
  }
}

const usedVoice = voice.pick({ voice: true, uses: true, ready: true, failed: true })
const seenVoice = voice.pick({ voice: true, conversations: true, sample: true })

// More than anyone reads through, and few enough for a result within a few milliseconds.
const [readyProposed, libraryProposed] = [500, 2_000]

export function createProposalsRepository(database: DatabaseSync) {
  const { one, all } = statementsIn(database)
  return {
    /**
     * Voices that creations were sent with. Removed rows count too: an avatar's outcome does not change when its row is
     * removed.
     */
    usedVoices: all<[profileId: ProfileId], Pick<Voice, 'voice' | 'uses' | 'ready' | 'failed'>>(
      `SELECT voice, count(*) AS uses, count(*) FILTER (WHERE status = 2) AS ready,
          count(*) FILTER (WHERE status = 1) AS failed
        FROM jobs WHERE profile_id = ? AND voice <> '' AND submitted_at IS NOT NULL GROUP BY voice`,
      (row) => usedVoice.parse(row),
    ),
    /** Voices from snapshots; the sample comes from the newest snapshot with an address. */
    // With max(), SQLite takes the other columns from the row that has the maximum.
    seenVoices: all<[profileId: ProfileId], Pick<Voice, 'voice' | 'conversations' | 'sample'>>(
      `WITH newest AS (
          SELECT voice, snapshot_id, url, max(seen_at) FROM voices_seen WHERE profile_id = ?1 AND url <> ''
          GROUP BY voice
        )
        SELECT voice, count(*) AS conversations, newest.snapshot_id AS snapshotId, newest.url AS url
        FROM voices_seen LEFT JOIN newest USING (voice) WHERE profile_id = ?1 GROUP BY voice`,
      ({ snapshotId, url, ...row }) =>
        seenVoice.parse({ ...row, sample: snapshotId === null ? null : { snapshotId, url } }),
    ),
    sampleAddress: one<[profileId: ProfileId, id: SnapshotId], string>(
      "SELECT url FROM voices_seen WHERE profile_id = ? AND snapshot_id = ? AND url <> ''",
      ({ url }) => String(url),
    ),
    /** The source conversations of the newest ready avatars, then the library in its order. */
    conversations: all<[profileId: ProfileId], ConversationProposal>(
      `WITH ready AS (
          SELECT iif(json_valid(fields), fields ->> '$.conversationId', '') AS id, max(seq) AS newest
          FROM (SELECT fields, seq FROM jobs WHERE state = 'ready' AND profile_id = ?1
            ORDER BY seq DESC LIMIT ${String(readyProposed)})
          WHERE id <> '' GROUP BY id
        ), listed AS (
          SELECT conversation_id AS id, name, listed_at FROM library WHERE profile_id = ?1
          ORDER BY listed_at DESC LIMIT ${String(libraryProposed)}
        )
        SELECT id AS conversationId, name, iif(newest IS NULL, 'library', 'ready') AS source
        FROM ready FULL JOIN listed USING (id) ORDER BY newest DESC, listed_at DESC`,
      (row) => conversationProposal.parse(row),
    ),
  }
}
