/**
 * Stores each count as a reading and in two spans: nothing is aggregated later, and old rows are only removed. Counts
 * wait in memory for a transaction that stores many of them.
 */
import type { DatabaseSync } from 'node:sqlite'
import { FailureError } from '../../shared/failure.ts'
import type { AppId, ProfileId } from '../../shared/ids.ts'
import type { AccountSample } from '../../shared/schemas/account.ts'
import { concurrencySample } from '../../shared/schemas/session.ts'
import type { ConcurrencySample, SeriesRange } from '../../shared/schemas/session.ts'
import { columnsAs, statementsIn, trusted } from './statements.ts'
import type { Cells } from './statements.ts'
import { inTransaction } from './storage-failure.ts'

/** Widths of the spans in milliseconds; spans begin at whole minutes and quarter hours of UTC. */
export const spanWidthsMs = { minute: 60_000, quarterHour: 900_000 } as const

export interface ProfileApplication {
  readonly profileId: ProfileId
  readonly appId: AppId
}

const dayMs = 86_400_000
const retentionMs = { readings: 2 * dayMs, minutes: 14 * dayMs, quarterHours: 90 * dayMs, balances: 90 * dayMs }

export const seriesRangesMs: Readonly<Record<SeriesRange, number>> = {
  hour: 3_600_000,
  day: dayMs,
  week: 7 * dayMs,
  month: 30 * dayMs,
}

// A reading that comes after the others in its span decides how long the last one held. A late reading, from a clock
// that was set back, changes how long others held: the sums are then recomputed from the readings.
const heldSumSql = (sum: string) => `
  (SELECT coalesce(sum(${sum}), 0) FROM (
    SELECT total, min(holds_until, lead(at) OVER (ORDER BY at, rowid)) - at AS ms
    FROM concurrency_samples
    WHERE profile_id = :profileId AND app_id = :appId AND at >= :startsAt AND at < :startsAt + :widthMs
  ))`

const addSpanSql = `
  INSERT INTO concurrency_spans (profile_id, app_id, width_ms, starts_at, first_at, last_at, holds_until, readings,
    total_min, total_max, total_last, yours_min, yours_max, yours_last)
  VALUES (:profileId, :appId, :widthMs, :startsAt, :at, :at, :holdsUntil, 1,
    :total, :total, :total, :yours, :yours, :yours)
  ON CONFLICT DO UPDATE SET
    first_at = min(first_at, excluded.first_at),
    last_at = max(last_at, excluded.last_at),
    known_ms = iif(excluded.last_at >= last_at, known_ms + min(holds_until, excluded.last_at) - last_at, ${heldSumSql('ms')}),
    total_ms = iif(excluded.last_at >= last_at,
      total_ms + total_last * (min(holds_until, excluded.last_at) - last_at), ${heldSumSql('total * ms')}),
    holds_until = iif(excluded.last_at >= last_at, excluded.holds_until, holds_until),
    readings = readings + 1,
    total_min = min(total_min, excluded.total_min),
    total_max = max(total_max, excluded.total_max),
    total_last = iif(excluded.last_at >= last_at, excluded.total_last, total_last),
    yours_min = coalesce(min(yours_min, excluded.yours_min), yours_min, excluded.yours_min),
    yours_max = coalesce(max(yours_max, excluded.yours_max), yours_max, excluded.yours_max),
    yours_last = iif(excluded.last_at >= last_at, excluded.yours_last, yours_last)`

interface WaitingCount {
  readonly profileId: ProfileId
  readonly sample: ConcurrencySample
  readonly holdsMs: number
}

// Hours of fifty applications on a full disk; beyond that, the oldest are dropped.
const maxWaiting = 20_000

export interface SamplesRepository {
  /**
   * The count is true for `holdsMs` and is stored with the next flush. The last count of a span is the count with the
   * latest time, also when the clock was set back. Throws the `storage` failure of the last flush; the count is queued
   * nevertheless.
   */
  readonly addConcurrency: (profileId: ProfileId, sample: ConcurrencySample, holdsMs: number) => void
  /**
   * Stores the pending counts in one transaction that waits for no disk. Failures: storage; the counts then stay
   * pending.
   */
  readonly flush: () => void
  /** The same before a read, which continues without the counts when they cannot be stored. */
  readonly tryFlush: () => void
  /** Drops the pending counts of a profile. */
  readonly forget: (id: ProfileId) => void
  /** The newest count that is not in the future: a clock that was ahead for a while leaves such counts. */
  readonly newestConcurrency: (application: ProfileApplication, now: number) => ConcurrencySample | null
  /** Removes at most `max` of the oldest expired rows; returns how many. A smaller result means that none is left. */
  readonly pruneConcurrency: (now: number, max: number) => number
}

export function createSamplesRepository(database: DatabaseSync): SamplesRepository {
  const { run, one } = statementsIn(database)
  const addReading = run(`
    INSERT INTO concurrency_samples (profile_id, app_id, at, corporate_id, total, yours, holds_until)
    VALUES (:profileId, :appId, :at, :corporateId, :total, :yours, :holdsUntil)`)
  const addSpan = run(addSpanSql)
  const newest = one(
    `SELECT ${columnsAs('appId', 'at', 'corporateId', 'total', 'yours')} FROM concurrency_samples
      WHERE profile_id = :profileId AND app_id = :appId AND at <= :now ORDER BY at DESC, rowid DESC LIMIT 1`,
    (row) => concurrencySample.parse(row),
  )
  const pruneReadings = run(`
    DELETE FROM concurrency_samples WHERE rowid IN
      (SELECT rowid FROM concurrency_samples WHERE at < ? ORDER BY at LIMIT ?)`)
  const pruneSpans = run(`
    DELETE FROM concurrency_spans WHERE (profile_id, app_id, width_ms, starts_at) IN
      (SELECT profile_id, app_id, width_ms, starts_at FROM concurrency_spans
       WHERE width_ms = ? AND starts_at < ? ORDER BY starts_at LIMIT ?)`)

  // In order of arrival.
  let waiting: WaitingCount[] = []
  let failure: FailureError | null = null

  const store = ({ profileId, sample, holdsMs }: WaitingCount): void => {
    const values = { ...sample, profileId, holdsUntil: sample.at + holdsMs }
    addReading(values)
    for (const widthMs of Object.values(spanWidthsMs)) {
      addSpan({ ...values, widthMs, startsAt: Math.floor(sample.at / widthMs) * widthMs })
    }
  }

  const flush = (): void => {
    if (waiting.length === 0) return
    try {
      // A power loss may cost samples; no count is worth waiting for the disk.
      inTransaction(database, () => waiting.forEach(store), 'unflushed')
      waiting = []
      failure = null
    } catch (error) {
      failure = error instanceof FailureError ? error : null
      // Any other error comes from one of these counts: it must not keep all later counts from being stored.
      waiting = failure === null ? [] : waiting.slice(-maxWaiting)
      throw error
    }
  }

  // A full disk must not stop a read: the read only lacks the pending counts.
  const tryFlush = (): void => {
    try {
      flush()
    } catch (error) {
      if (!(error instanceof FailureError)) throw error
    }
  }

  return {
    addConcurrency: (profileId, sample, holdsMs) => {
      waiting.push({ profileId, sample, holdsMs })
      if (failure !== null) throw failure
    },
    flush,
    tryFlush,
    forget: (id) => {
      waiting = waiting.filter(({ profileId }) => profileId !== id)
    },
    newestConcurrency: (application, now) => {
      tryFlush()
      return newest({ ...application, now })
    },
    pruneConcurrency: (now, max) => {
      tryFlush()
      const readings = pruneReadings(now - retentionMs.readings, max)
      const minutes = pruneSpans(spanWidthsMs.minute, now - retentionMs.minutes, max - readings)
      const remaining = max - readings - minutes
      return readings + minutes + pruneSpans(spanWidthsMs.quarterHour, now - retentionMs.quarterHours, remaining)
    },
  }
}

// One index lookup per profile and per old day: recent readings are never scanned.
const pruneBalancesSql = `
  WITH RECURSIVE profiles (id) AS (
    SELECT min(profile_id) FROM account_samples
    UNION ALL
    SELECT (SELECT min(profile_id) FROM account_samples WHERE profile_id > id) FROM profiles WHERE id IS NOT NULL
  )
  DELETE FROM account_samples WHERE rowid IN (
    SELECT old.rowid FROM profiles CROSS JOIN account_samples AS old ON old.profile_id = profiles.id
    WHERE old.at < :before AND EXISTS (
      SELECT 1 FROM account_samples AS later
      WHERE later.profile_id = old.profile_id AND later.at >= old.at AND later.at < (old.at / ${dayMs} + 1) * ${dayMs}
        AND (later.at > old.at OR later.rowid > old.rowid)
    )
    LIMIT :most
  )`

/** Every balance of the last 90 days, and the last balance of each earlier day. */
export function createAccountSamplesRepository(database: DatabaseSync) {
  const { run, one, count, all } = statementsIn(database)
  const samples = `
    SELECT ${columnsAs('at', 'avatarCreationsLeft', 'durationLeft')} FROM account_samples WHERE profile_id = `
  const add = run(`
    INSERT INTO account_samples (profile_id, at, avatar_creations_left, duration_left)
    VALUES (:profileId, :at, :avatarCreationsLeft, :durationLeft)`)
  const prune = run(pruneBalancesSql)
  const addChange = run('INSERT INTO account_changes (profile_id, at) VALUES (?, ?) ON CONFLICT DO NOTHING')
  const lastChange = count<[profileId: ProfileId, at: number]>(
    'SELECT coalesce(max(at), 0) FROM account_changes WHERE profile_id = ? AND at <= ?',
  )

  const newest = one<[profileId: ProfileId, at: number], AccountSample>(
    `${samples} ? AND at <= ? ORDER BY at DESC, rowid DESC LIMIT 1`,
    trusted,
  )

  return {
    /** From `at` on the profile may read a different account: later balances are not compared with earlier ones. */
    accountChanged: (profileId: ProfileId, at: number): void => void addChange(profileId, at),
    /** Since when the balances belong to the account that is read at `at`; 0 where the account never changed. */
    accountSince: lastChange,
    /** When the account changed, oldest first. */
    accountChanges: all<[{ readonly profileId: ProfileId; readonly from: number; readonly to: number }], number>(
      'SELECT at FROM account_changes WHERE profile_id = :profileId AND at BETWEEN :from AND :to ORDER BY at',
      ({ at }) => Number(at),
    ),
    add: (profileId: ProfileId, sample: AccountSample) => {
      add({ ...sample, profileId })
    },
    /** The newest reading at or before an instant: a clock that was ahead for a while leaves readings in the future. */
    newest,
    /** The newest reading of the account that is read at `at`. */
    newestOfAccount: (profileId: ProfileId, at: number): AccountSample | null => {
      const sample = newest(profileId, at)
      return sample !== null && sample.at >= lastChange(profileId, at) ? sample : null
    },
    /** Readings from `from` to `to`, both included (epoch ms), oldest first. */
    between: all<[{ readonly profileId: ProfileId; readonly from: number; readonly to: number }], AccountSample>(
      `${samples} :profileId AND at BETWEEN :from AND :to ORDER BY at, rowid`,
      trusted,
    ),
    /**
     * Removes at most `most` old readings that are not the last of their day (UTC). A smaller result means that none is
     * left.
     */
    prune: (now: number, most: number) => prune({ before: now - retentionMs.balances, most }),
  }
}

export interface TimeRange {
  readonly from: number
  readonly to: number
}

/** One reading, or all readings of one minute or quarter hour. */
export interface Span {
  readonly at: number
  readonly lastAt: number
  /** Until when the last reading is considered true. */
  readonly holdsUntil: number
  readonly totalMin: number
  readonly totalMax: number
  readonly totalLast: number
  readonly yoursLast: number | null
  /** How long a count was known between the first reading and the last. */
  readonly knownMs: number
  /** The sum of the totals in that time, each multiplied by the milliseconds for which it was true. */
  readonly totalMs: number
}

// The boundary: except for `yours`, the columns are NOT NULL, and a STRICT table keeps numbers as numbers.
type SpanCells = readonly [number, number, number, number, number, number, number | null, number, number]

function spanOf(cells: Cells): Span {
  const [at, lastAt, holdsUntil, totalMin, totalMax, totalLast, yoursLast, knownMs, totalMs] = cells as SpanCells
  return { at, lastAt, holdsUntil, totalMin, totalMax, totalLast, yoursLast, knownMs, totalMs }
}

/** Adds the reading before a range at the front, if it was still true when the range began. */
function withReadingBefore(before: readonly Span[], inRange: readonly Span[], from: number): Span[] {
  const isReplaced = inRange[0] !== undefined && inRange[0].at <= from
  return [...before.filter(({ holdsUntil }) => holdsUntil > from && !isReplaced), ...inRange]
}

/** Reduces a span to its last reading: the earlier ones belong to a different time. */
function lastOf({ lastAt, holdsUntil, totalLast, yoursLast }: Span): Span {
  const total = { totalMin: totalLast, totalMax: totalLast, totalLast }
  return { at: lastAt, lastAt, holdsUntil, ...total, yoursLast, knownMs: 0, totalMs: 0 }
}

/** The data of charts, oldest first: the counts of an application, as single readings or as spans of a width. */
export function createSpansRepository(database: DatabaseSync, { tryFlush }: Pick<SamplesRepository, 'tryFlush'>) {
  const { lists } = statementsIn(database)
  // Lists instead of objects: a month has thousands of rows.
  const spansBy = (sql: string) => {
    const rows = lists(sql)
    return (...values: readonly (string | number)[]): Span[] => rows(...values).map(spanOf)
  }
  const reading = `SELECT at, at, holds_until, total, total, total, yours, 0, 0
    FROM concurrency_samples WHERE profile_id = ? AND app_id = ? AND`
  const readings = spansBy(`${reading} at >= ? AND at <= ? ORDER BY at, rowid`)
  const readingBefore = spansBy(`${reading} at < ? ORDER BY at DESC, rowid DESC LIMIT 1`)
  const span = `SELECT first_at, last_at, holds_until, total_min, total_max, total_last, yours_last, known_ms, total_ms
    FROM concurrency_spans WHERE profile_id = ? AND app_id = ? AND width_ms = ? AND`
  const spans = spansBy(`${span} starts_at >= ? AND starts_at <= ? ORDER BY starts_at`)
  const spanBefore = spansBy(`${span} starts_at < ? ORDER BY starts_at DESC LIMIT 1`)

  return {
    /** Readings of the range, and the previous reading if it was still true when the range began. */
    readings: ({ profileId, appId }: ProfileApplication, { from, to }: TimeRange): Span[] => {
      tryFlush()
      return withReadingBefore(readingBefore(profileId, appId, from), readings(profileId, appId, from, to), from)
    },
    /**
     * Spans of that width in a range that begins with a span, and the last reading before them if it was still true.
     */
    spans: ({ profileId, appId }: ProfileApplication, widthMs: number, { from, to }: TimeRange): Span[] => {
      tryFlush()
      const inRange = spans(profileId, appId, widthMs, from, to).filter(({ at }) => at <= to)
      return withReadingBefore(spanBefore(profileId, appId, widthMs, from).map(lastOf), inRange, from)
    },
  }
}
