import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bandPath, linePath, readingAt, rowsOf, stepsOf } from '../../../../src/renderer/ui/time-chart/chart-data.ts'
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

type DrawnStep = readonly [start: number, end: number, value: number]

const drawn = (shown: TimeLine, minMs = 1): readonly DrawnStep[] =>
  stepsOf(shown, span, minMs).map(({ start, end, value }) => [start, end, value])

// Would catch a line across a gap, or a break between consecutive readings.
test('a step ends at the next reading or when its reading is too old', () => {
  const readings = line([
    [10, 4, 25],
    [20, 5, 35],
    [50, 6, 65],
  ])
  expect(drawn(readings)).toEqual([
    [10, 20, 4],
    [20, 35, 5],
    [50, 65, 6],
  ])
})

// Would catch a missing value that is drawn as zero or bridged.
test('a reading without a value is a gap', () => {
  const readings = line([
    [10, 4, 20],
    [20, null, 30],
    [30, 6, 40],
  ])
  expect(drawn(readings)).toEqual([
    [10, 20, 4],
    [30, 40, 6],
  ])
})

// Would catch a line that starts late because its first reading was just before the axis, or runs off its end.
test('the line is clipped at both ends of the axis', () => {
  const readings = line([
    [-30, 1, -20],
    [-10, 2, 10],
    [95, 3, 120],
    [110, 4, 130],
  ])
  expect(drawn(readings)).toEqual([
    [0, 10, 2],
    [95, 100, 3],
  ])
})

// Would catch a drop that was read at the end of the axis and is not drawn.
test('a reading at the end of the axis is drawn', () => {
  const readings = line([
    [50, 6, 100],
    [100, 2, 110],
  ])
  expect(drawn(readings).at(-1)).toEqual([100, 100, 2])
})

// Would catch a single reading that is invisible.
test('a reading that is valid for no time has the smallest width', () =>
  expect(drawn(line([[50, 3, 50]]), 2)).toEqual([[50, 52, 3]]))

// Would catch slanted lines, a gap that is closed, and a path that jumps within a line.
test('a path joins neighbouring steps by vertical lines and starts again after a gap', () => {
  const readings = line([
    [10, 4, 25],
    [20, 5, 35],
    [50, 6, 65],
  ])
  const path = linePath(
    stepsOf(readings, span, 0),
    (at) => at,
    (value) => 100 - value,
  )
  expect(path).toBe('M10 96H20V95H35M50 94H65')
})

// Would catch a band along the values, and a peak of five seconds that is missing in a chart of a day.
test('the band of a step reaches from its lowest to its highest value', () => {
  const readings: readonly Reading[] = [
    [0, 5, 10],
    [10, 6, 100],
  ]
  const banded = line(readings, { low: [5, 3], high: [5, 40] })
  const path = bandPath(
    stepsOf(banded, span, 0),
    (at) => at,
    (value) => 100 - value,
  )
  expect(path).toBe('M10 60H100V97H10Z')
})

// Would catch a value under the pointer in a gap.
test('a reading is found where it is valid, but not in a gap', () => {
  const gappy = line([
    [10, 4, 25],
    [50, 6, 65],
  ])
  expect(readingAt(gappy, 5)).toBeNull()
  expect(readingAt(gappy, 24)?.value).toBe(4)
  expect(readingAt(gappy, 40)).toBeNull()
  expect(readingAt(gappy, 50)?.value).toBe(6)
})

// Would catch a gap that is missing in the table, and readings in the rows of other instants.
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

// Would catch a lost reading, overlapping steps, and a gap that is closed although it is wide enough to be visible.
test('steps follow each other in time, and every reading on the axis and every visible gap is drawn', () =>
  fc.assert(
    fc.property(someLine, fc.integer({ min: 1, max: 40 }), (readings, minMs) => {
      const steps = stepsOf(readings, span, minMs)
      const instants = steps.flatMap(({ start, end }) => [start, end])
      expect(instants).toEqual(instants.toSorted((a, b) => a - b))
      const onAxis = readings.at.filter((at) => at >= span.from && at <= span.to)
      expect(onAxis.map((at) => steps.find(({ start }) => start === at)?.value)).toEqual(
        onAxis.map((at) => readings.value[readings.at.indexOf(at)]),
      )
      const gaps = rowsOf([readings]).flatMap(({ at, until }) => (until === null ? [] : [{ at, until }]))
      const visible = gaps.filter(({ at, until }) => at > span.from && until < span.to && until - at > minMs)
      expect(visible.filter(({ until }) => steps.some(({ start, end }) => start < until && end >= until))).toEqual([])
    }),
  ))
