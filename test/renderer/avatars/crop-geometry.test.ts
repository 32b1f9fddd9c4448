import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  draggedCorner,
  largestArea,
  movedArea,
  resizedArea,
  unitsOf,
} from '../../../src/renderer/sections/avatars/crop/crop-geometry.ts'
import type { Ratio, Size } from '../../../src/renderer/sections/avatars/crop/crop-geometry.ts'
import type { CropArea } from '../../../src/shared/schemas/avatar.ts'

const sizes = fc.record({ width: fc.integer({ min: 16, max: 8_000 }), height: fc.integer({ min: 16, max: 8_000 }) })
const ratios = fc.constantFrom<Ratio>('16:9', '9:16')
const moves = fc.record({
  x: fc.double({ min: -9_000, max: 9_000, noNaN: true }),
  y: fc.double({ min: -9_000, max: 9_000, noNaN: true }),
})

function expectExact(area: CropArea, image: Size): void {
  const long = Math.max(area.width, area.height)
  const short = Math.min(area.width, area.height)
  expect(short * 16).toBe(long * 9)
  expect(Object.values(area).every(Number.isInteger)).toBe(true)
  expect(Math.min(area.x, area.y)).toBeGreaterThanOrEqual(0)
  expect(area.x + area.width).toBeLessThanOrEqual(image.width)
  expect(area.y + area.height).toBeLessThanOrEqual(image.height)
  expect(area.width).toBeGreaterThan(0)
}

// Would catch a crop that is a pixel off the ratio (which the service refuses) or reaches outside the image (a black
// edge in the portrait), whatever the operator does with it.
test('a frame stays exactly in shape and inside the image through every move', () => {
  fc.assert(
    fc.property(
      sizes,
      ratios,
      fc.record({ by: moves, units: fc.integer({ min: -50, max: 600 }) }),
      (image, ratio, { by, units }) => {
        const start = largestArea(image, ratio)
        expectExact(start, image)
        const moved = movedArea(resizedArea(start, units, image), by, image)
        expectExact(moved, image)
        for (const corner of ['north-west', 'north-east', 'south-west', 'south-east'] as const) {
          expectExact(draggedCorner(moved, { corner, by }, image), image)
        }
      },
    ),
  )
})

// Would catch a corner that drags the whole frame along.
test('the corner opposite the dragged one stays where it is', () => {
  const image = { width: 1_600, height: 1_600 }
  const area = { x: 320, y: 180, width: 640, height: 360 }
  const dragged = draggedCorner(area, { corner: 'north-west', by: { x: -160, y: -90 } }, image)
  expect(dragged).toEqual({ x: 160, y: 90, width: 800, height: 450 })
})

// Would catch a size slider that loses the frame's shape when it gets small.
test('the smallest frame is one unit', () => {
  const image = { width: 1_080, height: 1_920 }
  const smallest = resizedArea(largestArea(image, '9:16'), -5, image)
  expect(unitsOf(smallest, '9:16')).toBe(1)
  expect([smallest.width, smallest.height]).toEqual([9, 16])
})
