import fc from 'fast-check'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { spanWidthsMs } from '../../../src/main/store/samples-repository.ts'
import { appId, profileId } from '../../../src/shared/schemas/ids.ts'
import { createHousekeeping } from '../../../src/main/store/housekeeping.ts'
import { setStage } from '../../support/subjects.ts'
import type { Stage } from '../../support/subjects.ts'
import { countedApp, countsUntil, inTime } from '../sessions/random-samples.ts'
import type { HeldCount } from '../sessions/random-samples.ts'

const hall = profileId.parse('p1')
const dayMs = 86_400_000

function setUp() {
  const stage = setStage()
  // Thousands of writes: surviving a power cut is not tested here.
  stage.database.exec('PRAGMA synchronous = OFF')
  const rows = (table: string, of: string): number =>
    Number(stage.database.prepare(`SELECT count(*) AS count FROM ${table} WHERE profile_id = ?`).get(of)?.['count'])
  return { ...stage, rows }
}

function extremes(values: readonly (number | null)[]): readonly (number | null)[] {
  const known = values.filter((value) => value !== null)
  return known.length === 0 ? [null, null] : [Math.min(...known), Math.max(...known)]
}

/** How long each count was valid until the next one of its span. */
function heldIn(counts: readonly HeldCount[]) {
  const held = counts.slice(0, -1).map(({ sample, holdsMs }, place) => {
    const ms = Math.min(holdsMs, (counts[place + 1] ?? expect.fail()).sample.at - sample.at)
    return { ms, weighed: ms * sample.total }
  })
  return {
    known_ms: held.reduce((sum, { ms }) => sum + ms, 0),
    total_ms: held.reduce((sum, { weighed }) => sum + weighed, 0),
  }
}

/** The expected spans of a width, aggregated from all counts. */
function aggregated(counts: readonly HeldCount[], widthMs: number) {
  const spans = new Map<number, HeldCount[]>()
  for (const count of inTime(counts)) {
    const startsAt = Math.floor(count.sample.at / widthMs) * widthMs
    spans.set(startsAt, [...(spans.get(startsAt) ?? []), count])
  }
  return [...spans].map(([startsAt, inSpan]) => {
    const [first, last] = [inSpan[0] ?? expect.fail(), inSpan.at(-1) ?? expect.fail()]
    const [totalMin, totalMax] = extremes(inSpan.map(({ sample }) => sample.total))
    const [yoursMin, yoursMax] = extremes(inSpan.map(({ sample }) => sample.yours))
    return {
      starts_at: startsAt,
      first_at: first.sample.at,
      last_at: last.sample.at,
      holds_until: last.sample.at + last.holdsMs,
      readings: inSpan.length,
      total_min: totalMin,
      total_max: totalMax,
      total_last: last.sample.total,
      yours_min: yoursMin,
      yours_max: yoursMax,
      yours_last: last.sample.yours,
      ...heldIn(inSpan),
    }
  })
}

describe('counts', () => {
  it('are stored as minutes and quarter hours that equal all readings aggregated, whatever the clock does', () => {
    const { database, samples, clock } = setUp()
    const read = database.prepare(`
      SELECT starts_at, first_at, last_at, holds_until, readings, total_min, total_max, total_last,
        yours_min, yours_max, yours_last, known_ms, total_ms
      FROM concurrency_spans WHERE profile_id = ? AND width_ms = ? ORDER BY starts_at`)
    let run = 0
    fc.assert(
      fc.property(countsUntil(clock.now()), (counts) => {
        const id = profileId.parse(`run-${String((run += 1))}`)
        for (const { sample, holdsMs } of counts) samples.addConcurrency(id, sample, holdsMs)
        samples.flush()
        for (const widthMs of Object.values(spanWidthsMs)) {
          expect(read.all(id, widthMs)).toEqual(aggregated(counts, widthMs))
        }
      }),
      { numRuns: 60 },
    )
  })

  it('are written completely or not at all', () => {
    const { samples, database, clock, rows } = setUp()
    database.exec(`CREATE TRIGGER no_spans BEFORE INSERT ON concurrency_spans
      BEGIN SELECT RAISE(ABORT, 'no'); END`)
    const sample = { appId: countedApp, at: clock.now(), corporateId: null, total: 1, yours: null }
    samples.addConcurrency(hall, sample, 45_000)
    expect(() => samples.flush()).toThrow('no')
    expect(rows('concurrency_samples', 'p1')).toBe(0)
  })

  it('from the future, left by a clock that was ahead, are not the newest', () => {
    const { samples, clock } = setUp()
    const sample = { appId: countedApp, corporateId: 'c', total: 4, yours: 2 }
    const of = { profileId: hall, appId: countedApp }
    expect(samples.newestConcurrency(of, clock.now())).toBeNull()
    for (const at of [clock.now() - 1, clock.now(), clock.now() + 1]) {
      samples.addConcurrency(hall, { ...sample, at, total: at - clock.now() }, 45_000)
    }
    expect(samples.newestConcurrency(of, clock.now())).toEqual({ ...sample, at: clock.now(), total: 0 })
    expect(samples.newestConcurrency({ ...of, appId: appId.parse('desk') }, clock.now())).toBeNull()
  })
})

/**
 * Number of transactions in the log of a database since it was emptied: each ends with a frame that states its size.
 */
function transactionsIn(log: Buffer, pageSize: number): number {
  const frameLength = 24 + pageSize
  const salts = log.subarray(16, 24)
  let count = 0
  for (let at = 32; at + frameLength <= log.length; at += frameLength) {
    const isOfNow = log.subarray(at + 8, at + 16).equals(salts)
    if (isOfNow && log.readUInt32BE(at + 4) !== 0) count += 1
  }
  return count
}

describe('waiting counts', () => {
  function setUpFlushed() {
    const stage = setStage()
    const { database, dataFolder, samples, clock } = stage
    const pageSize = Number(database.prepare('PRAGMA page_size').get()?.['page_size'])
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    const log = join(dataFolder, 'data.sqlite-wal')
    const add = (index: number, app = countedApp): void =>
      samples.addConcurrency(
        hall,
        { appId: app, at: clock.now() + index, corporateId: null, total: index, yours: null },
        45_000,
      )
    return {
      ...stage,
      add,
      transactions: () => transactionsIn(readFileSync(log), pageSize),
      totals: () =>
        database
          .prepare('SELECT total FROM concurrency_samples ORDER BY rowid')
          .all()
          .map((row) => row['total']),
    }
  }
  const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index)

  // Would catch a flush of the disk for each count: with fifty applications several a second, all day.
  it('are stored many together, in one transaction that no flush of the disk ends', () => {
    const { add, transactions, totals, samples, database } = setUpFlushed()
    const seen = new Set<unknown>()
    database.function('seen', () => {
      seen.add(database.prepare('PRAGMA synchronous').get()?.['synchronous'])
      return 0
    })
    database.exec(`CREATE TEMP TRIGGER noted AFTER INSERT ON main.concurrency_samples BEGIN SELECT seen(); END`)
    for (const index of numbers(200)) add(index, appId.parse(`app-${String(index % 50)}`))
    expect([transactions(), totals()]).toEqual([0, []])
    samples.flush()
    expect([transactions(), totals()]).toEqual([1, numbers(200)])
    const normal = 1
    expect([...seen]).toEqual([normal])
    // Later writes wait for the disk again.
    expect(database.prepare('PRAGMA synchronous').get()).toEqual({ synchronous: 2 })
    samples.flush()
    expect(transactions()).toBe(1)
  })

  it('are stored every few seconds once main has started, and not after its end', async () => {
    const { add, transactions, totals, clock, ...stage } = setUpFlushed()
    const housekeeping = createHousekeeping({ ...stage, clock })
    housekeeping.start()
    for (const index of numbers(30)) add(index)
    await clock.pass(4_999)
    expect(totals()).toEqual([])
    await clock.pass(1)
    expect([transactions(), totals()]).toEqual([1, numbers(30)])
    await clock.pass(20_000)
    expect(transactions()).toBe(1)
    housekeeping.dispose()
    expect(clock.waiting()).toBe(0)
  })

  it.each([
    [
      'a chart',
      ({ repositories: { spans } }: Stage, at: number) =>
        spans.readings({ profileId: hall, appId: countedApp }, { from: at, to: at + 9 }).length,
    ],
    [
      'a chart of minutes',
      ({ repositories: { spans } }: Stage, at: number) =>
        spans.spans({ profileId: hall, appId: countedApp }, 60_000, { from: at - 60_000, to: at + 60_000 }).length,
    ],
    [
      'the newest',
      ({ samples }: Stage, at: number) => samples.newestConcurrency({ profileId: hall, appId: countedApp }, at)?.total,
    ],
  ] as const)('are stored before %s is read', (_what, read) => {
    const { add, totals, clock, ...stage } = setUpFlushed()
    add(0)
    add(1)
    expect(read({ ...stage, clock }, clock.now())).toBeDefined()
    expect(totals()).toEqual([0, 1])
  })

  // Would catch counts that are lost, doubled or out of order because a disk was full for a while, without a report.
  it('stay waiting while the database refuses, report why, and are then stored once and in order', () => {
    const { add, totals, samples, database } = setUpFlushed()
    add(0)
    database.exec('PRAGMA query_only = ON')
    expect(() => samples.flush()).toThrow('storage')
    expect(() => add(1)).toThrow('storage')
    expect(samples.newestConcurrency({ profileId: hall, appId: countedApp }, Infinity)).toBeNull()
    database.exec('PRAGMA query_only = OFF')
    samples.flush()
    add(2)
    samples.flush()
    expect(totals()).toEqual([0, 1, 2])
  })

  it('of a deleted profile are dropped', () => {
    const { add, totals, samples } = setUpFlushed()
    add(0)
    samples.forget(profileId.parse('p2'))
    add(1)
    samples.forget(hall)
    add(2)
    samples.flush()
    expect(totals()).toEqual([2])
  })
})

describe('removing old counts', () => {
  it('removes readings after 2 days, minutes after 14, quarter hours after 90, and nothing younger', () => {
    const { samples, clock, database } = setUp()
    const now = clock.now()
    const agesInDays = [0, 1.99, 2.01, 13.9, 14.1, 89.9, 90.1]
    for (const age of agesInDays) {
      const sample = { appId: countedApp, at: now - age * dayMs, corporateId: 'c', total: 1, yours: null }
      samples.addConcurrency(hall, sample, 45_000)
    }
    expect(samples.pruneConcurrency(now, 100)).toBe(5 + 3 + 1)
    const count = (sql: string): unknown => database.prepare(`SELECT count(*) AS count FROM ${sql}`).get()?.['count']
    expect(count('concurrency_samples')).toBe(2)
    expect(count(`concurrency_spans WHERE width_ms = 60000`)).toBe(4)
    expect(count(`concurrency_spans WHERE width_ms = 900000`)).toBe(6)
    expect(samples.pruneConcurrency(now, 100)).toBe(0)
  })

  it('removes the oldest first and no more than requested', () => {
    const { samples, clock, rows } = setUp()
    for (let index = 0; index < 10; index += 1) {
      const at = clock.now() - 100 * dayMs + index * 900_000
      samples.addConcurrency(hall, { appId: countedApp, at, corporateId: 'c', total: index, yours: null }, 45_000)
    }
    expect(samples.pruneConcurrency(clock.now(), 7)).toBe(7)
    expect(rows('concurrency_samples', 'p1')).toBe(3)
    expect(rows('concurrency_spans', 'p1')).toBe(20)
    expect([1, 2, 3, 4].map(() => samples.pruneConcurrency(clock.now(), 7))).toEqual([7, 7, 7, 2])
  })
})
