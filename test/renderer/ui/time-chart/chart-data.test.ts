import fc from 'fast-check'
import { expect, test } from 'vitest'
import { columnsOf, readingAt, rowsOf } from '../../../../src/renderer/ui/time-chart/chart-data.ts'
import type { TimeLine } from '../../../../src/renderer/ui/time-chart/chart-data.ts'

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

/** Instant and value of each corner, without the ends of the axis that say nothing. */
function corners(drawn: TimeLine, minMs = 1): readonly (readonly [number, number | null])[] {
  const [at, values = []] = columnsOf({ lines: [drawn], ...span }, minMs)
  const all = at.map((instant, place) => [instant, values[place] ?? null] as const)
  return all.filter(([instant, value]) => value !== null || (instant > span.from && instant < span.to))
}

// Would catch a line that is drawn over a silence, or that breaks where readings only follow each other late.
test('a reading holds until the next or until it is too old; then there is a gap', () => {
  const late = line([
    [10, 4, 25],
    [20, 5, 35],
    [50, 6, 65],
  ])
  expect(corners(late)).toEqual([
    [10, 4],
    [20, 5],
    [35, null],
    [50, 6],
    [65, 6],
  ])
})

// Would catch a missing value drawn as zero, or bridged.
test('a reading without a value is a gap', () => {
  const without = line([
    [10, 4, 20],
    [20, null, 30],
    [30, 6, 40],
  ])
  expect(corners(without)).toEqual([
    [10, 4],
    [20, null],
    [30, 6],
    [40, 6],
  ])
})

// Would catch a line that starts late because its first reading was just before the axis, or runs off its end, and a
// scale that is made for what is not on the axis.
test('the line is cut at both ends of the axis', () =>
  expect(
    corners(
      line([
        [-30, 1, -20],
        [-10, 2, 10],
        [95, 3, 120],
        [110, 4, 130],
      ]),
    ),
  ).toEqual([
    [0, 2],
    [10, null],
    [95, 3],
    [100, 3],
  ]))

// Would catch a single reading that nobody sees.
test('a reading that holds for no time is drawn as long as a pixel', () =>
  expect(corners(line([[50, 3, 50]]))).toEqual([
    [50, 3],
    [51, 3],
  ]))

// Would catch a chart without an axis because nothing was read.
test('without readings there is the axis', () => {
  expect(columnsOf({ lines: [], ...span }, 1)).toEqual([[0, 100]])
  expect(columnsOf({ lines: [line([])], ...span }, 1)).toEqual([
    [0, 100],
    [null, null],
  ])
})

// Would catch a band that is drawn along the values, and a peak of five seconds that goes missing in a chart of a day.
test('a line with a range has columns of its highest and lowest, and lines share their instants', () => {
  const readings: readonly Reading[] = [
    [0, 5, 10],
    [10, 6, 100],
  ]
  const lines = [line(readings, { low: [2, 3], high: [8, 40] }), line(readings, { value: [1, null] })]
  expect(columnsOf({ lines, ...span }, 1)).toEqual([
    [0, 10, 100],
    [8, 40, 40],
    [2, 3, 3],
    [5, 6, 6],
    [1, null, null],
  ])
})

// Would catch a pointer that reads a value in a gap.
test('what stands under the pointer', () => {
  const gappy = line([
    [10, 4, 25],
    [50, 6, 65],
  ])
  expect(readingAt(gappy, 5)).toBeNull()
  expect(readingAt(gappy, 24)?.value).toBe(4)
  expect(readingAt(gappy, 40)).toBeNull()
  expect(readingAt(gappy, 50)?.value).toBe(6)
})

// Would catch a gap that is not told in the table, and readings under each other's instants.
test('the table has a row per instant and per gap, newest first', () => {
  const readings: readonly Reading[] = [
    [10, 1, 20],
    [20, 2, 30],
    [50, 3, 60],
  ]
  const cell = (value: number) => ({ value, low: value, high: value })
  expect(rowsOf([line(readings), line(readings, { value: [null, 7, 8] })])).toEqual([
    { at: 50, until: null, cells: [cell(3), cell(8)] },
    { at: 30, until: 50, cells: [] },
    { at: 20, until: null, cells: [cell(2), cell(7)] },
    { at: 10, until: null, cells: [cell(1), null] },
  ])
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
test('instants only grow, every reading is there, and each gap that can be seen begins with a null', () =>
  fc.assert(
    fc.property(someLine, fc.integer({ min: 1, max: 40 }), (any, minMs) => {
      const [at, values = []] = columnsOf({ lines: [any], ...span }, minMs)
      expect(at).toEqual([...new Set(at)].sort((a, b) => a - b))
      for (const [place, begun] of any.at.entries())
        if (begun > span.from && begun < span.to) expect(values[at.indexOf(begun)]).toBe(any.value[place])
      for (const { at: begun, until } of rowsOf([any]))
        if (until !== null && begun > span.from && until < span.to && until - begun > minMs)
          expect(at.some((instant, place) => values[place] === null && instant >= begun && instant < until)).toBe(true)
    }),
  ))
