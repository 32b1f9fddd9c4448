/** The batches of all profiles, counted again when their jobs have changed; the last batch of each profile is kept. */
import type { ProfileId } from '../../shared/ids.ts'
import { batchProgress, isRunning } from '../../shared/model/batch-progress.ts'
import type { BatchProgress, Job, QueueState } from '../../shared/schemas/avatar.ts'
import type { AppContext } from '../context/app-context.ts'
import { createTimer } from '../lib/clock.ts'
import { logged } from '../lib/log.ts'
import type { Batch, BatchKey, EndedBatch } from '../store/job-counts-repository.ts'
import type { CreationEvents } from './creation-events.ts'
import type { JobJournal } from './job-journal.ts'
import type { UsualTimes } from './usual-times.ts'

export interface BatchListeners {
  /** True while a window on the profile has the focus: its page shows how the batch ended. */
  readonly isAttended: (profileId: ProfileId) => boolean
  /** Notifies outside of the window that a batch has ended; once for each end. */
  readonly onBatchEnd: (batch: EndedBatch) => void
  readonly onProgress: () => void
}

export interface JobsOverview {
  /** Null when no job waits, is being sent or trains. */
  readonly progress: BatchProgress | null
  /** True when a job waits and cannot be sent: queue held or paused, or profile read-only or without network. */
  readonly isStopped: boolean
  /** When all jobs are probably ready; null where that is unknown for one of their profiles. */
  readonly doneAt: number | null
}

type BatchesContext = Pick<AppContext, 'repositories' | 'findProfile' | 'clock' | 'log'>

// Many answers within a moment cause one count, and the number on the page changes at most ten times a second.
const countDelayMs = 100

function nameOf({ profileId, batchId }: BatchKey): string {
  return JSON.stringify([profileId, batchId])
}

// A batch whose rows an operator removed one by one needs no notification of its end.
function isWorthNotifying({ counts }: Batch): boolean {
  const { ready = 0, failed = 0, rejected = 0, unknown = 0 } = counts
  return ready + failed + rejected + unknown > 0
}

interface BatchEndNotifier {
  /** Records and notifies that a batch has ended, once until it runs again. */
  readonly ended: (batch: EndedBatch) => void
  /** A batch runs, possibly again: a row was restored, or the task id of an unknown outcome was entered. */
  readonly runs: (batch: BatchKey) => void
}

/** Notifies of each end once, also when the batch ended without a focused window or while Greenroom was closed. */
function createBatchEndNotifier(
  { repositories, clock, log }: BatchesContext,
  { isAttended, onBatchEnd }: BatchListeners,
  journal: Pick<JobJournal, 'batchEnded'>,
): BatchEndNotifier {
  // For a disk that accepts no write: the notification then appears again after a restart, but only once in this run.
  const notified = new Set<string>()

  return {
    ended: (batch) => {
      const name = nameOf(batch)
      if (notified.has(name)) return
      notified.add(name)
      try {
        if (repositories.batches.isNotified(batch)) return
        // Written before the notification appears: a crash in between must not repeat it at every start.
        repositories.batches.setNotified(batch, clock.now())
      } catch (error) {
        log.error(`the notification of batch ${batch.batchId} could not be recorded`, error)
      }
      if (!isWorthNotifying(batch)) return
      journal.batchEnded(batch)
      if (!isAttended(batch.profileId)) onBatchEnd(batch)
    },
    runs: (batch) => {
      notified.delete(nameOf(batch))
      logged(log, `the next end of batch ${batch.batchId} will not be notified`, () => {
        if (repositories.batches.isNotified(batch)) repositories.batches.unsetNotified(batch)
      })
    },
  }
}

export type BatchState = Pick<QueueState, 'progress' | 'batchIds' | 'usualTime' | 'doneAt' | 'readyMs'>

export interface Batches {
  /** Counts the batches that an earlier run left. */
  readonly start: () => void
  /** Notes new or changed jobs; they are counted a little later, together. */
  readonly touched: (jobs: readonly Job[]) => void
  /** The running batches of a profile, or else its last batch: their progress, and when they are done. */
  readonly state: (profileId: ProfileId) => BatchState
  /** The jobs of all profiles; `isStopped` decides whether the queue of a profile sends nothing. */
  readonly overview: (isStopped: (profileId: ProfileId) => boolean) => JobsOverview
  readonly dispose: () => void
}

interface BatchParts {
  readonly journal: Pick<JobJournal, 'batchEnded'>
  readonly usualTimes: UsualTimes
  readonly events: CreationEvents
}

/** Nothing is read before `start`. */
export function createBatches(
  context: BatchesContext,
  listeners: BatchListeners,
  { journal, usualTimes, events }: BatchParts,
): Batches {
  const { repositories, findProfile, clock, log } = context
  const repository = repositories.batches
  const notifier = createBatchEndNotifier(context, listeners, journal)
  const running = new Map<string, Batch>()
  // With its counts from the database: `state` must return also where the database cannot be read.
  const last = new Map<ProfileId, EndedBatch | null>()
  const dirty = new Map<string, BatchKey>()
  const counting = createTimer(clock)
  // The last announced state of each profile, as JSON. It includes the expected end, which changes without an event.
  const announced = new Map<ProfileId, string>()

  const endedBatch = (batch: Batch): EndedBatch => ({ ...batch, readyMs: repository.readyMs(batch) })

  const lastOf = (profileId: ProfileId): EndedBatch | null =>
    last.getOrInsertComputed(profileId, () => {
      const key = repository.last(profileId)
      const [batch] = key === null ? [] : repository.count([key])
      return batch === undefined ? null : endedBatch(batch)
    })

  const runningOf = (profileId: ProfileId): readonly Batch[] =>
    [...running.values()].filter((batch) => batch.profileId === profileId)

  // Nobody knows when waiting jobs will be sent.
  const doneAtOf = (profileId: ProfileId): number | null => {
    const progress = batchProgress(runningOf(profileId).map(({ counts }) => counts))
    const isAllSent = progress !== null && progress.waiting + progress.submitting === 0
    return isAllSent ? usualTimes.doneAt(profileId) : null
  }

  const state = (profileId: ProfileId): BatchState => {
    const running = runningOf(profileId)
    const lastEnded = running.length > 0 ? null : lastOf(profileId)
    const shownBatches = lastEnded === null ? running : [lastEnded]
    const usualTime = usualTimes.of(profileId)
    const doneAt = doneAtOf(profileId)
    const readyMs = lastEnded?.readyMs ?? null
    return {
      progress: batchProgress(shownBatches.map(({ counts }) => counts)),
      batchIds: shownBatches.map(({ batchId }) => batchId),
      ...(usualTime && { usualTime }),
      ...(doneAt !== null && { doneAt }),
      ...(readyMs !== null && { readyMs }),
    }
  }

  const take = (batch: Batch): void => {
    const name = nameOf(batch)
    if (isRunning(batch.counts)) {
      if (!running.has(name)) notifier.runs(batch)
      running.set(name, batch)
      return
    }
    const hasJustEnded = running.delete(name)
    const done = endedBatch(batch)
    // An old batch does not become the last batch when one of its rows is removed.
    if (hasJustEnded || batch.newest >= (lastOf(batch.profileId)?.newest ?? 0)) last.set(batch.profileId, done)
    notifier.ended(done)
  }

  const count = (): void => {
    counting.cancel()
    if (dirty.size === 0) return
    const keys = [...dirty.values()]
    const profiles = [...new Set(keys.map(({ profileId }) => profileId))]
    // After a failure the batches stay dirty and are counted with the next change.
    logged(log, 'batches could not be counted', () => {
      const counted = repository.count(keys)
      counted.forEach(take)
      // A batch whose last row became part of a different row has no counts, and nothing in it runs.
      const names = new Set(counted.map(nameOf))
      for (const name of dirty.keys()) if (!names.has(name)) running.delete(name)
      dirty.clear()
      for (const profileId of profiles) {
        const next = JSON.stringify(state(profileId))
        if (next === announced.get(profileId)) continue
        announced.set(profileId, next)
        events.emit('batchesChanged', profileId)
      }
    })
  }

  const touch = (keys: readonly BatchKey[]): void => {
    for (const { profileId, batchId } of keys) dirty.set(nameOf({ profileId, batchId }), { profileId, batchId })
  }

  return {
    start: (): void => {
      logged(log, 'the batches of an earlier run could not be read', () => touch(repository.open()))
      count()
    },
    touched: (jobs: readonly Job[]): void => {
      touch(jobs)
      if (!counting.isSet()) counting.set(countDelayMs, count)
    },
    state,
    overview: (isStopped: (profileId: ProfileId) => boolean): JobsOverview => {
      count()
      // The jobs of a deleted profile stay in the database, and nobody will ever send them.
      const existing = [...running.values()].filter(({ profileId }) => findProfile(profileId) !== null)
      const ends = [...new Set(existing.map(({ profileId }) => profileId))].map(doneAtOf)
      return {
        progress: batchProgress(existing.map(({ counts }) => counts)),
        isStopped: existing.some(({ counts, profileId }) => (counts.waiting ?? 0) > 0 && isStopped(profileId)),
        doneAt: ends.length === 0 || ends.includes(null) ? null : Math.max(...ends.filter((end) => end !== null)),
      }
    },
    dispose: counting.cancel,
  }
}
