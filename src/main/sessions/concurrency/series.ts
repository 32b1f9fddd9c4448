import type { AppId } from '../../../shared/ids.ts'
import type { Series, SeriesRange } from '../../../shared/schemas/session.ts'
import { safeName } from '../../files/file-name.ts'
import { csvTable, instantCell } from '../../lib/csv.ts'
import { dayStamp } from '../../lib/files.ts'
import { requireOpen } from '../../context/open-profile.ts'
import type { ProfileContext } from '../../context/profile-context.ts'
import { seriesRangesMs, spanWidthsMs } from '../../store/samples-repository.ts'
import type { Span, TimeRange } from '../../store/samples-repository.ts'
import { createChartAnnotations } from '../../store/chart-annotations.ts'

const { minute, quarterHour } = spanWidthsMs

/**
 * The width of the spans that a range is read from, and the length of each of its places; null means single readings.
 */
const steps: Readonly<Record<SeriesRange, { readonly widthMs: number; readonly stepMs: number } | null>> = {
  hour: null,
  day: { widthMs: minute, stepMs: minute },
  week: { widthMs: quarterHour, stepMs: quarterHour },
  month: { widthMs: quarterHour, stepMs: 2 * quarterHour },
}

/** How long the last reading of a span is true in a time that ends before the next reading. */
function holdsMsIn({ lastAt, holdsUntil }: Span, { from, to }: TimeRange): number {
  return Math.max(0, Math.min(holdsUntil, to) - Math.max(lastAt, from))
}

/** Adds the time for which a span's last reading is true to the span's sums. */
function withHold(span: Span, time: TimeRange): Span {
  const ms = holdsMsIn(span, time)
  return { ...span, knownMs: span.knownMs + ms, totalMs: span.totalMs + span.totalLast * ms }
}

/** Extends each span, oldest first, by the time for which its last reading is true until the next span begins. */
function withHolds(spans: readonly Span[], { from, to }: TimeRange): Span[] {
  return spans.map((span, index) => withHold(span, { from, to: Math.min(to, spans[index + 1]?.at ?? to) }))
}

/** Joins two spans of one step; `later` has the later readings. */
function joined(earlier: Span, later: Span): Span {
  const { knownMs, totalMs } = withHold(earlier, { from: earlier.lastAt, to: later.at })
  return {
    ...later,
    at: earlier.at,
    totalMin: Math.min(earlier.totalMin, later.totalMin),
    totalMax: Math.max(earlier.totalMax, later.totalMax),
    knownMs: knownMs + later.knownMs,
    totalMs: totalMs + later.totalMs,
  }
}

/** Joins the spans of each step. Unknown time inside a step does not count in the mean, and isn't drawn. */
function inSteps(spans: readonly Span[], stepMs: number): Span[] {
  const steps: Span[] = []
  for (const span of spans) {
    const last = steps.at(-1)
    if (last === undefined || Math.floor(last.at / stepMs) !== Math.floor(span.at / stepMs)) steps.push(span)
    else steps[steps.length - 1] = joined(last, span)
  }
  return steps
}

type SeriesContext = Pick<ProfileContext, 'current' | 'clock' | 'database'> & {
  readonly repositories: Pick<ProfileContext['repositories'], 'spans'>
}

/** All stored quarter hours of an application, each extended by the time for which its last reading is true. */
export function keptQuarterHours(
  { repositories, current, clock }: Omit<SeriesContext, 'database'>,
  appId: AppId,
): readonly Span[] {
  const time = { from: 0, to: clock.now() }
  const application = { profileId: requireOpen(current).profile.id, appId }
  return withHolds(repositories.spans.spans(application, quarterHour, time), time)
}

export function createSeriesReader({ database, repositories, current, clock }: SeriesContext) {
  const annotations = createChartAnnotations(database)
  return {
    /** Returns at most some 1,500 places. Failures: no-profile, storage. */
    read: (appId: AppId, range: SeriesRange): Series => {
      const application = { profileId: requireOpen(current).profile.id, appId }
      const step = steps[range]
      const to = clock.now()
      const begins = to - seriesRangesMs[range]
      // A step is shown whole, so the range begins with the first step.
      const from = step === null ? begins : Math.floor(begins / step.stepMs) * step.stepMs
      const time = { from, to }
      const read =
        step === null
          ? repositories.spans.readings(application, time)
          : inSteps(repositories.spans.spans(application, step.widthMs, time), step.stepMs)
      const spans = withHolds(read, time)
      return {
        appId,
        range,
        ...time,
        stepMs: step?.stepMs ?? null,
        at: spans.map(({ at }) => at),
        lastAt: spans.map(({ lastAt }) => lastAt),
        holdsUntil: spans.map(({ holdsUntil }) => holdsUntil),
        totalMin: spans.map(({ totalMin }) => totalMin),
        totalMax: spans.map(({ totalMax }) => totalMax),
        totalLast: spans.map(({ totalLast }) => totalLast),
        yoursLast: spans.map(({ yoursLast }) => yoursLast),
        knownMs: spans.map(({ knownMs }) => knownMs),
        totalMs: spans.map(({ totalMs }) => totalMs),
        annotations: annotations.ofApplication(application, time),
        closes: annotations.closes(application, time),
      }
    },
  }
}

/** A line for each reading or step; the count is unknown between a line's `holdsUntil` and the next line. */
export function seriesCsv({ at, lastAt, holdsUntil, totalLast, totalMin, totalMax, yoursLast }: Series): string {
  const table = csvTable<number>({
    firstReadAt: (index) => instantCell(at[index] ?? null),
    lastReadAt: (index) => instantCell(lastAt[index] ?? null),
    holdsUntil: (index) => instantCell(holdsUntil[index] ?? null),
    total: (index) => totalLast[index] ?? null,
    totalLowest: (index) => totalMin[index] ?? null,
    totalHighest: (index) => totalMax[index] ?? null,
    yours: (index) => yoursLast[index] ?? null,
  })
  return table.head() + table.lines([...at.keys()])
}

/** Contains application, range and day (UTC). */
export function seriesFileName({ appId, range, to }: Series): string {
  return `${['calls', safeName(appId), range, dayStamp(to)].filter((part) => part !== '').join('-')}.csv`
}
