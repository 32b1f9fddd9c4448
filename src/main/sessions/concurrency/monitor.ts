/**
 * Reads how many calls are live in each application of the open profile: often what is looked at, less often the rest,
 * more and more seldom while reads fail. The only timer that does so. Source: `service-api.md §Concurrency`.
 */
import { FailureError, isServiceFailure } from '../../../shared/failure.ts'
import type { Failure } from '../../../shared/failure.ts'
import type { AppId } from '../../../shared/ids.ts'
import type { ApplicationCount, Concurrency, ConcurrencySample } from '../../../shared/schemas/session.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Emit } from '../../ipc/handlers.ts'
import type { Log } from '../../lib/log.ts'
import { requireOpen } from '../../context/open-profile.ts'
import type { CurrentProfile, OpenProfile } from '../../context/open-profile.ts'
import type { Exchanges } from '../../service/exchanges.ts'
import { retryAfterMs } from '../../service/retry.ts'
import type { KnownSessionsRepository } from '../../store/known-sessions-repository.ts'
import type { SamplesRepository } from '../../store/samples-repository.ts'
import { createFigures } from './figures.ts'
import type { Figures } from './figures.ts'
import { createListReads } from './list-reads.ts'
import type { ListReads } from './list-reads.ts'
import { createWindowFocus } from './window-focus.ts'
import type { VisibleView } from './window-focus.ts'
import { delayMs, holdsMsFor, intervalMsFor } from './poll-interval.ts'
import { createSchedule } from './poll-schedule.ts'
import type { Schedule } from './poll-schedule.ts'

/**
 * How a read of an application's calls ended, at `at` (epoch ms): with a sample, or with the failure of the read. Exactly
 * one of the two is null. A read that was broken off, or overtaken by a later one, is not observed.
 */
export interface Observation {
  readonly appId: AppId
  readonly at: number
  readonly sample: ConcurrencySample | null
  readonly failure: Failure | null
}

/** One read of an application's calls. */
export interface CountRequest {
  readonly open: OpenProfile
  readonly appId: AppId
  readonly signal?: AbortSignal
}

/** The monitor of the open profile's applications. */
export interface Monitor {
  /** Last known figures of an application of the open profile; reads nothing. Failures: no-profile. */
  readonly figures: (appId: AppId) => Concurrency
  /** The last count of each application in the profile's order; reads nothing. Failures: no-profile. */
  readonly overview: () => readonly ApplicationCount[]
  /**
   * Reads the number and the list now. Failures: no-profile, every one of a service call for the number; that of the list
   * stands in the figures.
   */
  readonly refresh: (appId: AppId) => Promise<Concurrency>
  /** A read of its own that joins no other; stored and pushed like all. Failures: every one of a service call. */
  readonly readNow: (request: CountRequest) => Promise<ConcurrencySample>
  /** The newest sample of that profile's application, if that profile is open. */
  readonly latest: (open: OpenProfile, appId: AppId) => ConcurrencySample | null
  /** What a window shows: see `poll-interval.ts` for what follows from it. */
  readonly setView: (view: VisibleView) => void
  readonly forgetWindow: (windowId: number) => void
  readonly setOnBattery: (isOnBattery: boolean) => void
  /** The open profile, its client or its applications changed: the old reads end, the new ones start at once. */
  readonly follow: () => void
  /** No reads by itself until `wake`, for sleep and a lost network. */
  readonly pause: () => void
  readonly wake: () => void
  readonly dispose: () => void
}

/** What the monitor needs; `randomFraction` answers 0 up to 1. */
export interface MonitorDeps {
  readonly current: CurrentProfile
  readonly samples: SamplesRepository
  /** The sessions of the inbox: those of a list that are in it are marked so. */
  readonly known: Pick<KnownSessionsRepository, 'known'>
  readonly clock: Clock
  readonly randomFraction: () => number
  readonly emit: Emit
  /** Hears the end of every read of a number, the operator's included. */
  readonly observed: (seen: Observation) => void
  /** The recorded answers: a busy service says there how long to wait. */
  readonly exchanges: Pick<Exchanges, 'read'>
  readonly log: Log
}

/** The reads of one open profile; a switch ends it and begins another. */
interface Era {
  readonly open: OpenProfile
  readonly figures: Figures
  readonly lists: ListReads
  readonly schedule: Schedule
  readonly ending: AbortController
}

// With a shorter hold than the new interval, a gap would be drawn where nothing failed.
const shareOfHold = 2 / 3

// A read that was broken off says nothing about the service, so it leaves the figures as they are.
function isWorthShowing(error: unknown): error is FailureError {
  return error instanceof FailureError && error.failure.kind !== 'cancelled'
}

/** Gives the monitor; it does nothing until `follow` is called. */
export function createMonitor(deps: MonitorDeps): Monitor {
  const { current, samples, known, clock, randomFraction, emit, exchanges, log } = deps
  const windowFocus = createWindowFocus()
  let era: Era | null = null
  let isOnBattery = false
  let isPaused = false

  const intervalMs = (appId: AppId): number =>
    intervalMsFor({ isFocused: windowFocus.isFocused(appId), isVisible: windowFocus.isVisible(), isOnBattery })

  const promisedMs = (): number => intervalMsFor({ isFocused: false, isVisible: windowFocus.isVisible(), isOnBattery })

  const eraOf = (open: OpenProfile): Era | null => (era?.open.profile.id === open.profile.id ? era : null)

  const push = (of: Era, appId: AppId): void => {
    if (of === era) emit('concurrency.changed', { appId, concurrency: of.figures.view(appId, promisedMs()) })
  }

  const observe = (of: Era, seen: Observation): void => {
    if (of !== era) return
    try {
      deps.observed(seen)
    } catch (error) {
      // Who listens must not stop the reads, nor the closing that waits for one.
      log.error(`what follows from the live calls of ${seen.appId}`, error)
    }
  }

  const askedToWaitMs = (failure: Failure): number => {
    const id = isServiceFailure(failure) ? failure.exchangeId : null
    return id === null ? 0 : retryAfterMs(exchanges.read(id)?.answerHeaders['retry-after'], clock.now())
  }

  const readNow = async ({ open, appId, signal }: CountRequest): Promise<ConcurrencySample> => {
    const of = eraOf(open)
    const read = of?.figures.begin() ?? 0
    try {
      const sample = await open.client.concurrentNumber(appId, signal === undefined ? {} : { signal })
      const holdsMs = holdsMsFor(intervalMs(appId))
      if (of?.figures.numberRead(read, appId, { value: { sample, holdsMs } }) === true) {
        push(of, appId)
        observe(of, { appId, at: sample.at, sample, failure: null })
      }
      return sample
    } catch (error) {
      if (of !== null && isWorthShowing(error)) {
        const { failure } = error
        if (of.figures.numberRead(read, appId, { failure, retryAfterMs: askedToWaitMs(failure) })) {
          push(of, appId)
          observe(of, { appId, at: clock.now(), sample: null, failure })
        }
      }
      throw error
    }
  }

  const readOnSchedule = async ({ open, lists, ending }: Era, appId: AppId): Promise<void> => {
    const number = await readNow({ open, appId, signal: ending.signal })
    // Not waited for: a list that hangs must not hold up the numbers.
    if (windowFocus.isFocused(appId)) lists.readIfDue(number, ending.signal)
  }

  const scheduledDelayMs = (figures: Figures, appId: AppId): number => {
    const baseMs = intervalMs(appId)
    const failures = figures.failures(appId)
    if (failures > 0) return delayMs({ intervalMs: baseMs, failures, fraction: randomFraction() })
    return Math.min(baseMs, (figures.heldMs(appId) ?? Infinity) * shareOfHold)
  }

  const begin = (open: OpenProfile): Era => {
    const { id: profileId, applications } = open.profile
    const figures = createFigures({ profileId, samples, known, clock })
    const ending = new AbortController()
    const lists = createListReads({
      open,
      figures,
      clock,
      log,
      readNumber: readNow,
      askedToWaitMs,
      changed: (appId) => {
        push(begun, appId)
      },
    })
    const schedule = createSchedule({
      appIds: applications.map(({ appId }) => appId),
      clock,
      isPaused,
      read: (appId) => readOnSchedule(begun, appId),
      onError: (appId, error) => {
        if (!(error instanceof FailureError)) log.error(`reading the live calls of ${appId}`, error)
      },
      delayMs: (appId) => scheduledDelayMs(figures, appId),
      heldOffMs: figures.heldOffMs,
      isUrgent: windowFocus.isFocused,
    })
    const begun: Era = { open, figures, lists, schedule, ending }
    return begun
  }

  const stop = (): void => {
    const ended = era
    era = null
    ended?.schedule.stop()
    ended?.ending.abort()
  }

  /** Does what changes the pace, and tells the page when another one is promised now. */
  const repace = (change: () => void): void => {
    const appIds = era?.open.profile.applications.map(({ appId }) => appId) ?? []
    const before = appIds.map(intervalMs)
    const promisedBefore = promisedMs()
    change()
    if (era === null) return
    if (appIds.some((appId, index) => intervalMs(appId) !== before[index])) era.schedule.replan()
    if (promisedMs() !== promisedBefore) for (const appId of appIds) push(era, appId)
  }

  const figuresOf = (open: OpenProfile): Figures =>
    eraOf(open)?.figures ?? createFigures({ profileId: open.profile.id, samples, known, clock })

  const figures = (appId: AppId): Concurrency => figuresOf(requireOpen(current)).view(appId, promisedMs())

  return {
    figures,
    overview: () => {
      const open = requireOpen(current)
      const of = figuresOf(open)
      return open.profile.applications.map(({ appId }) => of.count(appId, promisedMs()))
    },
    refresh: async (appId) => {
      const open = requireOpen(current)
      const number = await readNow({ open, appId })
      await eraOf(open)?.lists.readNow(number)
      return figures(appId)
    },
    readNow,
    latest: (open, appId) => eraOf(open)?.figures.latest(appId) ?? null,
    setView: (view) => {
      repace(() => {
        windowFocus.set(view)
      })
    },
    forgetWindow: (windowId) => {
      repace(() => {
        windowFocus.forget(windowId)
      })
    },
    setOnBattery: (next) => {
      repace(() => {
        isOnBattery = next
      })
    },
    follow: () => {
      const open = current()
      if (era !== null && open !== null && era.open.client === open.client && era.open.profile === open.profile) return
      stop()
      if (open !== null) era = begin(open)
    },
    pause: () => {
      isPaused = true
      era?.schedule.pause()
    },
    wake: () => {
      isPaused = false
      era?.schedule.wake()
    },
    dispose: stop,
  }
}
