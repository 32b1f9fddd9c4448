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
import { readCount } from './count-reader.ts'
import type { CountTarget, Observation, ReadCount } from './count-reader.ts'
import { createFigures } from './figures.ts'
import type { Figures } from './figures.ts'
import { createListReads } from './list-reads.ts'
import type { ListReads } from './list-reads.ts'
import { createPollIntervals, delayMs, holdsMsFor } from './poll-interval.ts'
import type { PollIntervals, VisibleView } from './poll-interval.ts'
import type { HandlersOf } from '../../ipc/handlers.ts'
import { createSeriesReader, seriesCsv, seriesFileName } from './series.ts'

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

interface MonitorOwn {
  /** After every read of a number, the operator's included. */
  readonly observed: (seen: Observation) => void
}

// With one of a list beside them, a profile has four reads in flight.
const maxParallel = 3
const spreadMs = 200

function appIdsOf(open: OpenProfile | undefined): readonly AppId[] {
  return open?.profile.applications.map(({ appId }) => appId) ?? []
}

interface EraParts {
  readonly intervals: PollIntervals
  readonly read: ReadCount
  readonly push: (figures: Figures, appId: AppId) => void
  readonly observe: (figures: Figures, seen: Observation) => void
}

function createEra(context: ProfileContext, open: OpenProfile, parts: EraParts): Era {
  const { clock } = context
  const figures = createFigures(context, open.profile.id)
  const target: CountTarget = {
    figures,
    holdsMs: (appId) => holdsMsFor(parts.intervals.of(appId)),
    observed: (seen) => {
      parts.observe(figures, seen)
    },
    changed: (appId) => {
      parts.push(figures, appId)
    },
    clock,
  }
  return { open, target, figures, lists: createListReads(context, { open, target, readCount: parts.read }) }
}

/** Nothing is read on schedule before `follow`. */
export function createMonitor(context: ProfileContext, own: MonitorOwn): Monitor {
  const { current, random, emit, log } = context
  const intervals = createPollIntervals()
  let era: Era | null = null

  const eraOf = (open: OpenProfile): Era | null => (era?.open.profile.id === open.profile.id ? era : null)

  const push = (figures: Figures, appId: AppId): void => {
    if (figures !== era?.figures) return
    emit('concurrency.changed', { appId, concurrency: figures.view(appId, intervals.backgroundMs()) })
  }

  const observe = (figures: Figures, seen: Observation): void => {
    push(figures, seen.appId)
    if (figures !== era?.figures) return
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
      if (intervals.isFocused(appId)) lists.readIfDue(number, signal)
    },
    delayMs: (appId) => {
      const { failures = 0, heldMs = null } = era?.figures.pace(appId) ?? {}
      return delayMs(intervals.of(appId), { failures, heldMs, random })
    },
    holdMs: (appId) => era?.figures.heldOffMs(appId) ?? 0,
    isUrgent: intervals.isFocused,
    maxParallel,
  })

  const stop = (): void => {
    for (const appId of appIdsOf(era?.open)) poller.remove(appId)
    era = null
  }

  /** Does what changes intervals; the page is notified when another one is promised now. */
  const repacing =
    <Input>(change: (input: Input) => void) =>
    (input: Input): void => {
      const before = intervals.backgroundMs()
      change(input)
      poller.replan()
      if (era === null || intervals.backgroundMs() === before) return
      for (const appId of appIdsOf(era.open)) push(era.figures, appId)
    }

  const figuresOf = (open: OpenProfile): Figures => eraOf(open)?.figures ?? createFigures(context, open.profile.id)
  const view = (appId: AppId): Concurrency => figuresOf(requireOpen(current)).view(appId, intervals.backgroundMs())

  return {
    figures: view,
    overview: () => {
      const open = requireOpen(current)
      const figures = figuresOf(open)
      return appIdsOf(open).map((appId) => figures.count(appId, intervals.backgroundMs()))
    },
    refresh: async (appId) => {
      const open = requireOpen(current)
      const number = await read({ open, appId })
      await eraOf(open)?.lists.readNow(number)
      return view(appId)
    },
    readCount: read,
    latest: (open, appId) => eraOf(open)?.figures.latest(appId) ?? null,
    setView: repacing(intervals.setView),
    forgetWindow: repacing(intervals.forgetWindow),
    setOnBattery: repacing(intervals.setOnBattery),
    follow: () => {
      const open = current()
      if (era !== null && open !== null && era.open.client === open.client && era.open.profile === open.profile) return
      stop()
      if (open === null) return
      era = createEra(context, open, { intervals, read, push, observe })
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

/** The handlers of figures and charts. Failures: those of `Monitor` and `SeriesReader`, and of saving a file. */
export function createMonitorHandlers(
  context: ProfileContext,
  monitor: Pick<Monitor, 'figures' | 'overview' | 'refresh'>,
): HandlersOf<'session.figures' | 'session.overview' | 'session.refresh' | 'session.series' | 'session.exportSeries'> {
  const series = createSeriesReader(context)
  return {
    'session.figures': ({ appId }) => monitor.figures(appId),
    'session.overview': () => [...monitor.overview()],
    'session.refresh': ({ appId }) => monitor.refresh(appId),
    'session.series': ({ appId, range }) => series.read(appId, range),
    'session.exportSeries': async ({ appId, range }) => {
      const wanted = series.read(appId, range)
      return { fileName: await context.saveFile(seriesFileName(wanted), seriesCsv(wanted)) }
    },
  }
}
