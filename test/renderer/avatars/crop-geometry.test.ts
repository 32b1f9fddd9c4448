import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  draggedCorner,
  largestArea,
  movedArea,
  resizedArea,
  shapeOf,
  stretchedArea,
  unitsOf,
} from '../../../src/renderer/sections/avatars/crop/crop-geometry.ts'
import type { Ratio, Size } from '../../../src/renderer/sections/avatars/crop/crop-geometry.ts'
import type { CropArea } from '../../../src/shared/schemas/avatar.ts'

const sizes = fc.record({ width: fc.integer({ min: 16, max: 8_000 }), height: fc.integer({ min: 16, max: 8_000 }) })
const ratios = fc.constantFrom<Ratio>('16:9', '9:16', '1:1', '4:3', '1920:1080')
const known: readonly Ratio[] = ['16:9', '9:16']
const moves = fc.record({
  x: fc.double({ min: -9_000, max: 9_000, noNaN: true }),
  y: fc.double({ min: -9_000, max: 9_000, noNaN: true }),
})

function expectInside(area: CropArea, image: Size): void {
  expect(Object.values(area).every(Number.isInteger)).toBe(true)
  expect(Math.min(area.x, area.y)).toBeGreaterThanOrEqual(0)
  expect(area.x + area.width).toBeLessThanOrEqual(image.width)
  expect(area.y + area.height).toBeLessThanOrEqual(image.height)
  expect(Math.min(area.width, area.height)).toBeGreaterThan(0)
}

function expectExact(area: CropArea, ratio: Ratio, image: Size): void {
  const [width = 0, height = 0] = ratio.split(':').map(Number)
  expect(area.width * height).toBe(area.height * width)
  expectInside(area, image)
}

// Would catch a crop that is a pixel off the ratio (which the service refuses) or reaches outside the image (a black
// edge in the portrait), whatever the operator does with it.
test('a frame stays exactly in shape and inside the image through every move', () =>
  fc.assert(
    fc.property(
      sizes,
      ratios,
      fc.record({ by: moves, units: fc.integer({ min: -50, max: 600 }) }),
      (image, ratio, { by, units }) => {
        const start = largestArea(image, ratio)
        expectExact(start, ratio, image)
        const moved = movedArea(resizedArea({ area: start, ratio }, units, image), by, image)
        expectExact(moved, ratio, image)
        for (const corner of ['north-west', 'north-east', 'south-west', 'south-east'] as const) {
          expectExact(draggedCorner({ area: moved, shape: ratio }, { corner, by }, image), ratio, image)
        }
      },
    ),
  ))

// Would catch a corner that drags the whole frame along.
test('the corner opposite the dragged one stays where it is', () => {
  const image = { width: 1_600, height: 1_600 }
  const area = { x: 320, y: 180, width: 640, height: 360 }
  const dragged = draggedCorner({ area, shape: '16:9' }, { corner: 'north-west', by: { x: -160, y: -90 } }, image)
  expect(dragged).toEqual({ x: 160, y: 90, width: 800, height: 450 })
})

// Would catch a size slider that loses the frame's shape when it gets small.
test('the smallest frame is one unit', () => {
  const image = { width: 1_080, height: 1_920 }
  const smallest = resizedArea({ area: largestArea(image, '9:16'), ratio: '9:16' }, -5, image)
  expect(unitsOf(smallest, '9:16')).toBe(1)
  expect([smallest.width, smallest.height]).toEqual([9, 16])
})

// Would catch a free frame that leaves the image, or vanishes, when a corner is dragged across it.
test('a free frame stays inside the image, at least one pixel large', () =>
  fc.assert(
    fc.property(sizes, moves, moves, (image, by, size) => {
      const start = stretchedArea({ x: 0, y: 0, width: 1, height: 1 }, { width: size.x, height: size.y }, image)
      expectInside(start, image)
      for (const corner of ['north-west', 'north-east', 'south-west', 'south-east'] as const) {
        expectInside(draggedCorner({ area: start, shape: 'free' }, { corner, by }, image), image)
      }
    }),
  ))

// Would catch a saved free crop that opens as 16:9 and is cut anew, or the other way round.
test('the shape of a saved frame is told from its pixels', () => {
  expect(shapeOf({ x: 0, y: 0, width: 160, height: 90 }, known)).toBe('16:9')
  expect(shapeOf({ x: 0, y: 0, width: 9, height: 16 }, known)).toBe('9:16')
  expect(shapeOf({ x: 0, y: 0, width: 161, height: 90 }, known)).toBe('free')
})
