import { expect, test } from 'vitest'
import { smallerSize } from '../../../src/renderer/imaging/decode.ts'

const camera = { width: 6000, height: 4000 }

test('a JPEG is decoded to the fewest pixels that suffice, an eighth at least and a half at most', () => {
  expect(smallerSize(camera, 2048 / 6000)).toEqual({ width: 2250, height: 1500 })
  expect(smallerSize(camera, 0.5)).toEqual({ width: 3000, height: 2000 })
  expect(smallerSize(camera, 0.001)).toEqual({ width: 750, height: 500 })
  expect(smallerSize(camera, 0.51)).toBeNull()
})

test('a JPEG is decoded to more pixels, or to full size, where a pixel would change its position', () => {
  expect(smallerSize({ width: 4000, height: 2252 }, 0.3)).toEqual({ width: 2000, height: 1126 })
  expect(smallerSize({ width: 3001, height: 2003 }, 0.1)).toBeNull()
})
