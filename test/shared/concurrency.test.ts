import { describe, expect, it } from 'vitest'
import { isStale, stretchesOf } from '../../src/shared/model/concurrency.ts'

const point = (at: number) => ({ at, total: 1, yours: null })

describe('isStale', () => {
  it('turns after three intervals', () => {
    expect(isStale(1_000, 5_000, 16_000)).toBe(false)
    expect(isStale(1_000, 5_000, 16_001)).toBe(true)
  })

  it('holds for a figure that was never read', () => {
    expect(isStale(null, 5_000, 0)).toBe(true)
  })
})

describe('stretchesOf', () => {
  it('draws no line over a time in which nothing was read', () => {
    const points = [0, 15, 30, 100, 115].map(point)
    expect(stretchesOf(points, 45).map((stretch) => stretch.map(({ at }) => at))).toEqual([
      [0, 15, 30],
      [100, 115],
    ])
  })

  it('has no stretch without a point', () => {
    expect(stretchesOf([], 45)).toEqual([])
  })
})
