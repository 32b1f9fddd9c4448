/** Polls the live calls of each application of the open profile, most often what is focused. The only one that does. */
import type { AppId } from '../../../shared/ids.ts'
import type { ApplicationCount, Concurrency, ConcurrencySample } from '../../../shared/schemas/session.ts'
import { isSameOpen, requireOpen } from '../../context/open-profile.ts'
import type { OpenProfile } from '../../context/open-profile.ts'
import type { ProfileContext } from '../../context/profile-context.ts'
import type { HandlersOf } from '../../ipc/handlers.ts'
import { createPoller } from '../../lib/poller.ts'
import { createCountReader } from './count-reader.ts'
import type { CountReader, CountRequest, ReaderOwn } from './count-reader.ts'
import { createFigures } from './figures.ts'
import type { Figures } from './figures.ts'
import { createPollIntervals, delayMs } from './poll-interval.ts'
import { createSeriesReader, seriesCsv, seriesFileName } from './series.ts'

// With one of a list beside them, a profile has four reads in flight.
const maxParallel = 3
const spreadMs = 200

function appIdsOf(open: OpenProfile): readonly AppId[] {
  return open.profile.applications.map(({ appId }) => appId)
}

export type Monitor = ReturnType<typeof createMonitor>

/** Nothing is read on schedule before `follow`. */
export function createMonitor(context: ProfileContext, { observed }: Pick<ReaderOwn, 'observed'>) {
  const { current, random } = context
  const intervals = createPollIntervals()
  // The reads of the open profile; a switch ends them and begins others.
  let reader: CountReader | null = null

  const readerOf = (open: OpenProfile): CountReader | null =>
    reader?.open.profile.id === open.profile.id ? reader : null

  const readCount = ({ open, appId, ...options }: CountRequest): Promise<ConcurrencySample> =>
    readerOf(open)?.readCount({ open, appId, ...options }) ?? open.client.concurrentNumber(appId, options)

  const poller = createPoller<AppId>(context, {
    name: 'reading the live calls',
    poll: async (appId, signal) => {
      if (reader === null) return
      const { open, readListIfDue } = reader
      const number = await reader.readCount({ open, appId, signal })
      // Not waited for: a list that hangs must not hold up the numbers.
      if (intervals.isFocused(appId)) readListIfDue(number, signal)
    },
    delayMs: (appId) => {
      const { failures = 0, heldMs = null } = reader?.figures.pace(appId) ?? {}
      return delayMs(intervals.of(appId), { failures, heldMs, random })
    },
    holdMs: (appId) => reader?.figures.heldOffMs(appId) ?? 0,
    isUrgent: intervals.isFocused,
    maxParallel,
    onRetryPlanned: (appId, at) => {
      if (reader?.figures.retryPlanned(appId, at) === true) reader.push(appId)
    },
  })

  const stop = (): void => {
    if (reader !== null) appIdsOf(reader.open).forEach(poller.remove)
    reader = null
  }

  /** Does what changes intervals; the page is notified when another one is promised now. */
  const repacing =
    <Input>(change: (input: Input) => void) =>
    (input: Input): void => {
      const before = intervals.backgroundMs()
      change(input)
      poller.replan()
      if (reader === null || intervals.backgroundMs() === before) return
      appIdsOf(reader.open).forEach(reader.push)
    }

  const figuresOf = (open: OpenProfile): Figures => readerOf(open)?.figures ?? createFigures(context, open.profile.id)
  const view = (appId: AppId): Concurrency => figuresOf(requireOpen(current)).view(appId, intervals.backgroundMs())

  return {
    /** Last known figures of an application of the open profile; reads nothing. Failures: no-profile. */
    figures: view,
    /** The last count of each application in the profile's order; reads nothing. Failures: no-profile. */
    overview: (): ApplicationCount[] => {
      const open = requireOpen(current)
      const figures = figuresOf(open)
      return appIdsOf(open).map((appId) => figures.count(appId, intervals.backgroundMs()))
    },
    /** Reads the number and the list now. Failures: no-profile, and those of the number; the list's stands in the figures. */
    refresh: async (appId: AppId): Promise<Concurrency> => {
      const open = requireOpen(current)
      const number = await readCount({ open, appId })
      await readerOf(open)?.readList(number)
      return view(appId)
    },
    /** A read of its own that joins no other; stored and pushed like all. Failures: every one of a service call. */
    readCount,
    /** The newest sample of that profile's application, if that profile is open. */
    latest: (open: OpenProfile, appId: AppId): ConcurrencySample | null =>
      readerOf(open)?.figures.latest(appId) ?? null,
    setView: repacing(intervals.setView),
    forgetWindow: repacing(intervals.forgetWindow),
    setOnBattery: repacing(intervals.setOnBattery),
    /** The open profile, its client or its applications changed: the old reads end, the new ones start at once. */
    follow: (): void => {
      const open = current()
      if (isSameOpen(reader?.open, open)) return
      stop()
      if (open === null) return
      const isCurrent = (): boolean => reader === begun
      const begun = createCountReader(context, open, { intervals, isCurrent, observed })
      reader = begun
      for (const [index, appId] of appIdsOf(open).entries())
        poller.add(appId, Math.floor(index / maxParallel) * spreadMs)
      // Now that all are there, what is focused goes first.
      poller.replan()
    },
    /** The service answered something: counts that got no answer are read at their usual pace again. */
    answered: (): void => {
      if (reader?.figures.answered() === true) poller.replan()
    },
    /** No automatic reads until `wake`, for sleep and a lost network. */
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
    'session.overview': () => monitor.overview(),
    'session.refresh': ({ appId }) => monitor.refresh(appId),
    'session.series': ({ appId, range }) => series.read(appId, range),
    'session.exportSeries': async ({ appId, range }) => {
      const wanted = series.read(appId, range)
      return { fileName: await context.saveFile(seriesFileName(wanted), seriesCsv(wanted)) }
    },
  }
}
