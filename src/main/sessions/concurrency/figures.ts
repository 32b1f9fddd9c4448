/** The live calls of one profile's applications: the latest figures in memory, all counts in the database. */
import { FailureError } from '../../../shared/failure.ts'
import type { AppId, ProfileId } from '../../../shared/ids.ts'
import type { ApplicationCount, Concurrency, ConcurrencySample, ListReading } from '../../../shared/schemas/session.ts'
import { countOf } from '../../../shared/model/live-count.ts'
import type { ProfileContext } from '../../context/profile-context.ts'
import { remainingMs } from '../../lib/clock.ts'
import type { Span } from '../../lib/clock.ts'
import { requestedDelayMs } from '../../service/retry.ts'
import { asStorageFailure } from '../../store/storage-failure.ts'

/** A count as read. */
export interface CountReading {
  readonly sample: ConcurrencySample
  /** How long the count is considered true, from its time on. */
  readonly holdsMs: number
}

/** The latest figures of one application, in memory. */
interface AppFigures extends Pick<Concurrency, 'latest' | 'failure' | 'list' | 'listFailure'> {
  /** When a failed read is retried; null where no retry is planned. */
  readonly retryAt: number | null
  /** How long the last count is considered true, from its time on; null before the first count of this run. */
  readonly holdsMs: number | null
  /** The time in which the service asked for no requests. */
  readonly requestedDelay: Span
  /** Numbers of the newest reads that have ended. */
  readonly read: number
  readonly readOfList: number
}

// When a service asks for a delay of days, the next read comes after an hour: the service may be a different one by
// then.
const maxRequestedMs = 3_600_000

const noFigures: AppFigures = {
  latest: null,
  failure: null,
  retryAt: null,
  list: null,
  listFailure: null,
  holdsMs: null,
  requestedDelay: { at: 0, forMs: 0 },
  read: 0,
  readOfList: 0,
}

/** No function throws: a sample that cannot be stored is shown with that failure. */
export interface Figures {
  /** The figures that the page shows; `intervalMs` is the announced time between reads. */
  readonly view: (appId: AppId, intervalMs: number) => Concurrency
  /** The row of the overview: only from memory, after the application's first use. */
  readonly count: (appId: AppId, intervalMs: number) => ApplicationCount
  readonly latest: (appId: AppId) => ConcurrencySample | null
  /** How many milliseconds the last count is considered true; null before the first count of this run. */
  readonly holdsMs: (appId: AppId) => number | null
  /** Milliseconds for which the service still asks for no requests about this application; 0 without such a request. */
  readonly requestedDelayMs: (appId: AppId) => number
  /** The number of a read that starts now: an answer is dropped when a later read overtook it. */
  readonly begin: () => number
  /** Records a failed attempt of a read that continues; returns false when the attempt was dropped. */
  readonly attemptFailed: (read: number, appId: AppId, error: FailureError) => boolean
  /** Records the end of a read of the count; returns false when it was dropped. */
  readonly numberRead: (read: number, appId: AppId, end: CountReading | FailureError) => boolean
  /** Records the next read of an application after a failed one; returns whether the page shows a different time. */
  readonly retryPlanned: (appId: AppId, retryAt: number) => boolean
  /** Records the end of a read of the list; returns false when it was dropped. */
  readonly listRead: (read: number, appId: AppId, end: ListReading | FailureError) => boolean
}

/** Starts with the stored counts of the profile. */
export function createFigures(
  { repositories, clock }: Pick<ProfileContext, 'repositories' | 'clock'>,
  id: ProfileId,
): Figures {
  const { samples, knownSessions: sessions } = repositories
  const figures = new Map<AppId, AppFigures>()
  let startedReads = 0

  const noted = ({ failure }: FailureError): Concurrency['failure'] => ({ failure, at: clock.now() })

  const stored = (appId: AppId): AppFigures => {
    try {
      return { ...noFigures, latest: samples.newestConcurrency({ profileId: id, appId }, clock.now()) }
    } catch (error) {
      return { ...noFigures, failure: noted(asStorageFailure(error)) }
    }
  }

  const figuresOf = (appId: AppId): AppFigures => figures.getOrInsertComputed(appId, stored)

  const store = ({ sample, holdsMs }: CountReading): Concurrency['failure'] => {
    try {
      samples.addConcurrency(id, sample, holdsMs)
      return null
    } catch (error) {
      return noted(asStorageFailure(error))
    }
  }

  // Computed at each view and not stored: sessions enter and leave the inbox while the list stays the same.
  const withKnownIds = (list: ListReading): ListReading => {
    if (list.candidates.length === 0) return list
    const ids = list.candidates.map(({ sessionId }) => sessionId)
    try {
      const inInbox = sessions.known(id, ids)
      return {
        ...list,
        candidates: list.candidates.map((candidate) => ({ ...candidate, isKnown: inInbox.has(candidate.sessionId) })),
      }
    } catch (error) {
      // The inbox itself shows the database's failure; here an id is only offered once more.
      if (error instanceof FailureError) return list
      throw error
    }
  }

  // A failure without a requested delay does not shorten an earlier requested delay.
  const requestedDelayAfter = (error: FailureError, before: Span): Span => {
    const forMs = Math.min(maxRequestedMs, requestedDelayMs(error, clock.now()))
    return forMs > 0 ? { at: clock.now(), forMs } : before
  }

  const view = (appId: AppId, intervalMs: number): Concurrency => {
    const { latest, failure, list, listFailure, retryAt } = figuresOf(appId)
    const nextPoll = failure === null || retryAt === null ? {} : { nextAt: retryAt }
    return {
      appId,
      latest,
      failure,
      ...nextPoll,
      intervalMs,
      list: list === null ? null : withKnownIds(list),
      listFailure,
    }
  }

  return {
    view,
    count: (appId, intervalMs) => countOf({ ...figuresOf(appId), appId, intervalMs }),
    latest: (appId) => figuresOf(appId).latest,
    holdsMs: (appId) => figuresOf(appId).holdsMs,
    requestedDelayMs: (appId) => remainingMs(figuresOf(appId).requestedDelay, clock.now()),
    begin: () => (startedReads += 1),
    attemptFailed: (read, appId, error) => {
      const before = figuresOf(appId)
      if (read < before.read) return false
      figures.set(appId, { ...before, failure: noted(error) })
      return true
    },
    numberRead: (read, appId, end) => {
      const before = figuresOf(appId)
      if (read < before.read) return false
      const change =
        end instanceof FailureError
          ? {
              failure: noted(end),
              retryAt: null,
              requestedDelay: requestedDelayAfter(end, before.requestedDelay),
            }
          : { latest: end.sample, failure: store(end), retryAt: null, holdsMs: end.holdsMs }
      figures.set(appId, { ...before, ...change, read })
      return true
    },
    retryPlanned: (appId, retryAt) => {
      const before = figuresOf(appId)
      if (before.failure === null || before.retryAt === retryAt) return false
      figures.set(appId, { ...before, retryAt })
      return true
    },
    listRead: (read, appId, end) => {
      const before = figuresOf(appId)
      if (read < before.readOfList) return false
      const change =
        end instanceof FailureError
          ? { listFailure: noted(end), requestedDelay: requestedDelayAfter(end, before.requestedDelay) }
          : { list: end, listFailure: null }
      figures.set(appId, { ...before, ...change, readOfList: read })
      return true
    },
  }
}
