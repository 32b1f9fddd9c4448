import { expect, test } from 'vitest'
import { fitted, inside } from '../../../src/renderer/imaging/draw.ts'

test.each([
  [{ width: 6000, height: 4000 }, 2048, { width: 2048, height: 1365 }],
  [{ width: 900, height: 1600 }, 320, { width: 180, height: 320 }],
  [{ width: 100, height: 50 }, 320, { width: 100, height: 50 }],
  [{ width: 10_000, height: 1 }, 320, { width: 320, height: 1 }],
  [{ width: 640, height: 480 }, null, { width: 640, height: 480 }],
])('%o is fitted to %s', (size, max, result) => expect(fitted(size, max)).toEqual(result))

test('an area that crosses the edge is clipped there, and an area outside still contains a pixel', () => {
  const image = { width: 100, height: 80 }
  expect(inside(null, image)).toEqual({ x: 0, y: 0, width: 100, height: 80 })
  expect(inside({ x: 10, y: 20, width: 30, height: 40 }, image)).toEqual({ x: 10, y: 20, width: 30, height: 40 })
  expect(inside({ x: 90, y: 70, width: 30, height: 40 }, image)).toEqual({ x: 90, y: 70, width: 10, height: 10 })
  expect(inside({ x: 500, y: 500, width: 30, height: 40 }, image)).toEqual({ x: 99, y: 79, width: 1, height: 1 })
})
