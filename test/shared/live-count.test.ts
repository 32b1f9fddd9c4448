import { describe, expect, it } from 'vitest'
import { isStale, sumLive } from '../../src/shared/model/live-count.ts'
import { applicationCount } from '../../src/shared/schemas/session.ts'
import type { ApplicationCount } from '../../src/shared/schemas/session.ts'

const now = 1_800_000_000_000

function aCount(total: number | null, ageMs = 0, hasFailed = false): ApplicationCount {
  const latest = total === null ? null : { at: now - ageMs, total, yours: null }
  return applicationCount.parse({ appId: 'lobby', latest, hasFailed, intervalMs: 15_000 })
}

describe('a count', () =>
  it.each([
    ['of now', aCount(3), false],
    ['two intervals old', aCount(3, 30_000), false],
    ['older than that', aCount(3, 30_001), true],
    ['of a moment ago whose next read failed', aCount(3, 1, true), true],
    ['of a clock that was ahead', aCount(3, -30_001), true],
    ['that was never read', aCount(null, 0, true), false],
  ])('%s', (_what, count, expected) => expect(isStale(count, now)).toBe(expected)))

describe('a sum', () => {
  it('includes current counts, and separates stale ones', () => {
    const counts = [aCount(5, 4_000), aCount(3, 9_000), aCount(7, 40_000), aCount(2, 1_000, true), aCount(null)]
    expect(sumLive(counts, now)).toEqual({
      live: 8,
      fresh: 2,
      was: 9,
      stale: 2,
      unread: 1,
      all: 5,
      oldestAt: now - 9_000,
    })
  })

  it('of stale counts alone has no current value', () =>
    expect(sumLive([aCount(7, 40_000), aCount(2, 1_000, true)], now)).toMatchObject({
      live: 0,
      fresh: 0,
      was: 9,
      stale: 2,
      oldestAt: now - 40_000,
    }))

  it('of no counts has no time', () =>
    expect(sumLive([aCount(null)], now)).toMatchObject({ live: 0, fresh: 0, unread: 1, oldestAt: null }))
})
