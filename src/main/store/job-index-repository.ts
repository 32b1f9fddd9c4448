/**
 * Ids and counts from an index, without jobs that are folded into others. Jobs that could not be written to disk yet
 * replace their rows.
 */
import type { DatabaseSync } from 'node:sqlite'
import type { JobId, ProfileId } from '../../shared/ids.ts'
import { archivedAfterMs, archivedStates } from '../../shared/model/job-archive.ts'
import type { Job, JobState } from '../../shared/schemas/avatar.ts'
import type { JobCounts, JobQuery } from '../../shared/schemas/history.ts'
import { jobId } from '../../shared/schemas/ids.ts'
import { isReplaced } from '../../shared/model/avatar-job.ts'
import { fold, replacedRows, nameKeyOf, searchedOf } from './jobs-repository.ts'
import { statementsIn } from './statements.ts'
import { storing } from './storage-failure.ts'

// States that need the operator come first.
const order: readonly JobState[] = ['unknown', 'failed', 'rejected', 'submitting', 'waiting', 'training', 'ready']

const orders: Readonly<Record<JobQuery['sort'], string>> = {
  newest: 'seq DESC',
  oldest: 'seq',
  name: 'name_key, seq DESC',
  state: `CASE state ${order.map((state, index) => `WHEN '${state}' THEN ${String(index)}`).join(' ')} END,
    CASE state WHEN 'waiting' THEN seq ELSE -seq END`,
  lastContact: 'last_contact_at DESC NULLS LAST, seq DESC',
}

// Nearly always everything is on disk, and then a search takes a third of the time.
const onDisk = `SELECT id, seq, batch_id, state, state_since, last_contact_at, name_key, searched FROM jobs
  WHERE profile_id = :profileId AND seq NOT IN (${replacedRows})`
const asTheyAre = `
  ${onDisk} AND id NOT IN (SELECT value ->> 'id' FROM json_each(:unsaved))
  UNION ALL
  SELECT jobs.id, seq, batch_id, value ->> 'state', value ->> 'stateSince', value ->> 'lastContactAt', value ->> 'nameKey',
    value ->> 'searched'
  FROM json_each(:unsaved) JOIN jobs ON jobs.id = value ->> 'id' WHERE profile_id = :profileId AND NOT (value ->> 'isReplaced')`

const isArchived = `state IN (${archivedStates.map((state) => `'${state}'`).join(', ')}) AND state_since < :archivedBefore`

function asOverlay(job: Job): object {
  const { id, state, stateSince, lastContactAt } = job
  return {
    id,
    state,
    stateSince,
    lastContactAt,
    nameKey: nameKeyOf(job),
    searched: searchedOf(job),
    isReplaced: isReplaced(job),
  }
}

const none = { waiting: 0, submitting: 0, unknown: 0, training: 0, ready: 0, failed: 0, rejected: 0, removed: 0 }

function stateIn(value: unknown): JobState {
  const isState = (text: unknown): text is JobState => typeof text === 'string' && Object.hasOwn(none, text)
  if (!isState(value)) throw new Error(`A job in state ${String(value)}`)
  return value
}

export interface FoundJobs {
  /** In the order of the query. */
  readonly ids: readonly JobId[]
  /** Counts of everything that the search finds in the list, including states that are filtered out. */
  readonly counts: JobCounts['counts']
  /** How many archived jobs match the search. */
  readonly archived: number
  /** The profile has no jobs. */
  readonly isEmpty: boolean
}

/** The state that is not in the database. */
export interface MemoryState {
  /** Jobs of the profile that have an older state on disk. */
  readonly unsaved: readonly Job[]
  /** Epoch ms: jobs that ended long before are in the archive. */
  readonly now: number
}

export function createJobIndexRepository(database: DatabaseSync) {
  const { count, lists } = statementsIn(database)
  const sourceOf = (unsaved: readonly Job[]): string => (unsaved.length === 0 ? onDisk : asTheyAre)
  const total = count(
    `SELECT count(*) FROM jobs WHERE profile_id = ? AND state <> 'removed' AND seq NOT IN (${replacedRows})`,
  )

  return {
    find: (profileId: ProfileId, query: JobQuery, { unsaved, now }: MemoryState): FoundJobs =>
      storing(() => {
        const needle = fold(query.search.trim())
        const selectRows = lists(`
          SELECT id, state, ${isArchived} FROM (${sourceOf(unsaved)})
          WHERE state <> 'removed' AND instr(searched, :needle) > 0
            AND (:batches IS NULL OR batch_id IN (SELECT value FROM json_each(:batches))) ORDER BY ${orders[query.sort]}`)
        const counts = { ...none }
        const stateFilter = new Set(query.states)
        const ids: unknown[] = []
        let archived = 0
        const isNarrowed = needle !== '' || query.batches !== undefined
        // Ten thousand rows are parsed by hand: a schema for each would take as long as the search.
        for (const [id, stateText, isOld] of selectRows({
          profileId,
          needle,
          batches: query.batches ?? null,
          unsaved: unsaved.map(asOverlay),
          archivedBefore: now - archivedAfterMs,
        })) {
          if (isOld === 1) archived += 1
          if (query.archived ? isOld === 0 : isOld === 1 && !isNarrowed) continue
          const state = stateIn(stateText)
          counts[state] += 1
          if (stateFilter.size === 0 || stateFilter.has(state)) ids.push(id)
        }
        return { ids: ids.map((id) => jobId.parse(id)), counts, archived, isEmpty: total(profileId) === 0 }
      }),
    /** The waiting jobs, in the order in which they are sent. */
    waiting: (profileId: ProfileId, unsaved: readonly Job[]): readonly JobId[] =>
      storing(() => {
        const selectRows = lists(`SELECT id FROM (${sourceOf(unsaved)}) WHERE state = 'waiting' ORDER BY seq`)
        return [...selectRows({ profileId, unsaved: unsaved.map(asOverlay) })].map(([id]) => jobId.parse(id))
      }),
    /** The counts of the working list. */
    counts: (profileId: ProfileId, { unsaved, now }: MemoryState): JobCounts =>
      storing(() => {
        const selectRows = lists(`
          SELECT state, count(*) FROM (${sourceOf(unsaved)}) WHERE state <> 'removed' AND NOT (${isArchived})
          GROUP BY state`)
        const counts = { ...none }
        const archivedBefore = now - archivedAfterMs
        for (const [state, jobs] of selectRows({ profileId, unsaved: unsaved.map(asOverlay), archivedBefore })) {
          counts[stateIn(state)] = Number(jobs)
        }
        return { counts, total: Object.values(counts).reduce((sum, jobs) => sum + jobs, 0) }
      }),
  }
}
