/** The facts shown of a job, as values without text or markup. */
import type { JobId } from '../../../../shared/ids.ts'
import type { Job, JobState } from '../../../../shared/schemas/avatar.ts'
import type { StateGlyphKind } from '../../../ui/state-glyph.tsx'

/** The glyph of each state. */
export const glyphs = {
  waiting: 'waiting',
  submitting: 'submitting',
  unknown: 'unknown',
  training: 'training',
  ready: 'ready',
  failed: 'failed',
  rejected: 'failed',
  removed: 'waiting',
} as const satisfies Record<JobState, StateGlyphKind>

/** The four stops of a training, in order, spelled as they come. Source: `service-api.md §Avatar creation status`. */
export const trainingSteps = ['preparing', 'processing', 'after_processing', 'done'] as const

/** The order in which states are named: what needs somebody, what is going on, what came of it. */
export const statesInOrder: readonly JobState[] = [
  'unknown',
  'submitting',
  'training',
  'waiting',
  'failed',
  'rejected',
  'ready',
  'removed',
]

const ongoing: readonly JobState[] = ['submitting', 'training', 'unknown']
const ended: readonly JobState[] = ['ready', 'failed']

/** From when to when the job took its time; `until` is null while it is in flight. Null for one that was never sent. */
export function jobSpan(job: Job): { readonly since: number; readonly until: number | null } | null {
  const since = job.submittedAt
  if (since === null) return null
  if (ongoing.includes(job.state)) return { since, until: null }
  return ended.includes(job.state) ? { since, until: job.stateSince } : null
}

/** Places in the line by id, 1 is sent next; `ids` are the waiting jobs in the order in which they are sent. */
export function placesInLine(ids: readonly JobId[]): ReadonlyMap<JobId, number> {
  return new Map(ids.map((id, index) => [id, index + 1]))
}
