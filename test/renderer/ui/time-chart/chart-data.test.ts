import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { TimeLine } from '../../../../src/renderer/ui/time-chart/chart-types.ts'
import { columnsOf, gapsOf, stepAtInstant, stepsOf } from '../../../../src/renderer/ui/time-chart/chart-data.ts'

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
const stepsAsRows = (drawn: TimeLine) => stepsOf(drawn, span).map(({ from, to, value }) => [from, to, value])

// Would catch a line that is drawn over a silence, or that breaks where readings only follow each other late.
test('a reading holds until the next or until it is too old; then there is a gap', () => {
  const late = line([
    [10, 4, 25],
    [20, 5, 35],
    [50, 6, 65],
  ])
  expect(stepsAsRows(late)).toEqual([
    [10, 20, 4],
    [20, 35, 5],
    [50, 65, 6],
  ])
  expect(gapsOf(late, span)).toEqual([{ from: 35, to: 50 }])
  expect(columnsOf(late, span, 1)).toEqual([
    [10, 20, 35, 42.5, 50, 65],
    [4, 5, 5, null, 6, 6],
  ])
})

// Would catch a missing value drawn as zero, or bridged.
test('a reading without a value is a gap', () => {
  const without = line([
    [10, 4, 20],
    [20, null, 30],
    [30, 6, 40],
  ])
  expect(stepsAsRows(without)).toEqual([
    [10, 20, 4],
    [30, 40, 6],
  ])
  expect(columnsOf(without, span, 1)).toEqual([
    [10, 20, 25, 30, 40],
    [4, 4, null, 6, 6],
  ])
})

// Would catch a line that starts late because its first reading was just before the axis, or runs off its end, and a
// scale that is made for what is not on the axis.
test('the line is cut at both ends of the axis', () =>
  expect(
    stepsAsRows(
      line([
        [-30, 1, -20],
        [-10, 2, 10],
        [95, 3, 120],
        [110, 4, 130],
      ]),
    ),
  ).toEqual([
    [0, 10, 2],
    [95, 100, 3],
  ]))

// Would catch a single reading that nobody sees.
test('a reading that holds for no time is drawn as long as a pixel', () =>
  expect(columnsOf(line([[50, 3, 50]]), span, 1)).toEqual([
    [50, 51],
    [3, 3],
  ]))

// Would catch a band that is drawn along the values, and a peak of five seconds that goes missing in a chart of a day.
test('a line with a range has columns of its highest and lowest', () => {
  const stepped = line(
    [
      [0, 5, 10],
      [10, 6, 20],
    ],
    { low: [2, 3], high: [8, 40] },
  )
  expect(columnsOf(stepped, span, 1)).toEqual([
    [0, 10, 20],
    [8, 40, 40],
    [2, 3, 3],
    [5, 6, 6],
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

// Would catch columns that uPlot cannot read, a reading that is lost, and a gap that is closed although it can be seen.
test('instants only grow, every reading is there, and each gap of a pixel has its null', () =>
  fc.assert(
    fc.property(someLine, fc.integer({ min: 1, max: 40 }), (any, minMs) => {
      const [at, values = []] = columnsOf(any, span, minMs)
      expect(at).toEqual([...new Set(at)].sort((a, b) => a - b))
      const begun = new Map(stepsOf(any, span).map(({ from, value }) => [from, value]))
      for (const [from, value] of begun) expect(values[at.indexOf(from)]).toBe(value)
      const seen = gapsOf(any, span).filter(({ from, to }) => to - from > minMs)
      for (const { from, to } of seen)
        expect(at.some((instant, place) => values[place] === null && instant > from && instant < to)).toBe(true)
    }),
  ))
