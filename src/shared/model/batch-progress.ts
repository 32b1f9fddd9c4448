import type { BatchProgress, JobState } from '../schemas/avatar.ts'

/** Jobs of a batch by state; a state without any may be absent. */
export type StateCounts = Readonly<Partial<Record<JobState, number>>>

export function isRunning(counts: StateCounts): boolean {
  return (counts.waiting ?? 0) + (counts.submitting ?? 0) + (counts.training ?? 0) > 0
}

/** Over several batches; null over none. What is unknown is not finished: it needs somebody. */
export function batchProgress(batches: readonly StateCounts[]): BatchProgress | null {
  const sum = (state: JobState): number => batches.reduce((all, counts) => all + (counts[state] ?? 0), 0)
  const named = {
    ready: sum('ready'),
    failed: sum('failed'),
    rejected: sum('rejected'),
    unknown: sum('unknown'),
    waiting: sum('waiting'),
    submitting: sum('submitting'),
    training: sum('training'),
  }
  const finished = named.ready + named.failed + named.rejected + sum('removed')
  const total = finished + named.unknown + named.waiting + named.submitting + named.training
  return total === 0 ? null : { total, finished, ...named }
}
