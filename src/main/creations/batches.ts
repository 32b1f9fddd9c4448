/**
 * The batches of all profiles as they go on: counted anew, by the database, when jobs of theirs have changed. Batches
 * that are at their end are let go of; of each profile the last one is kept, because the page shows it.
 */
import type { ProfileId } from '../../shared/ids.ts'
import { batchProgress, isRunning } from '../../shared/model/batch-progress.ts'
import type { BatchProgress, Job } from '../../shared/schemas/avatar.ts'
import type { Clock } from '../lib/clock.ts'
import type { Log } from '../lib/log.ts'
import type { Batch, BatchesRepository, BatchKey } from '../store/batches-repository.ts'

/** The batches on their way. */
export interface Batches {
  /** Takes up what an earlier run left. */
  readonly start: () => void
  /** Jobs are new or have changed; they are counted a little later, many at once. */
  readonly touched: (jobs: readonly Job[]) => void
  /** Of the batches of a profile that are not at their end, or else of its last; null when it never had one. */
  readonly progress: (profileId: ProfileId) => BatchProgress | null
  /** The batches that are not at their end, as of this moment. */
  readonly running: () => readonly Batch[]
  readonly dispose: () => void
}

export interface BatchesDeps {
  readonly repository: Pick<BatchesRepository, 'count' | 'open' | 'last'>
  readonly clock: Clock
  readonly log: Log
  /** Hears of a batch that was counted and is at its end; more than once when its jobs are still changed. */
  readonly onEnd: (batch: Batch) => void
  /** Hears of a profile whose progress is another. */
  readonly onChanged: (profileId: ProfileId) => void
}

// Forty answers within a moment make one count, and the page sees the number move ten times a second at most.
const countDelayMs = 100

function nameOf({ profileId, batchId }: BatchKey): string {
  return JSON.stringify([profileId, batchId])
}

/** Gives the batches; nothing is read before `start`. */
export function createBatches({ repository, clock, log, onEnd, onChanged }: BatchesDeps): Batches {
  const running = new Map<string, Batch>()
  const last = new Map<ProfileId, Batch | null>()
  const dirty = new Map<string, BatchKey>()
  let cancelCount: (() => void) | null = null

  const lastOf = (profileId: ProfileId): Batch | null => {
    const known = last.get(profileId)
    if (known !== undefined) return known
    const key = repository.last(profileId)
    const found = key === null ? null : (repository.count([key])[0] ?? null)
    last.set(profileId, found)
    return found
  }

  const progress = (profileId: ProfileId): BatchProgress | null => {
    const going = [...running.values()].filter((batch) => batch.profileId === profileId)
    const shown = going.length > 0 ? going : [lastOf(profileId)].filter((batch) => batch !== null)
    return batchProgress(shown.map(({ counts }) => counts))
  }

  const take = (batch: Batch): void => {
    const name = nameOf(batch)
    if (isRunning(batch.counts)) {
      running.set(name, batch)
      return
    }
    const hasJustEnded = running.delete(name)
    // An old batch of which a row is taken away does not become the last one by that.
    if (hasJustEnded || batch.newest >= (lastOf(batch.profileId)?.newest ?? 0)) last.set(batch.profileId, batch)
    onEnd(batch)
  }

  const count = (): void => {
    cancelCount?.()
    cancelCount = null
    if (dirty.size === 0) return
    const keys = [...dirty.values()]
    const profiles = [...new Set(keys.map(({ profileId }) => profileId))]
    try {
      const before = profiles.map((profileId) => JSON.stringify(progress(profileId)))
      repository.count(keys).forEach(take)
      dirty.clear()
      profiles.filter((profileId, index) => JSON.stringify(progress(profileId)) !== before[index]).forEach(onChanged)
    } catch (error) {
      // What was touched stays so, and is counted with the next change.
      log.error('batches could not be counted', error)
    }
  }

  const touch = (keys: readonly BatchKey[]): void => {
    for (const { profileId, batchId } of keys) dirty.set(nameOf({ profileId, batchId }), { profileId, batchId })
  }

  return {
    start: () => {
      try {
        touch(repository.open())
      } catch (error) {
        log.error('the batches of an earlier run could not be read', error)
      }
      count()
    },
    touched: (jobs) => {
      touch(jobs)
      cancelCount ??= clock.after(countDelayMs, count)
    },
    progress,
    running: () => {
      count()
      return [...running.values()]
    },
    dispose: () => {
      cancelCount?.()
      cancelCount = null
    },
  }
}
