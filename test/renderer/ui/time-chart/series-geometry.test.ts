import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { TimeLine } from '../../../../src/renderer/ui/time-chart/chart-types.ts'
import {
  bandOf,
  highestOf,
  lineOf,
  runsOf,
  stepAtInstant,
} from '../../../../src/renderer/ui/time-chart/series-geometry.ts'

type Reading = readonly [at: number, value: number | null, holdsUntil: number]

function line(readings: readonly Reading[], changes: Partial<TimeLine> = {}): TimeLine {
  return {
    name: 'total',
    tone: 'accent',
    at: readings.map(([at]) => at),
    value: readings.map(([, value]) => value),
    holdsUntil: readings.map(([, , holdsUntil]) => holdsUntil),
    ...changes,
  }
}

const span = { from: 0, to: 100 }
const places = { x: (at: number): number => at, y: (value: number): number => -value }
const runsAsRows = (drawn: TimeLine, columnMs = 1) =>
  runsOf(drawn, span, columnMs).map((run) => run.map(({ from, to, value }) => [from, to, value]))

// Would catch a line that is drawn over a silence, or that breaks where readings only follow each other late.
test('a reading holds until the next or until it is too old; then there is a gap', () =>
  expect(
    runsAsRows(
      line([
        [10, 4, 25],
        [20, 5, 35],
        [50, 6, 65],
      ]),
    ),
  ).toEqual([
    [
      [10, 20, 4],
      [20, 35, 5],
    ],
    [[50, 65, 6]],
  ]))

// Would catch a missing value drawn as zero, or bridged.
test('a reading without a value is a gap', () =>
  expect(
    runsAsRows(
      line([
        [10, 4, 20],
        [20, null, 30],
        [30, 6, 40],
      ]),
    ),
  ).toEqual([[[10, 20, 4]], [[30, 40, 6]]]))

// Would catch a line that starts late because its first reading was just before the axis, or runs off its end.
test('the line is cut at both ends of the axis', () =>
  expect(
    runsAsRows(
      line([
        [-30, 1, -20],
        [-10, 2, 10],
        [95, 3, 120],
        [110, 4, 130],
      ]),
    ),
  ).toEqual([[[0, 10, 2]], [[95, 100, 3]]]))

// Would catch a peak of five seconds that goes missing in a chart of a day.
test('readings in one column are one step with their lowest and highest', () => {
  const crowded = line([
    [10, 4, 12],
    [11, 40, 13],
    [12, 1, 14],
    [13, 6, 30],
  ])
  const [run] = runsOf(crowded, span, 10)
  expect(run).toEqual([{ from: 10, to: 30, value: 6, low: 1, high: 40 }])
  expect(run && lineOf(run, places, true)).toEqual([
    [10, -1],
    [10, -40],
    [10, -6],
    [30, -6],
  ])
})

// Would catch a single reading that nobody sees.
test('a reading that holds for no time is a pixel wide', () => {
  const [run] = runsOf(line([[50, 3, 50]]), span, 1)
  expect(run && lineOf(run, places, true)).toEqual([
    [50, -3],
    [51, -3],
  ])
})

// Would catch a line that slants back where two steps begin on one pixel, as readings of every few seconds do.
test('a line never goes back, however the pixels fall', () => {
  const pixels = { x: (at: number) => Math.round(at / 10), y: (value: number) => -value }
  const lengths = fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 40 })
  fc.assert(
    fc.property(lengths, fc.integer({ min: 0, max: 10 }), (steps, start) => {
      let at = start
      const readings = steps.map((length, place): Reading => {
        const from = at
        at += length
        return [from, place % 3, at]
      })
      for (const run of runsOf(line(readings), { from: 0, to: 2_000 }, 10)) {
        const places = lineOf(run, pixels, true).map(([x]) => x)
        expect(places).toEqual([...places].sort((a, b) => a - b))
      }
    }),
  )
})

// Would catch a band that crosses itself: its lower side must go back.
test('the band goes along the highest and back along the lowest', () => {
  const stepped = line(
    [
      [0, 5, 10],
      [10, 6, 20],
    ],
    { low: [2, 3], high: [8, 9] },
  )
  const [run] = runsOf(stepped, span, 1)
  expect(run && bandOf(run, places)).toEqual([
    [0, -8],
    [10, -8],
    [10, -9],
    [20, -9],
    [20, -3],
    [10, -3],
    [10, -2],
    [0, -2],
  ])
})

// Would catch a pointer that reads a value in a gap.
test('what stands under the pointer', () => {
  const gappy = line([
    [10, 4, 25],
    [50, 6, 65],
  ])
  expect(stepAtInstant(gappy, 5)).toBeNull()
  expect(stepAtInstant(gappy, 24)?.value).toBe(4)
  expect(stepAtInstant(gappy, 40)).toBeNull()
  expect(stepAtInstant(gappy, 50)?.value).toBe(6)
})

// Would catch a scale that is made for what is not on the axis.
test('the highest is that of the axis, at least one', () => {
  const past = line(
    [
      [-50, 90, -40],
      [10, 4, 20],
    ],
    { low: [90, 2], high: [90, 7] },
  )
  expect(highestOf([past], span)).toBe(7)
  expect(highestOf([line([[10, 0, 20]])], span)).toBe(1)
})

const someLine = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 0, max: 50 }), fc.integer({ min: 0, max: 30 })), {
    maxLength: 60,
  })
  .map((parts) => {
    let at = -20
    return line(
      parts.map(([wait, value, holds]): Reading => {
        at += wait
        return [at, value, at + holds]
      }),
    )
  })

// Would catch thinning that loses a peak, invents a time, or closes a gap.
test('fewer columns tell the same extremes and never touch a gap', () =>
  fc.assert(
    fc.property(someLine, fc.integer({ min: 1, max: 40 }), (any, columnMs) => {
      const fine = runsOf(any, span, 0.001)
      const coarse = runsOf(any, span, columnMs)
      const ends = (runs: typeof fine) => runs.map((run) => [run[0]?.from, run.at(-1)?.to])
      const extremes = (runs: typeof fine) =>
        runs.map((run) => [Math.min(...run.map(({ low }) => low)), Math.max(...run.map(({ high }) => high))])
      expect(ends(coarse)).toEqual(ends(fine))
      expect(extremes(coarse)).toEqual(extremes(fine))
    }),
  ))
