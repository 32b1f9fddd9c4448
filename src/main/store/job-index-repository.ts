/**
 * Finds jobs in a history of any length: ids and counts only, from an index that holds everything a search looks in.
 * Jobs that could not be written to the disk yet take the place of their rows.
 */
import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import type { ProfileId } from '../../shared/ids.ts'
import type { Job, JobState } from '../../shared/schemas/avatar.ts'
import { jobId } from '../../shared/schemas/ids.ts'
import type { JobIndex, JobQuery } from '../../shared/schemas/history.ts'
import { fold, nameKeyOf, searchedOf } from './job-keys.ts'
import { storing } from './storage-failure.ts'

/** The index over the rows of jobs. Every function throws a `storage` failure when the database refuses. */
export interface JobIndexRepository {
  /** `unsaved`: jobs of the profile as they are, where the disk has an older state. */
  readonly find: (profileId: ProfileId, query: JobQuery, unsaved: readonly Job[]) => JobIndex
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

const listed = (sort: JobQuery['sort']): string => `
  WITH unsaved AS MATERIALIZED (
    SELECT value ->> 'id' AS id, value ->> 'state' AS state, value ->> 'lastContactAt' AS last_contact_at,
      value ->> 'nameKey' AS name_key, value ->> 'searched' AS searched
    FROM json_each(?3)
  ), listed AS (
    SELECT id, seq, state, last_contact_at, name_key, searched FROM jobs
      WHERE profile_id = ?1 AND id NOT IN (SELECT id FROM unsaved)
    UNION ALL
    SELECT id, jobs.seq, unsaved.state, unsaved.last_contact_at, unsaved.name_key, unsaved.searched
      FROM unsaved JOIN jobs USING (id) WHERE profile_id = ?1
  )
  SELECT id, state FROM listed WHERE state <> 'removed' AND instr(searched, ?2) > 0 ORDER BY ${orders[sort]}`

const foundIds = z.array(jobId)

function asOverlay(job: Job): object {
  const { id, state, lastContactAt } = job
  return { id, state, lastContactAt, nameKey: nameKeyOf(job), searched: searchedOf(job) }
}

// Ten thousand rows are told apart by hand: a schema for each would take as long as finding them.
function split(rows: Iterable<unknown>, states: readonly JobState[]): Pick<JobIndex, 'ids' | 'counts'> {
  const counts = { waiting: 0, submitting: 0, unknown: 0, training: 0, ready: 0, failed: 0, rejected: 0, removed: 0 }
  const isState = (value: unknown): value is JobState => typeof value === 'string' && Object.hasOwn(counts, value)
  const wanted = new Set<unknown>(states)
  const ids: unknown[] = []
  for (const row of rows) {
    const [id, state] = Array.isArray(row) ? (row as readonly unknown[]) : []
    if (!isState(state)) throw new Error(`A job in state ${String(state)}`)
    counts[state] += 1
    if (wanted.size === 0 || wanted.has(state)) ids.push(id)
  }
  return { ids: foundIds.parse(ids), counts }
}

/** Gives the index over the jobs in an opened database. */
export function createJobIndexRepository(database: DatabaseSync): JobIndexRepository {
  const prepared = (sort: JobQuery['sort']) => {
    const statement = database.prepare(listed(sort))
    statement.setReturnArrays(true)
    return statement
  }
  const statements = {
    newest: prepared('newest'),
    oldest: prepared('oldest'),
    name: prepared('name'),
    state: prepared('state'),
    lastContact: prepared('lastContact'),
  }
  const all = database.prepare("SELECT count(*) AS total FROM jobs WHERE profile_id = ? AND state <> 'removed'")

  return {
    find: (profileId, { search, states, sort }, unsaved) =>
      storing(() => {
        const overlay = JSON.stringify(unsaved.map(asOverlay))
        const rows = statements[sort].all(profileId, fold(search.trim()), overlay)
        return { ...split(rows, states), total: Number(all.get(profileId)?.['total']) }
      }),
  }
}
