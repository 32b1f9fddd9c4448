/**
 * The live calls of each application of one profile: polled while the profile is active, most often for the application
 * in focus.
 */
import type { AppId, ProfileId } from '../../../shared/ids.ts'
import type { Language } from '../../../shared/model/language.ts'
import type { ApplicationCount, Concurrency, ConcurrencySample } from '../../../shared/schemas/session.ts'
import type { Profile } from '../../../shared/schemas/profile.ts'
import type { ActiveProfile } from '../../context/active-profile.ts'
import { labelOf, requireOpen } from '../../context/open-profile.ts'
import type { OpenProfile } from '../../context/open-profile.ts'
import type { ProfileContext } from '../../context/profile-context.ts'
import { safeName } from '../../files/file-name.ts'
import type { HandlersOf } from '../../ipc/handlers.ts'
import { dayStamp } from '../../lib/files.ts'
import { createPoller } from '../../lib/poller.ts'
import type { Poller } from '../../lib/poller.ts'
import { createCountReader } from './count-reader.ts'
import type { CountRequest, Observe } from './count-reader.ts'
import { createFigures } from './figures.ts'
import { createPollIntervals, delayMs } from './poll-interval.ts'
import type { VisibleView } from './poll-interval.ts'
import { peaksReport } from './peaks-report.ts'
import { peaksOf } from './peaks.ts'
import { createSeriesReader, keptQuarterHours, seriesCsv, seriesFileName } from './series.ts'

// With one list read beside them, a profile has four reads in flight.
const maxParallel = 3
const spreadMs = 200

function appIdsOf({ profile }: Pick<OpenProfile, 'profile'>): readonly AppId[] {
  return profile.applications.map(({ appId }) => appId)
}

export interface Monitor {
  /** Polls until the signal of the profile is aborted. */
  readonly begin: (active: ActiveProfile) => void
  /** The last known figures of an application of the open profile; reads nothing. Failures: no-profile. */
  readonly figures: (appId: AppId) => Concurrency
  /** The last count of each application in the profile's order; reads nothing. Failures: no-profile. */
  readonly overview: () => ApplicationCount[]
  /**
   * Reads number and list now. Failures: no-profile, and the failures of the number; the list's failure is in the
   * figures.
   */
  readonly refresh: (appId: AppId) => Promise<Concurrency>
  /**
   * A separate read that joins no other read; stored and pushed like all reads. Failures: every failure of a service
   * call.
   */
  readonly readCount: (request: CountRequest) => Promise<ConcurrencySample>
  /** The newest sample of an application. */
  readonly latest: (open: OpenProfile, appId: AppId) => ConcurrencySample | null
  readonly setView: (view: VisibleView) => void
  readonly forgetWindow: (windowId: number) => void
  readonly setOnBattery: (isOnBattery: boolean) => void
}

/** Before `begin`, reads nothing without a request. */
export function createMonitor(context: ProfileContext, observe: Observe): Monitor {
  const { current, random } = context
  const intervals = createPollIntervals()
  const make = (id: ProfileId) => {
    const figures = createFigures(context, id)
    return { figures, ...createCountReader(context, figures, { intervals, observe }) }
  }
  // Reset when the profile was saved: delays that its service requested before say nothing about the service now.
  let counts: ReturnType<typeof make> | null = null
  const countsOf = ({ profile }: Pick<OpenProfile, 'profile'>) => (counts ??= make(profile.id))
  let startedProfile: Profile | null = null
  // The current polling; null while the profile is not active.
  let polled: { readonly active: ActiveProfile; readonly poller: Poller<AppId> } | null = null

  const view = (appId: AppId): Concurrency =>
    countsOf(requireOpen(current)).figures.view(appId, intervals.backgroundMs())

  /** Runs a change of the intervals; notifies the page when the announced interval has changed. */
  const repacing =
    <Input>(change: (input: Input) => void) =>
    (input: Input): void => {
      const before = intervals.backgroundMs()
      change(input)
      if (polled === null) return
      polled.poller.replan()
      if (intervals.backgroundMs() !== before) appIdsOf(polled.active).forEach(countsOf(polled.active).push)
    }

  return {
    begin: (active) => {
      if (startedProfile !== active.profile) counts = null
      startedProfile = active.profile
      const { figures, ...reader } = countsOf(active)
      if (!active.may.poll) return
      const poller = createPoller<AppId>(active.signal, context, {
        name: 'reading the live calls',
        poll: async (appId, signal) => {
          const number = await reader.readCount({ open: active, appId, signal })
          // Not awaited: a hanging list must not delay the numbers.
          if (intervals.isFocused(appId)) reader.readListIfDue(active, number, signal)
        },
        delayMs: (appId, failures) =>
          delayMs(intervals.of(appId), { failures, holdsMs: figures.holdsMs(appId), random }),
        minWaitMs: (appId) => figures.requestedDelayMs(appId),
        isUrgent: intervals.isFocused,
        maxParallel,
        onRetryPlanned: (appId, at) => {
          if (figures.retryPlanned(appId, at)) reader.push(appId)
        },
      })
      polled = { active, poller }
      active.signal.addEventListener('abort', () => {
        if (polled?.active === active) polled = null
      })
      for (const [index, appId] of appIdsOf(active).entries()) {
        poller.add(appId, Math.floor(index / maxParallel) * spreadMs)
      }
      // Now that all applications are added, those in focus go first.
      poller.replan()
    },
    figures: view,
    overview: () => {
      const open = requireOpen(current)
      const { figures } = countsOf(open)
      return appIdsOf(open).map((appId) => figures.count(appId, intervals.backgroundMs()))
    },
    refresh: async (appId) => {
      const open = requireOpen(current)
      const { readCount, readList } = countsOf(open)
      await readList(open, await readCount({ open, appId }))
      return view(appId)
    },
    readCount: (request) => countsOf(request.open).readCount(request),
    latest: (open, appId) => countsOf(open).figures.latest(appId),
    setView: repacing(intervals.setView),
    forgetWindow: repacing(intervals.forgetWindow),
    setOnBattery: repacing(intervals.setOnBattery),
  }
}

/** Failures: no-profile, storage, and the failures of saving a file. */
export function createPeaksHandlers(
  context: ProfileContext,
  language: () => Language,
): HandlersOf<'session.exportPeaks'> {
  const { current, clock, repositories, saveFile } = context
  return {
    'session.exportPeaks': async ({ appId }) => {
      const { profile } = requireOpen(current)
      const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
      const report = peaksReport(peaksOf(keptQuarterHours(context, appId), clock.now(), timeZone), {
        profileName: profile.name,
        appLabel: labelOf(profile, appId),
        appId,
        capacity: repositories.alerts.settings(profile.id).capacities[appId] ?? null,
        timeZone,
        language: language(),
      })
      return { fileName: await saveFile(`${['peaks', safeName(appId), dayStamp(clock.now())].join('-')}.html`, report) }
    },
  }
}

/** The handlers of figures and charts. Failures: those of `Monitor`, of reading a series, and of saving a file. */
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
      const exported = series.read(appId, range)
      return { fileName: await context.saveFile(seriesFileName(exported), seriesCsv(exported)) }
    },
  }
}
