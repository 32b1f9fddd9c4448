import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bestRatio, proposedArea } from '../../../src/renderer/sections/avatars/crop/crop-geometry.ts'
import type { FaceBox } from '../../../src/shared/schemas/avatar.ts'

const face = (x: number, y: number, side = 300): FaceBox => ({
  x,
  y,
  width: side,
  height: side,
  confidence: 0.9,
  frontal: true,
})

// Would catch a wide crop of a tall portrait that cuts off the head, or a crop that ignores the face.
test('the face is in the middle, a little above half the height', () => {
  const area = proposedArea({ width: 1_600, height: 4_000 }, '16:9', [face(700, 2_000)])
  expect(area).toEqual({ x: 0, y: 1_772, width: 1_600, height: 900 })
  const tall = proposedArea({ width: 3_200, height: 1_600 }, '9:16', [face(2_000, 500)])
  expect(tall).toEqual({ x: 1_700, y: 0, width: 900, height: 1_600 })
})

// Would catch a proposal around a person in the background.
test('the largest of several faces counts', () => {
  const size = { width: 3_200, height: 1_600 }
  const both = proposedArea(size, '9:16', [face(100, 100, 80), face(2_000, 500)])
  expect(both).toEqual(proposedArea(size, '9:16', [face(2_000, 500)]))
})

// Would catch a frame without pixels, which main refuses.
test('an image that is too small for the shape has no proposal', () =>
  expect(proposedArea({ width: 12, height: 400 }, '16:9', [])).toBeNull())

// Would catch a frame outside the image when the face is at its edge, or even outside it.
test('the frame has its shape and stays inside, wherever the face is', () => {
  const side = fc.integer({ min: 16, max: 9_000 })
  const place = fc.integer({ min: -500, max: 9_500 })
  const sizes = fc.record({ width: side, height: side })
  const places = fc.record({ x: place, y: place })
  fc.assert(
    fc.property(sizes, places, fc.constantFrom('16:9', '9:16'), ({ width, height }, { x, y }, ratio) => {
      const area = proposedArea({ width, height }, ratio, [face(x, y)])
      if (area === null) return
      expect(ratio === '16:9' ? area.width * 9 : area.height * 9).toBe(
        (ratio === '16:9' ? area.height : area.width) * 16,
      )
      expect(Math.min(area.x, area.y)).toBeGreaterThanOrEqual(0)
      expect(area.x + area.width).toBeLessThanOrEqual(width)
      expect(area.y + area.height).toBeLessThanOrEqual(height)
    }),
  )
})

const known = ['16:9', '9:16'] as const

// Would catch a wide crop of a square portrait, which cuts the hair above the face.
test('the first proposed shape loses the least of the head, then of the picture', () => {
  expect(bestRatio({ width: 304, height: 304 }, known, [face(104, 40, 63)])).toBe('9:16')
  expect(bestRatio({ width: 1_200, height: 1_200 }, known, [face(300, 350, 500)])).toBe('9:16')
  // Small faces lose nothing with either shape.
  expect(bestRatio({ width: 1_600, height: 1_200 }, known, [face(700, 500, 100)])).toBe('16:9')
  // A large face in a wide picture: the tall frame would cut its sides.
  expect(bestRatio({ width: 1_600, height: 1_000 }, known, [face(500, 300, 500)])).toBe('16:9')
  expect(bestRatio({ width: 1_000, height: 1_500 }, known, [])).toBe('9:16')
  expect(bestRatio({ width: 1_500, height: 1_000 }, known, [])).toBe('16:9')
  expect(bestRatio({ width: 1_000, height: 1_000 }, known, [])).toBe('9:16')
  expect(bestRatio({ width: 1_000, height: 1_000 }, [], [])).toBeUndefined()
})
