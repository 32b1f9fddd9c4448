/** What is known of the live calls of one profile's applications: the last of it in memory, all of it in the database. */
import { FailureError } from '../../../shared/failure.ts'
import type { Failure } from '../../../shared/failure.ts'
import type { AppId, ProfileId } from '../../../shared/ids.ts'
import type { ApplicationCount, Concurrency, ConcurrencySample, ListReading } from '../../../shared/schemas/session.ts'
import { countOf } from '../../../shared/model/live-count.ts'
import type { ProfileContext } from '../../context/profile-context.ts'
import { asStorageFailure } from '../../store/storage-failure.ts'

/** How a read ended: `value` or `failure`. */
export type ReadEnd<Value> =
  | { readonly value: Value }
  /** `retryAfterMs` is what the service asked for, 0 when it did not. */
  | { readonly failure: Failure; readonly retryAfterMs: number }

/** A count, and for how long it is taken as true. */
export interface HeldSample {
  readonly sample: ConcurrencySample
  readonly holdsMs: number
}

/** The figures of a profile. No function throws: a sample that cannot be stored is shown with the storage failure. */
export interface Figures {
  /** What the page sees; `intervalMs` is the time between reads that is promised. */
  readonly view: (appId: AppId, intervalMs: number) => Concurrency
  /** The row of the overview: from memory alone, once an application was asked for. */
  readonly count: (appId: AppId, intervalMs: number) => ApplicationCount
  readonly latest: (appId: AppId) => ConcurrencySample | null
  readonly pace: (appId: AppId) => Pace
  /** Milliseconds for which the service still wants to be left alone about this application; 0 when it did not say so. */
  readonly heldOffMs: (appId: AppId) => number
  /** Number of a read that starts now: an answer that was overtaken by that of a later read is dropped. */
  readonly begin: () => number
  /** Takes the end of a read of the number; answers false when it was dropped. */
  readonly numberRead: (read: number, appId: AppId, end: ReadEnd<HeldSample>) => boolean
  /** Takes the end of a read of the list; answers false when it was dropped. */
  readonly listRead: (read: number, appId: AppId, end: ReadEnd<ListReading>) => boolean
}

/** What the next read's time depends on. */
interface Pace {
  /** Failed reads of the number in a row. */
  readonly failures: number
  /** For how long the last count is taken as true, from its time on; null before the first of this run. */
  readonly heldMs: number | null
}

interface Known extends Pace, Pick<Concurrency, 'latest' | 'failure' | 'list' | 'listFailure'> {
  readonly heldOff: { readonly at: number; readonly forMs: number }
  /** Numbers of the newest reads that have ended. */
  readonly read: number
  readonly readOfList: number
}

// A service that asks for days is asked again after an hour: it may be another one by then.
const maxHeldOffMs = 3_600_000

const nothingKnown: Known = {
  latest: null,
  failure: null,
  list: null,
  listFailure: null,
  failures: 0,
  heldMs: null,
  heldOff: { at: 0, forMs: 0 },
  read: 0,
  readOfList: 0,
}

/** Begins with what is stored of the profile. */
export function createFigures({ repositories, clock }: ProfileContext, profileId: ProfileId): Figures {
  const { samples, knownSessions: sessions } = repositories
  const known = new Map<AppId, Known>()
  let begun = 0

  const noted = (failure: Failure): Concurrency['failure'] => ({ failure, at: clock.now() })

  const stored = (appId: AppId): Known => {
    try {
      return { ...nothingKnown, latest: samples.newestConcurrency({ profileId, appId }, clock.now()) }
    } catch (error) {
      return { ...nothingKnown, failure: noted(asStorageFailure(error).failure) }
    }
  }

  const of = (appId: AppId): Known => {
    const before = known.get(appId) ?? stored(appId)
    known.set(appId, before)
    return before
  }

  const store = ({ sample, holdsMs }: HeldSample): Concurrency['failure'] => {
    try {
      samples.addConcurrency(profileId, sample, holdsMs)
      return null
    } catch (error) {
      return noted(asStorageFailure(error).failure)
    }
  }

  // Asked for at each view and not kept: sessions come into the inbox and go while the list stays the same.
  const withKnown = (list: ListReading): ListReading => {
    if (list.candidates.length === 0) return list
    const ids = list.candidates.map(({ sessionId }) => sessionId)
    try {
      const inInbox = sessions.known(profileId, ids)
      const candidates = list.candidates.map((candidate) => ({
        ...candidate,
        isKnown: inInbox.has(candidate.sessionId),
      }))
      return { ...list, candidates }
    } catch (error) {
      // The inbox shows the failure of the database itself; here an id is only offered once more.
      if (error instanceof FailureError) return list
      throw error
    }
  }

  // A failure that asks for nothing does not shorten what another one asked for.
  const heldOffBy = (retryAfterMs: number, before: Known['heldOff']): Known['heldOff'] =>
    retryAfterMs > 0 ? { at: clock.now(), forMs: Math.min(maxHeldOffMs, retryAfterMs) } : before

  return {
    view: (appId, intervalMs) => {
      const { latest, failure, list, listFailure } = of(appId)
      return { appId, latest, failure, intervalMs, list: list === null ? null : withKnown(list), listFailure }
    },
    count: (appId, intervalMs) => countOf({ ...of(appId), appId, intervalMs }),
    latest: (appId) => of(appId).latest,
    pace: of,
    heldOffMs: (appId) => {
      const { at, forMs } = of(appId).heldOff
      // A clock that was set back must not make it longer.
      return Math.max(0, Math.min(forMs, at + forMs - clock.now()))
    },
    begin: () => (begun += 1),
    numberRead: (read, appId, end) => {
      const before = of(appId)
      if (read < before.read) return false
      if ('value' in end) {
        const { sample, holdsMs } = end.value
        const failure = store(end.value)
        known.set(appId, { ...before, latest: sample, failure, failures: 0, heldMs: holdsMs, read })
      } else {
        const { failure, retryAfterMs } = end
        const failures = before.failures + 1
        const heldOff = heldOffBy(retryAfterMs, before.heldOff)
        known.set(appId, { ...before, failure: noted(failure), failures, heldOff, read })
      }
      return true
    },
    listRead: (read, appId, end) => {
      const before = of(appId)
      if (read < before.readOfList) return false
      if ('value' in end) known.set(appId, { ...before, list: end.value, listFailure: null, readOfList: read })
      else {
        const { failure, retryAfterMs } = end
        const heldOff = heldOffBy(retryAfterMs, before.heldOff)
        known.set(appId, { ...before, listFailure: noted(failure), heldOff, readOfList: read })
      }
      return true
    },
  }
}
