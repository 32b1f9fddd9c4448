/**
 * Reads how many calls are live in each application of the open profile: often what is looked at, less often the rest,
 * more and more seldom while reads fail. The only timer that does so. Source: `service-api.md §Concurrency`.
 */
import { FailureError } from '../../shared/failure.ts'
import type { Failure } from '../../shared/failure.ts'
import type { AppId } from '../../shared/ids.ts'
import type { Section } from '../../shared/schemas/app.ts'
import type { Concurrency, ConcurrencySample } from '../../shared/schemas/session.ts'
import type { Clock } from '../clock.ts'
import type { Emit } from '../ipc/handlers.ts'
import type { Log } from '../log.ts'
import { requireOpen } from '../open-profile.ts'
import type { CurrentProfile, OpenProfile } from '../open-profile.ts'
import type { SamplesRepository } from '../store/samples-repository.ts'
import { createFigures } from './figures.ts'
import type { Figures } from './figures.ts'
import { backgroundIntervalMs, delayMs, lookedAtIntervalMs } from './pace.ts'

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
  /** Reads now. Failures: no-profile, every one of a service call. */
  readonly refresh: (appId: AppId) => Promise<Concurrency>
  /** A read of its own that joins no other; stored and pushed like all. Failures: every one of a service call. */
  readonly readNow: (request: CountRequest) => Promise<ConcurrencySample>
  /** The newest sample of that profile's application, if that profile is open. */
  readonly latest: (open: OpenProfile, appId: AppId) => ConcurrencySample | null
  /** What the page shows: its application is read every 5 s, the others every 15 s. */
  readonly look: (view: { readonly section: Section; readonly appId: AppId | null }) => void
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
  readonly clock: Clock
  readonly randomFraction: () => number
  readonly emit: Emit
  readonly log: Log
}

/** One application that is read on schedule. */
interface Watch {
  readonly appId: AppId
  startedAt: number | null
  isReading: boolean
  cancelTimer: () => void
}

/** The reads of one open profile; a switch ends it and begins another. */
interface Era {
  readonly open: OpenProfile
  readonly figures: Figures
  readonly watches: ReadonlyMap<AppId, Watch>
  readonly ending: AbortController
}

const nothingToCancel = (): void => undefined

/** Gives the monitor; it does nothing until `follow` is called. */
export function createMonitor({ current, samples, clock, randomFraction, emit, log }: MonitorDeps): Monitor {
  let era: Era | null = null
  let lookedAt: AppId | null = null
  let isPaused = false

  const intervalMs = (appId: AppId): number => (appId === lookedAt ? lookedAtIntervalMs : backgroundIntervalMs)

  const eraOf = (open: OpenProfile): Era | null => (era?.open.profile.id === open.profile.id ? era : null)

  const push = (of: Era, appId: AppId): void => {
    if (of !== era) return
    emit('concurrency.changed', { appId, concurrency: of.figures.view(appId, intervalMs(appId)) })
  }

  // A read that was broken off says nothing about the service, so it leaves the figures as they are.
  const isWorthShowing = (error: unknown): error is FailureError =>
    error instanceof FailureError && error.failure.kind !== 'cancelled'

  const readNow = async (request: CountRequest): Promise<ConcurrencySample> => {
    const { open, appId, signal } = request
    const of = eraOf(open)
    const read = of?.figures.begin() ?? 0
    try {
      const sample = await open.client.concurrentNumber(appId, signal === undefined ? {} : { signal })
      of?.figures.succeeded(read, sample)
      if (of !== null) push(of, appId)
      return sample
    } catch (error) {
      if (of !== null && isWorthShowing(error)) {
        of.figures.failed(read, appId, error.failure)
        push(of, appId)
      }
      throw error
    }
  }

  const plan = (of: Era, watch: Watch): void => {
    watch.cancelTimer()
    watch.cancelTimer = nothingToCancel
    if (isPaused || watch.isReading || of !== era) return
    const failures = of.figures.failures(watch.appId)
    const pace = { intervalMs: intervalMs(watch.appId), failures, fraction: randomFraction() }
    const intended = delayMs(pace)
    // A clock that was set back during a read must not put the next one off until it has caught up.
    const dueInMs = watch.startedAt === null ? 0 : Math.min(intended, watch.startedAt + intended - clock.now())
    watch.cancelTimer = clock.after(Math.max(0, dueInMs), () => void readOnSchedule(of, watch))
  }

  const readOnSchedule = async (of: Era, watch: Watch): Promise<void> => {
    watch.isReading = true
    watch.startedAt = clock.now()
    try {
      await readNow({ open: of.open, appId: watch.appId, signal: of.ending.signal })
    } catch (error) {
      if (!(error instanceof FailureError)) log.error(`reading the live calls of ${watch.appId}`, error)
    }
    watch.isReading = false
    plan(of, watch)
  }

  const stop = (): void => {
    const ended = era
    era = null
    if (ended === null) return
    ended.ending.abort()
    for (const watch of ended.watches.values()) watch.cancelTimer()
  }

  const planAll = (): void => {
    if (era === null) return
    for (const watch of era.watches.values()) plan(era, watch)
  }

  const follow = (): void => {
    const open = current()
    if (era !== null && open !== null && era.open.client === open.client && era.open.profile === open.profile) return
    stop()
    if (open === null) return
    const watches = open.profile.applications.map(({ appId }): [AppId, Watch] => [
      appId,
      { appId, startedAt: null, isReading: false, cancelTimer: nothingToCancel },
    ])
    era = {
      open,
      figures: createFigures({ profileId: open.profile.id, samples, clock }),
      watches: new Map(watches),
      ending: new AbortController(),
    }
    planAll()
  }

  const repace = (appId: AppId | null): void => {
    const watch = appId === null ? undefined : era?.watches.get(appId)
    if (era === null || watch === undefined) return
    plan(era, watch)
    push(era, watch.appId)
  }

  const figures = (appId: AppId): Concurrency => {
    const open = requireOpen(current)
    const known = eraOf(open)?.figures ?? createFigures({ profileId: open.profile.id, samples, clock })
    return known.view(appId, intervalMs(appId))
  }

  return {
    figures,
    refresh: async (appId) => {
      await readNow({ open: requireOpen(current), appId })
      return figures(appId)
    },
    readNow,
    latest: (open, appId) => eraOf(open)?.figures.latest(appId) ?? null,
    look: ({ section, appId }) => {
      const before = lookedAt
      lookedAt = section === 'sessions' ? appId : null
      if (lookedAt === before) return
      repace(before)
      repace(lookedAt)
    },
    follow,
    pause: () => {
      isPaused = true
      planAll()
    },
    wake: () => {
      isPaused = false
      for (const watch of era?.watches.values() ?? []) watch.startedAt = null
      planAll()
    },
    dispose: stop,
  }
}
