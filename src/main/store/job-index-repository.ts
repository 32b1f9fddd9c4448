/**
 * Finds jobs in a history of any length: ids and counts only, from an index that holds everything a search looks in.
 * Jobs that could not be written to the disk yet take the place of their rows.
 */
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { ProfileId } from '../../shared/ids.ts'
import type { Job, JobState } from '../../shared/schemas/avatar.ts'
import { jobId } from '../../shared/schemas/ids.ts'
import type { JobCounts, JobIndex, JobQuery } from '../../shared/schemas/history.ts'
import { fold, nameKeyOf, searchedOf } from './jobs-repository.ts'
import { storing } from './storage-failure.ts'

/** The index over the rows of jobs. Every function throws a `storage` failure when the database refuses. */
export interface JobIndexRepository {
  /** `unsaved`: jobs of the profile as they are, where the disk has an older state. */
  readonly find: (profileId: ProfileId, query: JobQuery, unsaved: readonly Job[]) => JobIndex
  readonly counts: (profileId: ProfileId, unsaved: readonly Job[]) => JobCounts
}

// What needs the operator comes first.
const order: readonly JobState[] = ['unknown', 'failed', 'rejected', 'submitting', 'waiting', 'training', 'ready']

const orders: Readonly<Record<JobQuery['sort'], string>> = {
  newest: 'seq DESC',
  oldest: 'seq',
  name: 'name_key, seq DESC',
  state: `CASE state ${order.map((state, place) => `WHEN '${state}' THEN ${String(place)}`).join(' ')} END, seq DESC`,
  lastContact: 'last_contact_at DESC NULLS LAST, seq DESC',
}

const columns = 'id, seq, state, last_contact_at, name_key, searched'
const onDisk = `SELECT ${columns} FROM jobs WHERE profile_id = ?1`
const asTheyAre = `
  ${onDisk} AND id NOT IN (SELECT value ->> 'id' FROM json_each(?3))
  UNION ALL
  SELECT jobs.id, seq, value ->> 'state', value ->> 'lastContactAt', value ->> 'nameKey', value ->> 'searched'
  FROM json_each(?3) JOIN jobs ON jobs.id = value ->> 'id' WHERE profile_id = ?1`

function finding(source: string, sort: JobQuery['sort']): string {
  return `SELECT id, state FROM (${source}) WHERE state <> 'removed' AND instr(searched, ?2) > 0 ORDER BY ${orders[sort]}`
}

const countingOf = (source: string): string => `SELECT state, count(*) FROM (${source}) GROUP BY state`

function asOverlay(job: Job): object {
  const { id, state, lastContactAt } = job
  return { id, state, lastContactAt, nameKey: nameKeyOf(job), searched: searchedOf(job) }
}

const none = { waiting: 0, submitting: 0, unknown: 0, training: 0, ready: 0, failed: 0, rejected: 0, removed: 0 }
const isState = (value: unknown): value is JobState => typeof value === 'string' && Object.hasOwn(none, value)

function numbersOf(rows: Iterable<unknown>): JobCounts {
  const counts = { ...none }
  for (const row of rows) {
    const [state, count] = Array.isArray(row) ? (row as readonly unknown[]) : []
    if (!isState(state)) throw new Error(`A job in state ${String(state)}`)
    if (state !== 'removed') counts[state] = Number(count)
  }
  return { counts, total: Object.values(counts).reduce((sum, count) => sum + count, 0) }
}

// Ten thousand rows are told apart by hand: a schema for each would take as long as finding them.
function split(rows: Iterable<unknown>, states: readonly JobState[]): Pick<JobIndex, 'ids' | 'counts'> {
  const counts = { ...none }
  const wanted = new Set<unknown>(states)
  const ids: unknown[] = []
  for (const row of rows) {
    const [id, state] = Array.isArray(row) ? (row as readonly unknown[]) : []
    if (!isState(state)) throw new Error(`A job in state ${String(state)}`)
    counts[state] += 1
    if (wanted.size === 0 || wanted.has(state)) ids.push(id)
  }
  return { ids: ids.map((id) => jobId.parse(id)), counts }
}

export function createJobIndexRepository(database: DatabaseSync): JobIndexRepository {
  const statements = new Map<string, StatementSync>()
  const prepared = (sql: string): StatementSync => {
    const statement = statements.get(sql) ?? database.prepare(sql)
    statement.setReturnArrays(true)
    statements.set(sql, statement)
    return statement
  }
  const all = database.prepare("SELECT count(*) AS total FROM jobs WHERE profile_id = ? AND state <> 'removed'")

  return {
    find: (profileId, { search, states, sort }, unsaved) =>
      storing(() => {
        const needle = fold(search.trim())
        // Nearly always everything is on disk, and then finding takes a third of the time.
        const rows =
          unsaved.length === 0
            ? prepared(finding(onDisk, sort)).all(profileId, needle)
            : prepared(finding(asTheyAre, sort)).all(profileId, needle, JSON.stringify(unsaved.map(asOverlay)))
        return { ...split(rows, states), total: Number(all.get(profileId)?.['total']) }
      }),
    counts: (profileId, unsaved) =>
      storing(() =>
        numbersOf(
          unsaved.length === 0
            ? prepared(countingOf(onDisk)).all(profileId)
            : prepared(countingOf(asTheyAre)).all(profileId, null, JSON.stringify(unsaved.map(asOverlay))),
        ),
      ),
  }
}
