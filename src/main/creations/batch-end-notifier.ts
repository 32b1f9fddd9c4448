/** Tells once that a batch has ended, whenever that was: while nobody looked, or while Greenroom was closed. */
import type { Clock } from '../lib/clock.ts'
import type { Log } from '../lib/log.ts'
import type { Batch, BatchesRepository } from '../store/batches-repository.ts'

export interface BatchEndDeps {
  readonly repository: Pick<BatchesRepository, 'isNotified' | 'setNotified'>
  /** True while an operator has the window before them: then the page says it. */
  readonly isAttended: () => boolean
  /** Says it outside of the window. */
  readonly announce: (batch: Batch) => void
  readonly clock: Clock
  readonly log: Log
}

// Rows that an operator took away one by one need no news of their end.
function isWorthNotifying({ counts }: Batch): boolean {
  const { ready = 0, failed = 0, rejected = 0, unknown = 0 } = counts
  return ready + failed + rejected + unknown > 0
}

/** Gives the function that hears of every batch that is at its end; of each it tells once, over all runs. */
export function createBatchEndNotifier({
  repository,
  isAttended,
  announce,
  clock,
  log,
}: BatchEndDeps): (batch: Batch) => void {
  // For a disk that takes nothing: then it is told again after a restart, and not over and over in this run.
  const notified = new Set<string>()

  const isUnnotified = (batch: Batch): boolean => {
    const name = JSON.stringify([batch.profileId, batch.batchId])
    if (notified.has(name)) return false
    notified.add(name)
    try {
      if (repository.isNotified(batch)) return false
      // Before it is shown: a crash in between must not end in the same news at every start.
      repository.setNotified(batch, clock.now())
    } catch (error) {
      log.error(`that batch ${batch.batchId} was told of could not be written`, error)
    }
    return true
  }

  return (batch) => {
    if (isUnnotified(batch) && !isAttended() && isWorthNotifying(batch)) announce(batch)
  }
}
