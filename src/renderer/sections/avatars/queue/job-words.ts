/** What a row of the queue says about a job, as values: no words, no drawing. */
import type { Job, JobState } from '../../../../shared/schemas/avatar.ts'

/** The four stops of a training, in order, spelled as they come. Source: `service-api.md §Avatar creation status`. */
export const trainingSteps = ['preparing', 'processing', 'after_processing', 'done'] as const

/** The order in which the queue's summary names the states; one with no job is left out. */
const summaryOrder: readonly JobState[] = [
  'ready',
  'training',
  'submitting',
  'waiting',
  'unknown',
  'failed',
  'rejected',
  'removed',
]

/** How many jobs are in a state. */
export interface StateCount {
  readonly state: JobState
  readonly count: number
}

/** The states that any job is in, with their numbers, in the order of the summary. */
export function countStates(jobs: readonly Job[]): readonly StateCount[] {
  return summaryOrder
    .map((state) => ({ state, count: jobs.filter((job) => job.state === state).length }))
    .filter(({ count }) => count > 0)
}

/** The name a row goes by: what the service chose, what the operator typed, the file; "" when there is none. */
export function jobName(job: Job): string {
  const names = [job.result?.name ?? '', job.fields.name, job.fileName]
  return names.find((name) => name.trim() !== '') ?? ''
}

const ongoing: readonly JobState[] = ['submitting', 'training', 'unknown']
const ended: readonly JobState[] = ['ready', 'failed']

/** From when to when the job took or takes its time; `until` is null while it goes on. Null for what was never sent. */
export function jobSpan(job: Job): { readonly since: number; readonly until: number | null } | null {
  const since = job.submittedAt
  if (since === null) return null
  if (ongoing.includes(job.state)) return { since, until: null }
  return ended.includes(job.state) ? { since, until: job.stateSince } : null
}

/** Places of the waiting jobs in the line, by id: 1 is sent next. `jobs` come newest first. */
export function placesInLine(jobs: readonly Job[]): ReadonlyMap<string, number> {
  const waiting = jobs.filter((job) => job.state === 'waiting').toReversed()
  return new Map(waiting.map((job, index) => [job.id, index + 1]))
}
