/** Batches as the table of jobs has them, counted by the database, and which of them were told of. */
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'
import type { ProfileId } from '../../shared/ids.ts'
import type { StateCounts } from '../../shared/model/batch-progress.ts'
import type { JobState } from '../../shared/schemas/avatar.ts'
import { jobState } from '../../shared/schemas/avatar.ts'
import { profileId } from '../../shared/schemas/ids.ts'
import { storing } from './storage-failure.ts'

/** Which batch: its id is told apart from others of the same profile only. */
export interface BatchKey {
  readonly profileId: ProfileId
  readonly batchId: string
}

/** A batch, counted. */
export interface Batch extends BatchKey {
  readonly counts: StateCounts
  /** Place of its newest job in the order of all jobs. */
  readonly newest: number
}

/** The batches. Every function throws a `storage` failure when the database refuses. */
export interface BatchesRepository {
  /** Counts of these batches; one without jobs is left out. */
  readonly count: (keys: readonly BatchKey[]) => readonly Batch[]
  /** Batches that are not at their end, or were never told of. Reads the index of all batches: once, at the start. */
  readonly open: () => readonly BatchKey[]
  /** The batch of the job that came last in a profile; null without jobs. */
  readonly last: (profileId: ProfileId) => BatchKey | null
  readonly isNotified: (key: BatchKey) => boolean
  readonly setNotified: (key: BatchKey, at: number) => void
}

type Row = Readonly<Record<string, SQLOutputValue>>

function keyOf(row: Row): BatchKey {
  return { profileId: profileId.parse(row['profile_id']), batchId: String(row['batch_id']) }
}

function batchesOf(rows: readonly Row[]): readonly Batch[] {
  const found = new Map<string, Batch & { readonly counts: Partial<Record<JobState, number>> }>()
  for (const row of rows) {
    const key = keyOf(row)
    const name = JSON.stringify([key.profileId, key.batchId])
    const before = found.get(name) ?? { ...key, counts: {}, newest: 0 }
    const counts = { ...before.counts, [jobState.parse(row['state'])]: Number(row['jobs']) }
    found.set(name, { ...key, counts, newest: Math.max(before.newest, Number(row['newest'])) })
  }
  return [...found.values()]
}

export function createBatchesRepository(database: DatabaseSync): BatchesRepository {
  // The order of the join is given: SQLite's own choice reads all jobs of a profile, 4 ms instead of 0.1 with 10,000.
  const count = database.prepare(`
    SELECT profile_id, batch_id, state, count(*) AS jobs, max(seq) AS newest
    FROM json_each(?) AS wanted CROSS JOIN jobs
      ON profile_id = wanted.value ->> 0 AND batch_id = wanted.value ->> 1
    GROUP BY profile_id, batch_id, state`)
  const open = database.prepare(`
    SELECT profile_id, batch_id FROM jobs WHERE state IN ('waiting', 'submitting', 'training')
    UNION
    SELECT profile_id, batch_id FROM (
      SELECT * FROM (SELECT DISTINCT profile_id, batch_id FROM jobs) EXCEPT SELECT profile_id, batch_id FROM told_batches
    )`)
  const last = database.prepare('SELECT profile_id, batch_id FROM jobs WHERE profile_id = ? ORDER BY seq DESC LIMIT 1')
  const isNotified = database.prepare('SELECT 1 FROM told_batches WHERE profile_id = ? AND batch_id = ?')
  const setNotified = database.prepare(
    'INSERT OR IGNORE INTO told_batches (profile_id, batch_id, told_at) VALUES (?, ?, ?)',
  )
  return {
    count: (keys) =>
      storing(() => batchesOf(count.all(JSON.stringify(keys.map((key) => [key.profileId, key.batchId]))))),
    open: () => storing(() => open.all().map(keyOf)),
    last: (id) =>
      storing(() => {
        const row = last.get(id)
        return row === undefined ? null : keyOf(row)
      }),
    isNotified: (key) => storing(() => isNotified.get(key.profileId, key.batchId) !== undefined),
    setNotified: (key, at) => {
      storing(() => setNotified.run(key.profileId, key.batchId, at))
    },
  }
}
