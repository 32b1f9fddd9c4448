import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  areaOfCrop,
  cropOfArea,
  proposedArea,
  ratioOf,
} from '../../../src/renderer/sections/avatars/crop/crop-geometry.ts'
import type { Ratio } from '../../../src/renderer/sections/avatars/crop/crop-geometry.ts'

const sizes = fc.record({ width: fc.integer({ min: 16, max: 8_000 }), height: fc.integer({ min: 16, max: 8_000 }) })
const ratios = fc.constantFrom<Ratio>('16:9', '9:16', '1:1', '4:3', '1920:1080')
const percent = fc.double({ min: -20, max: 120, noNaN: true })
const crops = fc.record({ x: percent, y: percent, width: percent, height: percent })

// Would catch a crop that is a pixel off the ratio, which the service refuses, or a crop outside the image, which
// causes a black edge in the portrait.
test('every frame of the cropper results in an area with its exact ratio, in whole pixels and inside the image', () =>
  fc.assert(
    fc.property(sizes, ratios, crops, (image, ratio, crop) => {
      const area = areaOfCrop({ unit: '%', ...crop }, ratio, image)
      const [width = 0, height = 0] = ratio.split(':').map(Number)
      expect(area.width * height).toBe(area.height * width)
      expect(Object.values(area).every(Number.isInteger)).toBe(true)
      expect(Math.min(area.x, area.y)).toBeGreaterThanOrEqual(0)
      expect(area.x + area.width).toBeLessThanOrEqual(image.width)
      expect(area.y + area.height).toBeLessThanOrEqual(image.height)
      expect(Math.min(area.width, area.height)).toBeGreaterThan(0)
    }),
  ))

// Would catch a saved crop that moves a little each time it is opened and applied.
test('an area that is converted to a frame and back is unchanged', () =>
  fc.assert(
    fc.property(sizes, ratios, (image, ratio) => {
      const area = proposedArea(image, ratio, [])
      fc.pre(area !== null)
      expect(areaOfCrop(cropOfArea(area, image), ratio, image)).toEqual(area)
    }),
  ))

const known: readonly Ratio[] = ['16:9', '9:16']

// Would catch a saved 16:9 crop that opens as 9:16, and an area whose ratio is no longer accepted.
test('the ratio of a saved area is computed from its pixels', () => {
  expect(ratioOf({ x: 0, y: 0, width: 160, height: 90 }, known)).toBe('16:9')
  expect(ratioOf({ x: 0, y: 0, width: 9, height: 16 }, known)).toBe('9:16')
  expect(ratioOf({ x: 0, y: 0, width: 161, height: 90 }, known)).toBeUndefined()
})
