/** What charts are drawn from: the counts of an application over a time, as single readings or as spans of a width. */
import type { DatabaseSync, SQLInputValue, SQLOutputValue } from 'node:sqlite'
import type { ProfileApplication } from './samples-repository.ts'
import { storing } from './storage-failure.ts'

/** A time from `from` up to `to` (epoch ms, both inclusive). */
export interface TimeRange {
  readonly from: number
  readonly to: number
}

/** One reading, or all readings of one minute or quarter hour. Instants are epoch milliseconds. */
export interface Span {
  /** First reading. */
  readonly at: number
  readonly lastAt: number
  /** Until when the last reading is taken as true. */
  readonly holdsUntil: number
  readonly totalMin: number
  readonly totalMax: number
  readonly totalLast: number
  readonly yoursLast: number | null
}

/** The rows behind charts, oldest first. Every function throws a `storage` failure when the database refuses. */
export interface SpansRepository {
  /** Readings of the range, and the one before it if it still held when the range begins. */
  readonly readings: (of: ProfileApplication, range: TimeRange) => Span[]
  /** Spans of that width with a reading in the range, and the one before it if it still held. */
  readonly spans: (of: ProfileApplication, widthMs: number, range: TimeRange) => Span[]
}

// The columns are NOT NULL in the table but for the last, and a STRICT table keeps numbers as numbers.
type Cells = readonly SQLOutputValue[]

function spanOf([at, lastAt, holdsUntil, totalMin, totalMax, totalLast, yoursLast]: Cells): Span {
  return {
    at: Number(at),
    lastAt: Number(lastAt),
    holdsUntil: Number(holdsUntil),
    totalMin: Number(totalMin),
    totalMax: Number(totalMax),
    totalLast: Number(totalLast),
    yoursLast: yoursLast === null || yoursLast === undefined ? null : Number(yoursLast),
  }
}

function asking(database: DatabaseSync, sql: string): (...values: SQLInputValue[]) => Span[] {
  const statement = database.prepare(sql)
  // A month is thousands of rows: as arrays they come in half the time that objects take.
  statement.setReturnArrays(true)
  return (...values) => storing(() => (statement.all(...values) as unknown as readonly Cells[]).map(spanOf))
}

export function createSpansRepository(database: DatabaseSync): SpansRepository {
  const reading = `SELECT at, at, coalesce(holds_until, at), total, total, total, yours
    FROM concurrency_samples WHERE profile_id = ? AND app_id = ? AND`
  const readings = asking(database, `${reading} at >= ? AND at <= ? ORDER BY at, rowid`)
  const readingBefore = asking(database, `${reading} at < ? ORDER BY at DESC, rowid DESC LIMIT 1`)
  const span = `SELECT first_at, last_at, holds_until, total_min, total_max, total_last, yours_last
    FROM concurrency_spans WHERE profile_id = ? AND app_id = ? AND width_ms = ? AND`
  const spans = asking(database, `${span} starts_at >= ? AND starts_at <= ? ORDER BY starts_at`)
  const spanBefore = asking(database, `${span} starts_at < ? ORDER BY starts_at DESC LIMIT 1`)
  const heldAt = (before: readonly Span[], from: number): readonly Span[] =>
    before.filter(({ holdsUntil }) => holdsUntil >= from)

  return {
    readings: ({ profileId, appId }, { from, to }) => [
      ...heldAt(readingBefore(profileId, appId, from), from),
      ...readings(profileId, appId, from, to),
    ],
    spans: ({ profileId, appId }, widthMs, { from, to }) => {
      const first = Math.floor(from / widthMs) * widthMs
      const found = [
        ...heldAt(spanBefore(profileId, appId, widthMs, first), from),
        ...spans(profileId, appId, widthMs, first, to),
      ]
      return found.filter(({ lastAt, holdsUntil, at }) => at <= to && (lastAt >= from || holdsUntil >= from))
    },
  }
}
