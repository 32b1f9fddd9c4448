/** The batches of all profiles, counted anew when their jobs have changed; of each profile the last is kept. */
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
  /** True while an operator has the window before them. */
  readonly isAttended: () => boolean
  /** Notifies outside of the window that a batch has ended; once for each. */
  readonly onBatchEnd: (batch: EndedBatch) => void
  readonly onProgress: () => void
}

export interface JobsOverview {
  /** null: nothing waits, is being sent or trains. */
  readonly progress: BatchProgress | null
  /** Something waits, and stays where it is: its queue is held or paused, its profile read-only or without network. */
  readonly isStopped: boolean
  /** When all of it is probably ready; null where that cannot be said of one of its profiles. */
  readonly doneAt: number | null
}

type BatchesContext = Pick<AppContext, 'repositories' | 'findProfile' | 'clock' | 'log'>

// Forty answers within a moment make one count, and the page sees the number move ten times a second at most.
const countDelayMs = 100

function nameOf({ profileId, batchId }: BatchKey): string {
  return JSON.stringify([profileId, batchId])
}

// Rows that an operator took away one by one need no notification of their end.
function isWorthNotifying({ counts }: Batch): boolean {
  const { ready = 0, failed = 0, rejected = 0, unknown = 0 } = counts
  return ready + failed + rejected + unknown > 0
}

/** For what is left out where the database cannot be read: the rest of a state is known, and an end is said all the same. */
function readOrNull<Value>(log: Pick<AppContext['log'], 'error'>, read: () => Value | null): Value | null {
  try {
    return read()
  } catch (error) {
    log.error('the times of trainings could not be read', error)
    return null
  }
}

/** Writes down and notifies once that a batch has ended, whenever that was: while nobody looked, or while Greenroom was closed. */
function createBatchEndNotifier(
  { repositories, clock, log }: BatchesContext,
  { isAttended, onBatchEnd }: BatchListeners,
  journal: Pick<JobJournal, 'batchEnded'>,
): (batch: Batch) => void {
  // For a disk that accepts no write: then it is shown again after a restart, and not over and over in this run.
  const notified = new Set<string>()

  return (batch) => {
    const name = nameOf(batch)
    if (notified.has(name)) return
    notified.add(name)
    try {
      if (repositories.batches.isNotified(batch)) return
      // Before it is shown: a crash in between must not end in the same notification at every start.
      repositories.batches.setNotified(batch, clock.now())
    } catch (error) {
      log.error(`that batch ${batch.batchId} was told of could not be written`, error)
    }
    if (!isWorthNotifying(batch)) return
    const ended = { ...batch, readyMs: readOrNull(log, () => repositories.batches.readyMs(batch)) }
    journal.batchEnded(ended)
    if (!isAttended()) onBatchEnd(ended)
  }
}

export type BatchState = Pick<QueueState, 'progress' | 'batchIds' | 'usualTime' | 'doneAt' | 'readyMs'>

export interface Batches {
  /** Counts what an earlier run left. */
  readonly start: () => void
  /** Jobs are new or have changed; they are counted a little later, many at once. */
  readonly touched: (jobs: readonly Job[]) => void
  /** The running batches of a profile, or else its last, how far they are, and when they are done. */
  readonly state: (profileId: ProfileId) => BatchState
  /** The jobs of all profiles; `isStopped` says whether the queue of a profile stays where it is. */
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
  const onEnd = createBatchEndNotifier(context, listeners, journal)
  const running = new Map<string, Batch>()
  const last = new Map<ProfileId, Batch | null>()
  const dirty = new Map<string, BatchKey>()
  const counting = createTimer(clock)
  // The state of each profile as JSON; also the time of day at which it will be done changes, without any event.
  const announced = new Map<ProfileId, string>()

  const lastOf = (profileId: ProfileId): Batch | null =>
    last.getOrInsertComputed(profileId, () => {
      const key = repository.last(profileId)
      return key === null ? null : (repository.count([key])[0] ?? null)
    })

  const runningOf = (profileId: ProfileId): readonly Batch[] =>
    [...running.values()].filter((batch) => batch.profileId === profileId)

  // Nobody knows when what still waits will be sent.
  const doneAtOf = (profileId: ProfileId): number | null => {
    const progress = batchProgress(runningOf(profileId).map(({ counts }) => counts))
    const isAllSent = progress !== null && progress.waiting + progress.submitting === 0
    return isAllSent ? readOrNull(log, () => usualTimes.doneAt(profileId)) : null
  }

  const state = (profileId: ProfileId): BatchState => {
    const going = runningOf(profileId)
    const ended = going.length > 0 ? null : lastOf(profileId)
    const shown = ended === null ? going : [ended]
    const usualTime = readOrNull(log, () => usualTimes.of(profileId))
    const doneAt = doneAtOf(profileId)
    const readyMs = ended === null ? null : readOrNull(log, () => repository.readyMs(ended))
    return {
      progress: batchProgress(shown.map(({ counts }) => counts)),
      batchIds: shown.map(({ batchId }) => batchId),
      ...(usualTime && { usualTime }),
      ...(doneAt !== null && { doneAt }),
      ...(readyMs !== null && { readyMs }),
    }
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
    counting.cancel()
    if (dirty.size === 0) return
    const keys = [...dirty.values()]
    const profiles = [...new Set(keys.map(({ profileId }) => profileId))]
    // What was touched stays so, and is counted with the next change.
    logged(log, 'batches could not be counted', () => {
      repository.count(keys).forEach(take)
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
      const known = [...running.values()].filter(({ profileId }) => findProfile(profileId) !== null)
      const ends = [...new Set(known.map(({ profileId }) => profileId))].map(doneAtOf)
      return {
        progress: batchProgress(known.map(({ counts }) => counts)),
        isStopped: known.some(({ counts, profileId }) => (counts.waiting ?? 0) > 0 && isStopped(profileId)),
        doneAt: ends.length === 0 || ends.includes(null) ? null : Math.max(...ends.filter((end) => end !== null)),
      }
    },
    dispose: counting.cancel,
  }
}
