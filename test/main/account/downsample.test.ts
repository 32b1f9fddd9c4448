import fc from 'fast-check'
import { expect, it } from 'vitest'
import { maxPoints, downsampled } from '../../../src/main/account/balance-history.ts'
import type { HeldSample } from '../../../src/main/account/balance-history.ts'

const minute = 60_000
const steps = fc.array(
  fc.record({
    gap: fc.constantFrom(1, 1, 1, 1, 1, 1, 1, 1, 1, 40, 4_000).map((times) => times * 5 * minute),
    creations: fc.option(fc.integer({ min: 0, max: 100_000 }), { freq: 10 }),
    duration: fc.option(fc.integer({ min: 0, max: 9 }), { freq: 3 }),
  }),
  { minLength: 1_501, maxLength: 4_000, size: 'max' },
)

function heldOf(list: readonly { gap: number; creations: number | null; duration: number | null }[]): HeldSample[] {
  let at = 1_790_000_000_000
  return list.map(({ gap, creations, duration }) => {
    const sample = {
      at,
      avatarCreationsLeft: creations,
      durationLeft: duration,
      holdsUntil: at + Math.min(gap, 11 * minute),
    }
    at += gap
    return sample
  })
}

const known = (samples: readonly HeldSample[]): number[] =>
  samples.flatMap(({ avatarCreationsLeft: value }) => (value === null ? [] : [value]))

// Would catch a lost peak, a truncated end, a gap that is drawn over, and too many points.
it('keeps few points with both ends, the extremes and the long gaps', () =>
  fc.assert(
    fc.property(steps, (list) => {
      const samples = heldOf(list)
      const points = downsampled(samples)
      expect(points.length).toBeLessThanOrEqual(maxPoints)
      expect(points[0]?.at).toBe(samples[0]?.at)
      expect(points.at(-1)).toEqual(samples.at(-1))
      expect(known(points).reduce((a, b) => Math.max(a, b), -1)).toBe(
        known(samples).reduce((a, b) => Math.max(a, b), -1),
      )
      expect(known(points).reduce((a, b) => Math.min(a, b), 1e9)).toBe(
        known(samples).reduce((a, b) => Math.min(a, b), 1e9),
      )
      for (const [index, point] of points.entries()) {
        expect(point.holdsUntil).toBeLessThanOrEqual(points[index + 1]?.at ?? Infinity)
      }
      const longest = (of: readonly HeldSample[]): number =>
        of.slice(1).reduce((most, next, index) => Math.max(most, next.at - (of[index]?.holdsUntil ?? 0)), 0)
      expect(longest(points)).toBe(longest(samples))
    }),
    { numRuns: 12 },
  ))

it('keeps every point of a short series', () => {
  const few = heldOf(Array.from({ length: maxPoints }, () => ({ gap: 5 * minute, creations: 1, duration: null })))
  expect(downsampled(few)).toBe(few)
  expect(downsampled([])).toEqual([])
})
