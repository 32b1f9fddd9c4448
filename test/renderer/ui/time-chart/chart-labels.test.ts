import { expect, test } from 'vitest'
import { withoutOverlaps } from '../../../../src/renderer/ui/time-chart/chart-labels.ts'

const batch = (x: number) => ({ kind: 'batch', x }) as const
const alert = (x: number) => ({ kind: 'alert', x }) as const

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
