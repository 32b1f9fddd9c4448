import type { BatchProgress, JobState } from '../schemas/avatar.ts'

/** Number of a batch's jobs by state; a state without jobs can be absent. */
export type StateCounts = Readonly<Partial<Record<JobState, number>>>

export function isRunning(counts: StateCounts): boolean {
  return (counts.waiting ?? 0) + (counts.submitting ?? 0) + (counts.training ?? 0) > 0
}

/** The sum over several batches; null without a batch. An unknown job is not finished, because it needs a decision. */
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
