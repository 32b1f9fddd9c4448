/** The highest counts of live calls per hour and per week of a time zone, from the stored quarter hours. */
import { spanWidthsMs } from '../../store/samples-repository.ts'
import type { Span } from '../../store/samples-repository.ts'

const { quarterHour } = spanWidthsMs
const dayMs = 86_400_000
// A shorter time is the usual distance between two readings.
const minUnreadMs = 60_000

export interface HourPeak {
  /** null: nothing was read in this hour. */
  readonly total: number | null
  /** A part of the hour was not read. */
  readonly isPartial: boolean
}

export interface DayPeaks {
  /** For example `2026-11-29`. */
  readonly day: string
  /**
   * 24 places; null where the day has no such hour, for example when clocks go forward, or where the hour is outside of
   * the readings.
   */
  readonly hours: readonly (HourPeak | null)[]
}

export interface WeekPeak {
  /** The Monday, for example `2026-11-23`. */
  readonly monday: string
  readonly total: number
  /** When the first quarter hour with the peak began (epoch ms). */
  readonly at: number
  /** Each total is weighted by the time for which it was true. */
  readonly mean: number
  readonly unreadMs: number
}

/** Weeks and days are newest first. */
export interface Peaks {
  readonly from: number
  readonly to: number
  readonly weeks: readonly WeekPeak[]
  readonly days: readonly DayPeaks[]
}

/** The accumulated values of an hour or a week. */
interface Bucket {
  total: number | null
  at: number
  knownMs: number
  totalMs: number
  /** The part of the time that is within the readings. */
  lastsMs: number
}

const emptyBucket = (): Bucket => ({ total: null, at: 0, knownMs: 0, totalMs: 0, lastsMs: 0 })

function addToBucket(
  bucket: Bucket,
  at: number,
  { span, lastsMs }: { readonly span: Span | undefined; lastsMs: number },
): void {
  bucket.lastsMs += lastsMs
  if (span === undefined) return
  bucket.knownMs += span.knownMs
  bucket.totalMs += span.totalMs
  if (bucket.total !== null && bucket.total >= span.totalMax) return
  bucket.total = span.totalMax
  bucket.at = at
}

const unreadMsOf = ({ lastsMs, knownMs }: Bucket): number => Math.max(0, lastsMs - knownMs)

const hourPeakOf = (bucket: Bucket): HourPeak => ({
  total: bucket.total,
  isPartial: bucket.total !== null && unreadMsOf(bucket) > minUnreadMs,
})

function weekPeaksOf(weeks: ReadonlyMap<string, Bucket>): WeekPeak[] {
  return [...weeks].flatMap(([monday, bucket]) => {
    const { total, at, totalMs, knownMs } = bucket
    if (total === null) return []
    // A reading of this very moment has no duration yet.
    return [{ monday, total, at, mean: knownMs === 0 ? total : totalMs / knownMs, unreadMs: unreadMsOf(bucket) }]
  })
}

/** Day and hour of an instant on the clocks of a time zone. */
function clockOf(timeZone: string): (at: number) => { readonly day: string; readonly hour: number } {
  const date = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit' } as const
  const format = new Intl.DateTimeFormat('en-US', { timeZone, hourCycle: 'h23', ...date })
  return (at) => {
    const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]))
    const { year = '', month = '', day = '', hour = '' } = parts
    return { day: `${year}-${month}-${day}`, hour: Number(hour) }
  }
}

function mondayOf(day: string): string {
  const at = Date.parse(day)
  const sinceMonday = (new Date(at).getUTCDay() + 6) % 7
  return new Date(at - sinceMonday * dayMs).toISOString().slice(0, 10)
}

/**
 * `spans`: quarter hours, oldest first, each including the time for which its last reading stays true. null without
 * spans.
 */
export function peaksOf(spans: readonly Span[], to: number, timeZone: string): Peaks | null {
  const [first] = spans
  if (first === undefined) return null
  const quarterOf = (at: number): number => Math.floor(at / quarterHour) * quarterHour
  const spanAt = new Map(spans.map((span) => [quarterOf(span.at), span]))
  const clock = clockOf(timeZone)
  const days = new Map<string, Map<number, Bucket>>()
  const weeks = new Map<string, Bucket>()
  for (let at = quarterOf(first.at); at < to; at += quarterHour) {
    const { day, hour } = clock(at)
    const part = { span: spanAt.get(at), lastsMs: Math.min(at + quarterHour, to) - Math.max(at, first.at) }
    const hours = days.getOrInsertComputed(day, () => new Map())
    addToBucket(hours.getOrInsertComputed(hour, emptyBucket), at, part)
    addToBucket(weeks.getOrInsertComputed(mondayOf(day), emptyBucket), at, part)
  }
  return {
    from: first.at,
    to,
    weeks: weekPeaksOf(weeks).toReversed(),
    days: [...days]
      .map(([day, hours]) => ({
        day,
        hours: Array.from({ length: 24 }, (_, hour) => {
          const bucket = hours.get(hour)
          return bucket === undefined ? null : hourPeakOf(bucket)
        }),
      }))
      .toReversed(),
  }
}
