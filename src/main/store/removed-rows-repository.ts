/**
 * Removed rows that a person can restore. A removed row leaves its table immediately, so that no list, count, export or
 * alert has to consider removals, and is stored here unchanged until it is purged. Jobs are never deleted: a removed
 * job stays in its table in state `removed`, and its previous state is stored here.
 */
import type { DatabaseSync } from 'node:sqlite'
import type { ProfileId } from '../../shared/ids.ts'
import { job as jobSchema } from '../../shared/schemas/avatar.ts'
import type { Job } from '../../shared/schemas/avatar.ts'
import { jsonIn, statementsIn } from './statements.ts'
import { inTransaction } from './storage-failure.ts'

/** The tables, each with the column that identifies a row within a profile. */
const tables = {
  draft: ['drafts', 'id'],
  preset: ['presets', 'name'],
  session: ['known_sessions', 'session_id'],
} as const

export type RemovedKind = keyof typeof tables

export interface RemovedRowsRepository {
  /** Removes these rows from their table at `at` (epoch ms); returns the ids that existed. */
  readonly remove: (kind: RemovedKind, profileId: ProfileId, ids: readonly string[], at: number) => readonly string[]
  /**
   * Restores rows unchanged, in their places; returns the restored ids. A row that was created meanwhile under the same
   * id stays unchanged.
   */
  readonly restore: (kind: RemovedKind, profileId: ProfileId, ids: readonly string[]) => readonly string[]
  /** Stores a job as it was before its removal, or as it changed since. Must be written together with the job's row. */
  readonly keepJob: (job: Job, at: number) => void
  /** The removed job as it was; null if there is none or it was purged. */
  readonly job: (id: string) => Job | null
  readonly jobs: (profileId: ProfileId) => readonly { readonly job: Job; readonly at: number }[]
  readonly forgetJob: (id: string) => void
  /** Purges rows that were removed at or before `until`; returns how many. */
  readonly purge: (until: number) => number
}

const ofMany = 'kind = :kind AND profile_id = :profileId AND id IN (SELECT value FROM json_each(:ids))'

function statementsOf(database: DatabaseSync, kind: RemovedKind) {
  const { run, all } = statementsIn(database)
  const [table, id] = tables[kind]
  const columns = all(`SELECT name FROM pragma_table_info('${table}')`, ({ name }) => String(name))()
  const rows = `${table} WHERE profile_id = :profileId AND ${id} IN (SELECT value FROM json_each(:ids))`
  const asJson = columns.map((column) => `'${column}', ${column}`).join(', ')
  const fromJson = columns.map((column) => `row ->> '$.${column}'`).join(', ')
  return {
    keep: all(
      `INSERT OR REPLACE INTO removed_rows (kind, profile_id, id, removed_at, row)
        SELECT :kind, profile_id, ${id}, :at, json_object(${asJson}) FROM ${rows} RETURNING id`,
      (row) => String(row['id']),
    ),
    remove: run(`DELETE FROM ${rows}`),
    restore: all(
      `INSERT INTO ${table} (${columns.join(', ')}) SELECT ${fromJson} FROM removed_rows WHERE ${ofMany}
        ON CONFLICT DO NOTHING RETURNING ${id} AS id`,
      (row) => String(row['id']),
    ),
  }
}

export function createRemovedRowsRepository(database: DatabaseSync): RemovedRowsRepository {
  const { run, one, all } = statementsIn(database)
  const statements = {
    draft: statementsOf(database, 'draft'),
    preset: statementsOf(database, 'preset'),
    session: statementsOf(database, 'session'),
  }
  const forget = run(`DELETE FROM removed_rows WHERE ${ofMany}`)
  const keepJob = run(
    "INSERT OR REPLACE INTO removed_rows (kind, profile_id, id, removed_at, row) VALUES ('job', ?, ?, ?, ?)",
  )
  return {
    remove: (kind, profileId, ids, at) =>
      inTransaction(database, () => {
        const removed = statements[kind].keep({ kind, profileId, ids, at })
        statements[kind].remove({ profileId, ids })
        return removed
      }),
    restore: (kind, profileId, ids) =>
      inTransaction(database, () => {
        const restored = statements[kind].restore({ kind, profileId, ids })
        forget({ kind, profileId, ids })
        return restored
      }),
    keepJob: (job, at) => void keepJob(job.profileId, job.id, at, job),
    job: one("SELECT row FROM removed_rows WHERE kind = 'job' AND id = ?", ({ row }) => jobSchema.parse(jsonIn(row))),
    jobs: all(
      "SELECT row, removed_at AS at FROM removed_rows WHERE kind = 'job' AND profile_id = ?",
      ({ row, at }) => ({ job: jobSchema.parse(jsonIn(row)), at: Number(at) }),
    ),
    forgetJob: run<[id: string]>("DELETE FROM removed_rows WHERE kind = 'job' AND id = ?"),
    purge: run<[until: number]>('DELETE FROM removed_rows WHERE removed_at <= ?'),
  }
}
