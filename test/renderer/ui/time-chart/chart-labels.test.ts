import { expect, test } from 'vitest'
import { freePlace, withoutOverlaps } from '../../../../src/renderer/ui/time-chart/chart-labels.ts'

const batch = (x: number) => ({ kind: 'batch', x }) as const
const alert = (x: number) => ({ kind: 'alert', x }) as const

// Would catch a text that the line runs through, and one that is put elsewhere although it had room.
test('a text stands in the first place that no line runs through', () => {
  const place = (left: number, top: number) => ({ left, right: left + 40, top, bottom: top + 14 })
  const places = [place(10, 0), place(-50, 0), place(10, 14)]
  const line = { left: 0, right: 100, top: 5, bottom: 7 }
  expect(freePlace(places, [])).toBe(places[0])
  expect(freePlace(places, [line])).toBe(places[1])
  expect(freePlace(places, [{ ...line, left: -100 }])).toBe(places[2])
  // Edges that meet do not cover each other.
  expect(freePlace([place(0, 0)], [{ left: 40, right: 42, top: 0, bottom: 14 }])).toBeDefined()
  expect(freePlace(places, [{ left: -100, right: 100, top: 0, bottom: 100 }])).toBeUndefined()
})

test('a mark that stands alone is drawn with its line', () =>
  expect(withoutOverlaps([batch(100), batch(20)], 1)).toEqual([
    { mark: batch(20), hasLine: true },
    { mark: batch(100), hasLine: true },
  ]))

test('marks in a crowd lose their lines, and signs that would cover each other are drawn once', () =>
  expect(withoutOverlaps([batch(20), batch(24), batch(30), batch(80)], 1)).toEqual([
    { mark: batch(20), hasLine: false },
    { mark: batch(30), hasLine: false },
    { mark: batch(80), hasLine: true },
  ]))

test('a sign of another kind is never left out for one beside it', () =>
  expect(withoutOverlaps([batch(20), alert(22)], 1).map(({ mark }) => mark)).toEqual([batch(20), alert(22)]))

test('distances are those seen on screen, whatever its density', () => {
  expect(withoutOverlaps([batch(20), batch(34)], 1).every(({ hasLine }) => hasLine)).toBe(true)
  expect(withoutOverlaps([batch(20), batch(34)], 2)).toHaveLength(1)
})
