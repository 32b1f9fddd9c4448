/**
 * Counts of live calls over time, per profile. A count is kept as a reading and, with all others of its minute and of its
 * quarter hour, as a span of each: nothing has to be folded later, and old rows are only taken away.
 */
import type { DatabaseSync } from 'node:sqlite'
import type { AppId, ProfileId } from '../../shared/ids.ts'
import { concurrencySample } from '../../shared/schemas/session.ts'
import type { ConcurrencySample, SeriesRange } from '../../shared/schemas/session.ts'
import { storing, inTransaction } from './storage-failure.ts'

/** Widths of the spans in milliseconds; they begin at whole minutes and quarter hours of UTC. */
export const spanWidthsMs = { minute: 60_000, quarterHour: 900_000 } as const

/** An application of a profile. */
export interface ProfileApplication {
  readonly profileId: ProfileId
  readonly appId: AppId
}

/** The rows of counts. Every function throws a `storage` failure when the database refuses. */
export interface SamplesRepository {
  /**
   * Keeps a count, which is taken as true for `holdsMs` from its time on: the reading and both spans, or nothing. The last
   * count of a span is that of the latest time, also when the clock was set back.
   */
  readonly addConcurrency: (profileId: ProfileId, sample: ConcurrencySample, holdsMs: number) => void
  /** The newest count that is not of the future: a clock that was ahead for a while has left such. */
  readonly newestConcurrency: (of: ProfileApplication, now: number) => ConcurrencySample | null
  /**
   * Takes away at most `most` of the oldest rows that are past their time: readings after 2 days, minutes after 14,
   * quarter hours after 90. Answers how many; fewer than `most` means that none is left.
   */
  readonly pruneConcurrency: (now: number, max: number) => number
}

const dayMs = 86_400_000
const retentionMs = { readings: 2 * dayMs, minutes: 14 * dayMs, quarterHours: 90 * dayMs }

const addSpanSql = `
  INSERT INTO concurrency_spans (profile_id, app_id, width_ms, starts_at, first_at, last_at, holds_until, readings,
    total_min, total_max, total_last, yours_min, yours_max, yours_last)
  VALUES (:profileId, :appId, :widthMs, :startsAt, :at, :at, :holdsUntil, 1,
    :total, :total, :total, :yours, :yours, :yours)
  ON CONFLICT DO UPDATE SET
    first_at = min(first_at, excluded.first_at),
    last_at = max(last_at, excluded.last_at),
    holds_until = iif(excluded.last_at >= last_at, excluded.holds_until, holds_until),
    readings = readings + 1,
    total_min = min(total_min, excluded.total_min),
    total_max = max(total_max, excluded.total_max),
    total_last = iif(excluded.last_at >= last_at, excluded.total_last, total_last),
    yours_min = coalesce(min(yours_min, excluded.yours_min), yours_min, excluded.yours_min),
    yours_max = coalesce(max(yours_max, excluded.yours_max), yours_max, excluded.yours_max),
    yours_last = iif(excluded.last_at >= last_at, excluded.yours_last, yours_last)`

type ConcurrencyRows = Pick<SamplesRepository, 'addConcurrency' | 'newestConcurrency'>

function concurrencyRows(database: DatabaseSync): ConcurrencyRows {
  const addReading = database.prepare(`
    INSERT INTO concurrency_samples (profile_id, app_id, at, corporate_id, total, yours, holds_until)
    VALUES (?, ?, ?, ?, ?, ?, ?)`)
  const addSpan = database.prepare(addSpanSql)
  const newest = database.prepare(`
    SELECT app_id AS appId, at, corporate_id AS corporateId, total, yours FROM concurrency_samples
    WHERE profile_id = ? AND app_id = ? AND at <= ? ORDER BY at DESC, rowid DESC LIMIT 1`)
  return {
    addConcurrency: (profileId, { appId, at, corporateId, total, yours }, holdsMs) => {
      const holdsUntil = at + holdsMs
      inTransaction(database, () => {
        addReading.run(profileId, appId, at, corporateId, total, yours, holdsUntil)
        for (const widthMs of Object.values(spanWidthsMs)) {
          const startsAt = Math.floor(at / widthMs) * widthMs
          addSpan.run({ profileId, appId, widthMs, startsAt, at, holdsUntil, total, yours })
        }
      })
    },
    newestConcurrency: ({ profileId, appId }, now) =>
      storing(() => {
        const row = newest.get(profileId, appId, now)
        return row === undefined ? null : concurrencySample.parse(row)
      }),
  }
}

function pruning(database: DatabaseSync): SamplesRepository['pruneConcurrency'] {
  const readings = database.prepare(`
    DELETE FROM concurrency_samples WHERE rowid IN
      (SELECT rowid FROM concurrency_samples WHERE at < ? ORDER BY at LIMIT ?)`)
  const spans = database.prepare(`
    DELETE FROM concurrency_spans WHERE (profile_id, app_id, width_ms, starts_at) IN
      (SELECT profile_id, app_id, width_ms, starts_at FROM concurrency_spans
       WHERE width_ms = ? AND starts_at < ? ORDER BY starts_at LIMIT ?)`)
  return (now, max) =>
    storing(() => {
      let pruned = Number(readings.run(now - retentionMs.readings, max).changes)
      const { minute, quarterHour } = spanWidthsMs
      for (const [widthMs, retainedMs] of [
        [minute, retentionMs.minutes],
        [quarterHour, retentionMs.quarterHours],
      ] as const) {
        if (pruned < max) pruned += Number(spans.run(widthMs, now - retainedMs, max - pruned).changes)
      }
      return pruned
    })
}

export function createSamplesRepository(database: DatabaseSync): SamplesRepository {
  return {
    ...concurrencyRows(database),
    pruneConcurrency: pruning(database),
  }
}

/** How far back each range of a chart reaches, in milliseconds. */
export const seriesRangesMs: Readonly<Record<SeriesRange, number>> = {
  hour: 3_600_000,
  day: dayMs,
  week: 7 * dayMs,
  month: 30 * dayMs,
}
