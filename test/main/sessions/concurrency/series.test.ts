import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createMonitorHandlers } from '../../../../src/main/sessions/concurrency/monitor.ts'
import { createSeriesReader } from '../../../../src/main/sessions/concurrency/series.ts'
import { refusal } from '../../../../src/shared/failure.ts'
import { seriesFacts } from '../../../../src/shared/model/series-facts.ts'
import { appId, profileId } from '../../../../src/shared/schemas/ids.ts'
import { series as seriesSchema, seriesRange } from '../../../../src/shared/schemas/session.ts'
import type { Series, SeriesRange } from '../../../../src/shared/schemas/session.ts'
import { setStage } from '../../../support/subjects.ts'
import { countedApp, countsUntil, inTime } from '../random-samples.ts'
import type { HeldCount } from '../random-samples.ts'
import { savedText } from '../../../support/saved-text.ts'

const here = { windowId: 1 }
const minuteMs = 60_000
const ranges = seriesRange.options

function setUp() {
  const stage = setStage()
  stage.database.exec('PRAGMA synchronous = OFF')
  const reader = createSeriesReader(stage)
  const saved: { name: string; text: string }[] = []
  const handlers = createMonitorHandlers(
    {
      ...stage,
      saveFile: (name, contents) => {
        saved.push({ name, text: savedText(contents) })
        return Promise.resolve(name)
      },
    },
    { figures: () => expect.fail(), overview: () => expect.fail(), refresh: () => expect.fail() },
  )
  const { id } = stage.current()?.profile ?? expect.fail()
  let run = 0
  /** Stores these counts under a separate profile, which is open from then on. */
  const readerOf = (counts: readonly HeldCount[]) => {
    const { client, profile } = stage.current() ?? expect.fail()
    const own = profileId.parse(`run-${String((run += 1))}`)
    stage.open({ profile: { ...profile, id: own }, client })
    for (const { sample, holdsMs } of counts) stage.samples.addConcurrency(own, sample, holdsMs)
    return reader
  }
  const add = (agoMs: number, total: number, app = countedApp) => {
    const sample = { appId: app, at: stage.clock.now() - agoMs, corporateId: 'c', total, yours: null }
    stage.samples.addConcurrency(id, sample, 45_000)
  }
  return { ...stage, reader, readerOf, handlers, saved, add, id }
}

/** The index of the last point that has started at that time, -1 for none. */
function placeAt({ at }: Series, time: number): number {
  return at.findLastIndex((begins) => begins <= time)
}

function isHeld(counts: readonly HeldCount[], time: number): boolean {
  const last = inTime(counts).findLast(({ sample }) => sample.at <= time)
  return last !== undefined && time < last.sample.at + last.holdsMs
}

/** Whether the count is known, as a chart draws it. */
function isDrawn(series: Series, time: number): boolean {
  return time < (series.holdsUntil[placeAt(series, time)] ?? -Infinity)
}

/** Whether a time is between two readings of one step, where unknown time is not shown. */
function isInsideStep(series: Series, time: number): boolean {
  return series.stepMs !== null && time < (series.lastAt[placeAt(series, time)] ?? -Infinity)
}

/** Every moment at which something changes, and the moments right before and after. */
function moments({ from, to }: Series, counts: readonly HeldCount[]): readonly number[] {
  const changes = counts.flatMap(({ sample, holdsMs }) => [sample.at, sample.at + holdsMs])
  return [from, to, ...changes.flatMap((at) => [at - 1, at, at + 1])].filter((at) => at >= from && at <= to)
}

describe('series', () => {
  it.each(ranges)('has its gaps exactly where no count was valid (%s)', (range) => {
    const { readerOf, clock } = setUp()
    fc.assert(
      fc.property(countsUntil(clock.now()), (counts) => {
        const series = readerOf(counts).read(countedApp, range)
        for (const time of moments(series, counts)) {
          expect([time, isDrawn(series, time)]).toEqual([time, isHeld(counts, time) || isInsideStep(series, time)])
        }
      }),
      { numRuns: 40 },
    )
  })

  it.each(ranges)('has the lowest, highest and last count of all readings of a point (%s)', (range) => {
    const { readerOf, clock } = setUp()
    fc.assert(
      fc.property(countsUntil(clock.now()), (counts) => {
        const series = readerOf(counts).read(countedApp, range)
        for (const [place, at] of series.at.entries()) {
          const lastAt = series.lastAt[place] ?? expect.fail()
          // A count from before the range is a separate point.
          if (at < series.from) continue
          const own = inTime(counts).filter(({ sample }) => sample.at >= at && sample.at <= lastAt)
          const totals = own.map(({ sample }) => sample.total)
          // Two readings at the same moment are two separate points.
          if (range === 'hour') expect(totals).toContain(series.totalLast[place])
          else {
            expect(series.totalMin[place]).toBe(Math.min(...totals))
            expect(series.totalMax[place]).toBe(Math.max(...totals))
            expect([series.totalLast[place], series.yoursLast[place]]).toEqual([
              own.at(-1)?.sample.total,
              own.at(-1)?.sample.yours,
            ])
          }
        }
      }),
      { numRuns: 25 },
    )
  })

  /** Every second of a range checked separately: the valid count, and the readings in it. */
  function bySeconds(counts: readonly HeldCount[], { from, to }: Pick<Series, 'from' | 'to'>) {
    const ordered = inTime(counts).filter(({ sample }) => sample.at <= to)
    const facts = { known: 0, sum: 0, min: Infinity, max: -Infinity, first: Infinity }
    let next = 0
    let last: HeldCount | undefined
    const see = (second: number, total: number): void => {
      facts.min = Math.min(facts.min, total)
      facts.max = Math.max(facts.max, total)
      facts.first = Math.min(facts.first, second)
    }
    // A count whose validity ends as the range starts does not belong to the range.
    const holdsAt = ({ sample: { at }, holdsMs }: HeldCount, second: number): boolean =>
      second === from && at < from ? at + holdsMs > from : at + holdsMs >= second
    const begin = Math.max(from, ordered[0]?.sample.at ?? to)
    for (let second = begin; second <= to; second += 1_000) {
      for (let due = ordered[next]; due !== undefined && due.sample.at <= second; due = ordered[next]) {
        last = due
        next += 1
        if (due.sample.at >= from) see(second, due.sample.total)
      }
      if (last === undefined || !holdsAt(last, second)) continue
      see(second, last.sample.total)
      if (second === to || last.sample.at + last.holdsMs < second + 1_000) continue
      facts.known += 1_000
      facts.sum += 1_000 * last.sample.total
    }
    return facts
  }

  // Would catch a last reading that represents a quarter hour of others, and a gap that counts as known or as zero.
  it.each(ranges)('has the same mean, lowest, highest and unread time as a check of every second (%s)', (range) => {
    const { readerOf, clock } = setUp()
    const now = Math.ceil(clock.now() / 1_000) * 1_000
    const lengthMs = { hour: 3_600_000, day: 86_400_000, week: 7 * 86_400_000, month: 30 * 86_400_000 }[range]
    const agoMs = fc.oneof(
      fc.integer({ min: 0, max: 200 }),
      fc.integer({ min: Math.floor(lengthMs / 1_000) - 4_000, max: Math.floor(lengthMs / 1_000) }),
    )
    fc.assert(
      fc.property(countsUntil(now), agoMs, (made, ago) => {
        const counts = made.map(({ sample, holdsMs }) => ({
          sample: { ...sample, at: Math.floor(sample.at / 1_000) * 1_000 },
          holdsMs: Math.floor(holdsMs / 1_000) * 1_000,
        }))
        clock.set(now + ago * 1_000)
        const series = readerOf(counts).read(countedApp, range)
        const expected = bySeconds(counts, series)
        const { mean, unreadMs } = seriesFacts(series)
        if (series.at.length === 0) {
          expect(expected.first).toBe(Infinity)
          return
        }
        expect(mean).toBeCloseTo(
          expected.known === 0 ? (series.totalLast.at(-1) ?? -1) : expected.sum / expected.known,
          9,
        )
        expect(unreadMs).toBe(series.to - expected.first - expected.known)
        expect([Math.min(...series.totalMin), Math.max(...series.totalMax)]).toEqual([expected.min, expected.max])
      }),
      { numRuns: 30 },
    )
  })

  it.each(['week', 'month'] as const)(
    '179 readings of 0 and one of 20 in a quarter hour have a mean of 0.1 (%s)',
    (range) => {
      const { reader, samples, clock, id } = setUp()
      const begin = Math.ceil(clock.now() / 900_000) * 900_000
      for (let reading = 0; reading < 180; reading += 1) {
        const sample = {
          appId: countedApp,
          at: begin + reading * 5_000,
          corporateId: null,
          total: reading === 179 ? 20 : 0,
        }
        samples.addConcurrency(id, { ...sample, yours: null }, 45_000)
      }
      clock.set(begin + 900_000)
      expect(seriesFacts(reader.read(countedApp, range)).mean).toBeCloseTo(20 / 180, 9)
    },
  )

  it('starts with a count from before that is still valid', () => {
    const { reader, add, clock } = setUp()
    add(60 * minuteMs + 30_000, 7)
    add(60 * minuteMs + 20_000, 8)
    expect(reader.read(countedApp, 'hour')).toMatchObject({
      at: [clock.now() - 60 * minuteMs - 20_000],
      totalLast: [8],
      from: clock.now() - 60 * minuteMs,
      to: clock.now(),
      stepMs: null,
    })
  })

  it('fits a month of one application among others in 1,500 points, and matches the contract', () => {
    const { reader, add } = setUp()
    const hallAppId = appId.parse('desk')
    for (let ago = 31 * 96; ago >= 0; ago -= 1) {
      add(ago * 15 * minuteMs + 1, ago % 7)
      add(ago * 15 * minuteMs + 1, 99, hallAppId)
    }
    const steps: Record<SeriesRange, number | null> = { hour: null, day: 60_000, week: 900_000, month: 1_800_000 }
    for (const range of ranges) {
      const series = seriesSchema.parse(reader.read(countedApp, range))
      expect(series.stepMs).toBe(steps[range])
      expect(series.at.length).toBeGreaterThan(3)
      expect(series.at.length).toBeLessThanOrEqual(1_500)
      expect(Math.max(...series.totalMax)).toBeLessThanOrEqual(6)
      const lengths = [
        series.lastAt,
        series.holdsUntil,
        series.totalMin,
        series.totalMax,
        series.totalLast,
        series.yoursLast,
      ]
      for (const { length } of lengths) expect(length).toBe(series.at.length)
    }
    expect(reader.read(countedApp, 'month').at.length).toBeGreaterThan(1_400)
  })

  it('is empty for an unknown application, and refused without a profile', () => {
    const { reader, add, open } = setUp()
    add(1_000, 5)
    expect(reader.read(appId.parse('desk'), 'month')).toMatchObject({ at: [], totalLast: [], annotations: [] })
    open(null)
    expect(() => reader.read(countedApp, 'hour')).toThrow(refusal('no-profile'))
  })
})

describe('exporting a series', () => {
  it('writes a line for each point, with times that show where nothing was known', async () => {
    const { handlers, saved, add, clock } = setUp()
    clock.set(Date.UTC(2026, 10, 21, 12))
    add(120_000, 3)
    add(30_000, 4)
    await expect(handlers['session.exportSeries']({ appId: countedApp, range: 'hour' }, here)).resolves.toEqual({
      fileName: 'calls-lobby-hour-2026-11-21.csv',
    })
    expect(saved[0]?.text.split('\r\n')).toEqual([
      '\ufefffirstReadAt,lastReadAt,holdsUntil,total,totalLowest,totalHighest,yours',
      '2026-11-21T11:58:00.000Z,2026-11-21T11:58:00.000Z,2026-11-21T11:58:45.000Z,3,3,3,',
      '2026-11-21T11:59:30.000Z,2026-11-21T11:59:30.000Z,2026-11-21T12:00:15.000Z,4,4,4,',
      '',
    ])
  })

  it('gives the file a name that every system accepts, whatever the application’s name', async () => {
    const { handlers } = setUp()
    const { fileName } = await handlers['session.exportSeries']({ appId: appId.parse('../a:b|c'), range: 'day' }, here)
    expect(fileName).toMatch(/^calls-a b c-day-[\d-]+\.csv$/)
  })
})
