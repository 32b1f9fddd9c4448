/**
 * Reads how many calls are live in each application of the open profile: often what is focused, less often the rest,
 * with backoff while reads fail. The only timer that does so. Source: `service-api.md §Concurrency`.
 */
import type { AppId } from '../../../shared/ids.ts'
import type { ApplicationCount, Concurrency, ConcurrencySample } from '../../../shared/schemas/session.ts'
import { requireOpen } from '../../context/open-profile.ts'
import type { OpenProfile } from '../../context/open-profile.ts'
import type { ProfileContext } from '../../context/profile-context.ts'
import { createPoller } from '../../lib/poller.ts'
import type { Exchanges } from '../../service/exchanges.ts'
import { readCount, requestedDelayMs } from './count-reader.ts'
import type { CountTarget, Observation, ReadCount } from './count-reader.ts'
import { createFigures } from './figures.ts'
import type { Figures } from './figures.ts'
import { createListReads } from './list-reads.ts'
import type { ListReads } from './list-reads.ts'
import { createWindowFocus } from './window-focus.ts'
import type { VisibleView } from './window-focus.ts'
import { delayMs, holdsMsFor, intervalMsFor } from './poll-interval.ts'

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
  readonly readCount: ReadCount
  /** The newest sample of that profile's application, if that profile is open. */
  readonly latest: (open: OpenProfile, appId: AppId) => ConcurrencySample | null
  /** What a window shows: see `poll-interval.ts` for what follows from it. */
  readonly setView: (view: VisibleView) => void
  readonly forgetWindow: (windowId: number) => void
  readonly setOnBattery: (isOnBattery: boolean) => void
  /** The open profile, its client or its applications changed: the old reads end, the new ones start at once. */
  readonly follow: () => void
  /** No automatic reads until `wake`, for sleep and a lost network. */
  readonly pause: () => void
  readonly wake: () => void
  readonly dispose: () => void
}

/** The reads of one open profile; a switch ends it and begins another. */
interface Era {
  readonly open: OpenProfile
  readonly target: CountTarget
  readonly figures: Figures
  readonly lists: ListReads
}

// With one of a list beside them, a profile has four reads in flight.
const maxParallel = 3
const spreadMs = 200
function appIdsOf({ profile }: OpenProfile): readonly AppId[] {
  return profile.applications.map(({ appId }) => appId)
}

/** Nothing is read on schedule before `follow`. */
export function createMonitor(
  context: ProfileContext,
  own: {
    /** The recorded responses: a busy service says there how long to wait. */
    readonly exchanges: Pick<Exchanges, 'read'>
    /** After every read of a number, the operator's included. */
    readonly observed: (seen: Observation) => void
  },
): Monitor {
  const { current, clock, random, emit, log } = context
  const windowFocus = createWindowFocus()
  let era: Era | null = null
  let isOnBattery = false

  const intervalMs = (appId: AppId): number =>
    intervalMsFor({ isFocused: windowFocus.isFocused(appId), isVisible: windowFocus.isVisible(), isOnBattery })

  const promisedMs = (): number => intervalMsFor({ isFocused: false, isVisible: windowFocus.isVisible(), isOnBattery })

  const eraOf = (open: OpenProfile): Era | null => (era?.open.profile.id === open.profile.id ? era : null)

  const push = (of: Era, appId: AppId): void => {
    if (of === era) emit('concurrency.changed', { appId, concurrency: of.figures.view(appId, promisedMs()) })
  }

  const observe = (of: Era, seen: Observation): void => {
    push(of, seen.appId)
    if (of !== era) return
    try {
      own.observed(seen)
    } catch (error) {
      // A listener must not stop the reads, nor the closing that waits for one.
      log.error(`what follows from the live calls of ${seen.appId}`, error)
    }
  }

  const read: ReadCount = (request) => readCount(request, eraOf(request.open)?.target ?? null)

  const poller = createPoller<AppId>(context, {
    name: 'reading the live calls',
    poll: async (appId, signal) => {
      if (era === null) return
      const { open, lists } = era
      const number = await read({ open, appId, signal })
      // Not waited for: a list that hangs must not hold up the numbers.
      if (windowFocus.isFocused(appId)) lists.readIfDue(number, signal)
    },
    delayMs: (appId) => {
      const { failures = 0, heldMs = null } = era?.figures.pace(appId) ?? {}
      return delayMs(intervalMs(appId), { failures, heldMs, random })
    },
    holdMs: (appId) => era?.figures.heldOffMs(appId) ?? 0,
    isUrgent: windowFocus.isFocused,
    maxParallel,
  })

  const begin = (open: OpenProfile): Era => {
    const figures = createFigures(context, open.profile.id)
    const target: CountTarget = {
      figures,
      holdsMs: (appId) => holdsMsFor(intervalMs(appId)),
      retryAfterMs: (failure) => requestedDelayMs(failure, own.exchanges, clock.now()),
      observed: (seen) => {
        observe(begun, seen)
      },
      changed: (appId) => {
        push(begun, appId)
      },
      clock,
    }
    const lists = createListReads(context, { open, target, readCount: read })
    const begun: Era = { open, target, figures, lists }
    return begun
  }

  const stop = (): void => {
    for (const appId of era === null ? [] : appIdsOf(era.open)) poller.remove(appId)
    era = null
  }

  /** Does what changes the pace; the page is notified when another one is promised now. */
  const repace = (change: () => void): void => {
    const appIds = era === null ? [] : appIdsOf(era.open)
    const before = appIds.map(intervalMs)
    const promisedBefore = promisedMs()
    change()
    if (era === null) return
    if (appIds.some((appId, index) => intervalMs(appId) !== before[index])) poller.replan()
    if (promisedMs() !== promisedBefore) for (const appId of appIds) push(era, appId)
  }

  const figuresOf = (open: OpenProfile): Figures => eraOf(open)?.figures ?? createFigures(context, open.profile.id)

  const figures = (appId: AppId): Concurrency => figuresOf(requireOpen(current)).view(appId, promisedMs())

  return {
    figures,
    overview: () => {
      const open = requireOpen(current)
      const of = figuresOf(open)
      return appIdsOf(open).map((appId) => of.count(appId, promisedMs()))
    },
    refresh: async (appId) => {
      const open = requireOpen(current)
      const number = await read({ open, appId })
      await eraOf(open)?.lists.readNow(number)
      return figures(appId)
    },
    readCount: read,
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
      if (open === null) return
      era = begin(open)
      for (const [index, appId] of appIdsOf(open).entries()) {
        poller.add(appId, Math.floor(index / maxParallel) * spreadMs)
      }
      // Now that all are there, what is focused goes first.
      poller.replan()
    },
    pause: poller.suspend,
    wake: poller.resume,
    dispose: stop,
  }
}
