/** Batches: what was confirmed at once is counted, told of and shown as one. */
import type { BatchProgress, JobState } from '../schemas/avatar.ts'

/** How many jobs of a batch are in each state; a state without any may be absent. */
export type StateCounts = Readonly<Partial<Record<JobState, number>>>

/** Says whether a batch is not at its end: something of it waits, is being sent or trains. */
export function isRunning(counts: StateCounts): boolean {
  return (counts.waiting ?? 0) + (counts.submitting ?? 0) + (counts.training ?? 0) > 0
}

/** The progress over several batches, as "19 of 50"; null over none. What is unknown is not finished: it needs somebody. */
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
