/** Counts at random times, like those of reads with gaps and of a clock that is set back now and then. */
import fc from 'fast-check'
import type { ConcurrencySample } from '../../../src/shared/schemas/session.ts'
import { appId } from '../../../src/shared/schemas/ids.ts'

/** A count and the duration of its validity. */
export interface HeldCount {
  readonly sample: ConcurrencySample
  readonly holdsMs: number
}

/** The application of the counts. */
export const countedApp = appId.parse('lobby')

const delayMs = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 4_000, max: 60_000 }) },
  { weight: 2, arbitrary: fc.integer({ min: 60_000, max: 4_000_000 }) },
  { weight: 1, arbitrary: fc.constant(0) },
  { weight: 1, arbitrary: fc.integer({ min: -1_000_000, max: -1 }) },
)

const reading = fc.record({
  delayMs,
  total: fc.integer({ min: 0, max: 20 }),
  yours: fc.option(fc.integer({ min: 0, max: 20 })),
  holdsMs: fc.integer({ min: 45_000, max: 180_000 }),
})

/** Counts in the order of their arrival; none is later than `now` (epoch ms). */
export function countsUntil(now: number): fc.Arbitrary<readonly HeldCount[]> {
  return fc.array(reading, { maxLength: 60 }).map((readings) => {
    let at = 0
    const times = readings.map((each) => (at += each.delayMs))
    const latest = Math.max(0, ...times)
    return readings.map(({ total, yours, holdsMs }, index) => ({
      sample: { appId: countedApp, at: now - latest + (times[index] ?? 0), corporateId: 'c', total, yours },
      holdsMs,
    }))
  })
}

/** The same counts by their time; of two with the same time, the one that arrived later is last. */
export function inTime(counts: readonly HeldCount[]): readonly HeldCount[] {
  return counts.toSorted((one, other) => one.sample.at - other.sample.at)
}
