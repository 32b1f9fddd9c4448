/** The live calls of one profile's applications: the last figures in memory, all counts in the database. */
import { FailureError } from '../../../shared/failure.ts'
import type { AppId, ProfileId } from '../../../shared/ids.ts'
import type { ApplicationCount, Concurrency, ConcurrencySample, ListReading } from '../../../shared/schemas/session.ts'
import { countOf } from '../../../shared/model/live-count.ts'
import type { ProfileContext } from '../../context/profile-context.ts'
import { remainingMs } from '../../lib/clock.ts'
import type { Span } from '../../lib/clock.ts'
import { requestedDelayMs } from '../../service/retry.ts'
import { asStorageFailure } from '../../store/storage-failure.ts'

/** A count as it was read. */
export interface CountReading {
  readonly sample: ConcurrencySample
  /** For how long the count is taken as true, from its time on. */
  readonly holdsMs: number
}

/** The last figures of one application, in memory. */
interface AppFigures extends Pick<Concurrency, 'latest' | 'failure' | 'list' | 'listFailure'> {
  /** When a read that failed is tried again; null where that is not planned. */
  readonly retryAt: number | null
  /** For how long the last count is taken as true, from its time on; null before the first of this run. */
  readonly holdsMs: number | null
  /** The time in which the service asked to be left alone. */
  readonly requestedDelay: Span
  /** Numbers of the newest reads that have ended. */
  readonly read: number
  readonly readOfList: number
}

// A service that asks for days is asked again after an hour: it may be another one by then.
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
  /** The figures that the page shows; `intervalMs` is the time between reads that is promised. */
  readonly view: (appId: AppId, intervalMs: number) => Concurrency
  /** The row of the overview: from memory alone, once an application was asked for. */
  readonly count: (appId: AppId, intervalMs: number) => ApplicationCount
  readonly latest: (appId: AppId) => ConcurrencySample | null
  /** For how many milliseconds the last count is taken as true; null before the first of this run. */
  readonly holdsMs: (appId: AppId) => number | null
  /** Milliseconds for which the service still wants to be left alone about this application; 0 when it did not say so. */
  readonly requestedDelayMs: (appId: AppId) => number
  /** Number of a read that starts now: an answer that was overtaken by that of a later read is dropped. */
  readonly begin: () => number
  /** Takes a failed attempt of a read that goes on; answers false when the attempt was dropped. */
  readonly attemptFailed: (read: number, appId: AppId, error: FailureError) => boolean
  /** Takes the end of a read of the count; answers false when it was dropped. */
  readonly numberRead: (read: number, appId: AppId, end: CountReading | FailureError) => boolean
  /** Notes the next read of an application whose last one failed; answers whether the page sees a different time. */
  readonly retryPlanned: (appId: AppId, retryAt: number) => boolean
  /** Takes the end of a read of the list; answers false when it was dropped. */
  readonly listRead: (read: number, appId: AppId, end: ListReading | FailureError) => boolean
}

/** Begins with the stored counts of the profile. */
export function createFigures(
  { repositories, clock }: Pick<ProfileContext, 'repositories' | 'clock'>,
  id: ProfileId,
): Figures {
  const { samples, knownSessions: sessions } = repositories
  const figures = new Map<AppId, AppFigures>()
  let begun = 0

  const noted = ({ failure }: FailureError): Concurrency['failure'] => ({ failure, at: clock.now() })

  const stored = (appId: AppId): AppFigures => {
    try {
      return { ...noFigures, latest: samples.newestConcurrency({ profileId: id, appId }, clock.now()) }
    } catch (error) {
      return { ...noFigures, failure: noted(asStorageFailure(error)) }
    }
  }

  const of = (appId: AppId): AppFigures => figures.getOrInsertComputed(appId, stored)

  const store = ({ sample, holdsMs }: CountReading): Concurrency['failure'] => {
    try {
      samples.addConcurrency(id, sample, holdsMs)
      return null
    } catch (error) {
      return noted(asStorageFailure(error))
    }
  }

  // Asked for at each view and not kept: sessions come into the inbox and go while the list stays the same.
  const withKnown = (list: ListReading): ListReading => {
    if (list.candidates.length === 0) return list
    const ids = list.candidates.map(({ sessionId }) => sessionId)
    try {
      const inInbox = sessions.known(id, ids)
      return { ...list, candidates: list.candidates.map((one) => ({ ...one, isKnown: inInbox.has(one.sessionId) })) }
    } catch (error) {
      // The inbox shows the failure of the database itself; here an id is only offered once more.
      if (error instanceof FailureError) return list
      throw error
    }
  }

  // A failure that asks for nothing does not shorten what another one asked for.
  const requestedDelayAfter = (error: FailureError, before: Span): Span => {
    const forMs = Math.min(maxRequestedMs, requestedDelayMs(error, clock.now()))
    return forMs > 0 ? { at: clock.now(), forMs } : before
  }

  const view = (appId: AppId, intervalMs: number): Concurrency => {
    const { latest, failure, list, listFailure, retryAt } = of(appId)
    const again = failure === null || retryAt === null ? {} : { nextAt: retryAt }
    return { appId, latest, failure, ...again, intervalMs, list: list === null ? null : withKnown(list), listFailure }
  }

  return {
    view,
    count: (appId, intervalMs) => countOf({ ...of(appId), appId, intervalMs }),
    latest: (appId) => of(appId).latest,
    holdsMs: (appId) => of(appId).holdsMs,
    requestedDelayMs: (appId) => remainingMs(of(appId).requestedDelay, clock.now()),
    begin: () => (begun += 1),
    attemptFailed: (read, appId, error) => {
      const before = of(appId)
      if (read < before.read) return false
      figures.set(appId, { ...before, failure: noted(error) })
      return true
    },
    numberRead: (read, appId, end) => {
      const before = of(appId)
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
      const before = of(appId)
      if (before.failure === null || before.retryAt === retryAt) return false
      figures.set(appId, { ...before, retryAt })
      return true
    },
    listRead: (read, appId, end) => {
      const before = of(appId)
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
