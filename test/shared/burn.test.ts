import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRandom } from '../../src/practice/random.ts'
import { burnOf, burnRateOf, timeToEmpty } from '../../src/shared/model/burn.ts'
import type { BalanceReading } from '../../src/shared/model/burn.ts'

const minute = 60_000
const hour = 60 * minute
const now = 1_795_000_000_000

/** One reading each ten minutes up to now, the value by its number. */
function readingsOf(count: number, value: (index: number) => number, everyMs = 10 * minute): BalanceReading[] {
  return Array.from({ length: count }, (_, index) => ({ at: now - (count - 1 - index) * everyMs, value: value(index) }))
}

/** These values, one each five minutes up to now. */
const values = (...list: number[]): BalanceReading[] => readingsOf(list.length, (index) => list[index] ?? 0, 5 * minute)

const day = { now, windowMs: 24 * hour }
const lastHour = { now, windowMs: hour }
const perHourOf = (perReading: number): number => perReading * 6

describe('the pace of a balance', () => {
  // Would catch a slope that depends on where the line begins, its sign or its unit.
  it('is the slope of a noiseless line, without a range', () =>
    fc.assert(
      fc.property(
        fc.integer({ min: 50, max: 144 }),
        fc.integer({ min: 0, max: 1_000 }),
        fc.integer({ min: 0, max: 1_000_000 }),
        (count, fall, start) => {
          const rate = burnRateOf(
            readingsOf(count, (index) => start - fall * index),
            day,
          )
          for (const side of [rate?.perHour, rate?.low, rate?.high]) expect(side).toBeCloseTo(perHourOf(fall), 6)
        },
      ),
    ))

  // Would catch a mean in place of a median, and a wrong reading taken for a top-up.
  it('is not moved by wrong readings, up to 29 of 100', () =>
    fc.assert(
      fc.property(
        fc.integer({ min: 50, max: 144 }),
        fc.double({ min: 0, max: 0.285, noNaN: true }),
        fc.integer(),
        (count, share, seed) => {
          const random = createRandom(seed).next
          const wrong = new Set(
            Array.from({ length: count }, (_, index) => ({ index, key: random() }))
              .sort((a, b) => a.key - b.key)
              .slice(0, Math.floor(count * share))
              .map(({ index }) => index),
          )
          const readings = readingsOf(count, (index) =>
            wrong.has(index) ? Math.round(random() * 100_000) : 50_000 - 7 * index,
          )
          expect(burnRateOf(readings, day)?.perHour).toBeCloseTo(perHourOf(7), 6)
        },
      ),
      { numRuns: 200, seed: 5 },
    ))

  // Would catch a pace that changes with the clock's origin or with the unit of the balance.
  it('does not change with a shift in time, and scales with the balance', () =>
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 50, maxLength: 120 }),
        fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }),
        fc.constantFrom(2, 60, 1 / 4),
        (falls, shiftMs, scale) => {
          let left = 10_000
          const readings = readingsOf(falls.length, (index) => (left -= falls[index] ?? 0))
          const rate = burnRateOf(readings, day)
          const shifted = readings.map(({ at, value }) => ({ at: at + shiftMs, value }))
          expect(burnRateOf(shifted, { ...day, now: now + shiftMs })).toEqual(rate)
          const scaled = burnRateOf(
            readings.map(({ at, value }) => ({ at, value: value * scale })),
            day,
          )
          expect(scaled?.perHour).toBeCloseTo((rate?.perHour ?? 0) * scale, 6)
          expect(scaled?.high).toBeCloseTo((rate?.high ?? 0) * scale, 6)
        },
      ),
    ))

  // Would catch a range that is too narrow to be believed, or so wide that it says nothing.
  it('has a range that holds the true slope in at least nine of ten noisy series', () => {
    const random = createRandom(7).next
    const noise = (): number => random() + random() + random() + random() - 2
    let held = 0
    let width = 0
    for (let run = 0; run < 300; run += 1) {
      const rate = burnRateOf(
        readingsOf(60, (index) => 10_000 - 2 * index + 10 * noise()),
        day,
      )
      if (rate !== null && rate.low <= perHourOf(2) && perHourOf(2) <= rate.high) held += 1
      width += (rate?.high ?? 0) - (rate?.low ?? 0)
    }
    expect(held).toBeGreaterThanOrEqual(270)
    expect(width / 300).toBeLessThan(perHourOf(2))
  })

  // Would catch a top-up or a refund that counts as spending backwards.
  it.each([
    ['a top-up', [100, 98, 96, 94, 92, 1092, 1090, 1088, 1086, 1084, 1082, 1080]],
    ['two top-ups', [100, 98, 96, 94, 192, 190, 188, 186, 284, 282, 280, 278]],
    ['a top-up just now', [100, 98, 96, 94, 92, 90, 88, 86, 84, 82, 80, 580]],
    ['a refund', [100, 98, 96, 94, 92, 93, 91, 89, 87, 85, 83, 81]],
    ['one reading of zero', [100, 98, 96, 94, 0, 90, 88, 86, 84, 82, 80, 78]],
    ['one reading far above', [100, 98, 96, 94, 9_000, 90, 88, 86, 84, 82, 80, 78]],
  ])('is not changed by %s', (_what, list) => expect(burnRateOf(values(...list), lastHour)?.perHour).toBeCloseTo(24, 6))

  it('is zero where nothing is spent, with or without a top-up', () => {
    const flat = values(...Array.from({ length: 13 }, () => 37))
    expect(burnRateOf(flat, lastHour)).toMatchObject({ perHour: 0, low: 0, high: 0 })
    const toppedUp = flat.map(({ at, value }, index) => ({ at, value: index < 6 ? value : value + 100 }))
    expect(burnRateOf(toppedUp, lastHour)).toMatchObject({ perHour: 0, low: 0, high: 0 })
  })

  // Would catch a pace made of nothing, and readings of another window.
  it('is not told by too little, and takes the readings of its window only', () => {
    expect(burnRateOf([], lastHour)).toBeNull()
    expect(burnRateOf(values(40, 39, 38), lastHour)).toBeNull()
    const few = values(40, 39, 38, 37)
    expect(burnRateOf(few, lastHour)).toMatchObject({ perHour: 12, readings: 4, spanMs: 15 * minute })
    expect(burnOf(few, now).day).toBeNull()
    const falls = (index: number): number => (index < 275 ? 1_000 : 1_000 - 5 * (index - 275))
    const burn = burnOf(readingsOf(288, falls, 5 * minute), now)
    expect(burn.hour?.perHour).toBeCloseTo(60, 6)
    expect(burn.day?.perHour).toBe(0)
  })

  // Would catch the many reads around a batch that drown the rest of the hour or day, and work that holds main for long.
  it('weighs time and not the number of reads', () => {
    const calm = readingsOf(145, (index) => 10_000 - index)
    const burst = readingsOf(5_000, (index) => 9_856 - index, 1)
    const rate = burnRateOf([...calm, ...burst], day)
    expect(rate?.perHour).toBeCloseTo(perHourOf(1), 0)
    expect(rate?.readings).toBeLessThanOrEqual(145)

    const spent = (at: number): number => 100 - Math.min(20, Math.max(0, (at - (now - 40 * minute)) / minute))
    const at = (everyMs: number): BalanceReading[] =>
      readingsOf(hour / everyMs + 1, () => 0, everyMs).map((reading) => ({ ...reading, value: spent(reading.at) }))
    const often = burnRateOf(at(minute / 6), lastHour)?.perHour ?? 0
    const seldom = burnRateOf(at(5 * minute), lastHour)?.perHour ?? 0
    expect(Math.abs(often - seldom)).toBeLessThan(0.15 * seldom)
  })
})

describe('the time to empty', () => {
  const rate = { perHour: 10, low: 5, high: 20, readings: 12, spanMs: hour }

  it('lies between the fastest and the slowest pace', () =>
    expect(timeToEmpty(100, rate)).toEqual({ ms: 10 * hour, lowMs: 5 * hour, highMs: 20 * hour }))

  it('may have no latest end, and none at all where nothing goes down', () => {
    expect(timeToEmpty(100, { ...rate, low: -1 })).toEqual({ ms: 10 * hour, lowMs: 5 * hour, highMs: null })
    expect(timeToEmpty(100, { ...rate, perHour: 0, low: 0 })).toBeNull()
    expect(timeToEmpty(100, null)).toBeNull()
  })

  it('is now when nothing is left', () => expect(timeToEmpty(0, null)).toEqual({ ms: 0, lowMs: 0, highMs: 0 }))
})
