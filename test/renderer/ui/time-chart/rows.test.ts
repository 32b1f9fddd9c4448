import { expect, test } from 'vitest'
import { rowsOf } from '../../../../src/renderer/ui/time-chart/rows.ts'

const cell = (value: number) => ({ value, low: value, high: value })

// Would catch lines that are read at other instants and lose their readings in the table.
test('lines of different instants share the rows', () => {
  const rows = rowsOf([
    { name: 'a', tone: 'accent', at: [10, 20], value: [1, 2], holdsUntil: [20, 30] },
    { name: 'b', tone: 'soft', at: [15], value: [7], holdsUntil: [40] },
  ])
  expect(rows).toEqual([
    { at: 20, until: null, cells: [cell(2), null] },
    { at: 15, until: null, cells: [null, cell(7)] },
    { at: 10, until: null, cells: [cell(1), null] },
  ])
})

// Would catch a gap that is told although one line was still known, or not told at all.
test('a gap is where no line is known', () => {
  const rows = rowsOf([
    { name: 'a', tone: 'accent', at: [10, 50, 90], value: [1, 2, 3], holdsUntil: [20, 60, 99] },
    { name: 'b', tone: 'soft', at: [10], value: [7], holdsUntil: [50] },
  ])
  expect(rows.filter(({ until }) => until !== null)).toEqual([{ at: 60, until: 90, cells: [] }])
})
