// @vitest-environment node
import { describe, expect, it } from 'vitest'
import { faceSide, greyOf, pictureSide, qualityIn } from '../../../src/renderer/imaging/picture-quality.ts'
import type { GreyPicture } from '../../../src/renderer/imaging/picture-quality.ts'
import { readPng } from '../../support/png-pixels.ts'

const portrait = greyOf(readPng('test/fixtures/astronaut.png'))
const all = { x: 0, y: 0, width: portrait.width, height: portrait.height }

/** The mean over squares of `radius` pixels to each side, three times: close to a Gaussian blur. */
function blurred(picture: GreyPicture, radius: number, times = 3): GreyPicture {
  if (times === 0) return picture
  const { width, height, values } = picture
  const mean = (x: number, y: number): number => {
    const found: number[] = []
    for (let row = Math.max(0, y - radius); row <= Math.min(height - 1, y + radius); row += 1)
      for (let column = Math.max(0, x - radius); column <= Math.min(width - 1, x + radius); column += 1)
        found.push(values[row * width + column] ?? 0)
    return found.reduce((sum, value) => sum + value, 0) / found.length
  }
  const means = Uint8ClampedArray.from(values, (_, at) => mean(at % width, Math.floor(at / width)))
  return blurred({ width, height, values: means }, radius, times - 1)
}

const changed = (change: (value: number) => number): GreyPicture => ({
  width: portrait.width,
  height: portrait.height,
  values: Uint8ClampedArray.from(portrait.values, change),
})

describe('sharpness', () => {
  it('falls with blur, and hardly with contrast', () => {
    const sharp = qualityIn(portrait, all, pictureSide).sharpness
    expect(sharp).toBeGreaterThan(0.1)
    expect(
      qualityIn(
        changed((value) => 90 + value / 3),
        all,
        pictureSide,
      ).sharpness,
    ).toBeGreaterThan(0.1)
    expect(qualityIn(blurred(portrait, 1), all, pictureSide).sharpness).toBeLessThan(sharp / 4)
    expect(qualityIn(blurred(portrait, 3), all, pictureSide).sharpness).toBeLessThan(0.01)
  })

  it('is measured only in the area, at no more than its side', () => {
    // A sharp background beside a blurred face.
    const soft = blurred(portrait, 3)
    const values = Uint8ClampedArray.from(portrait.values, (value, at) =>
      at % portrait.width < portrait.width / 2 ? (soft.values[at] ?? 0) : value,
    )
    const half = { x: 0, y: 0, width: portrait.width / 2, height: portrait.height }
    const mixed = { width: portrait.width, height: portrait.height, values }
    expect(qualityIn(mixed, half, faceSide).sharpness).toBeLessThan(0.02)
    expect(qualityIn(mixed, { ...half, x: half.width }, faceSide).sharpness).toBeGreaterThan(0.1)
  })

  it('is not reduced for a wall of one colour', () =>
    expect(
      qualityIn(
        changed(() => 120),
        all,
        pictureSide,
      ),
    ).toEqual({ sharpness: 1, brightness: 120 }))
})

it('brightness is the brightness of the lightest parts', () => {
  expect(qualityIn(portrait, all, pictureSide).brightness).toBeGreaterThan(180)
  expect(
    qualityIn(
      changed((value) => value / 8),
      all,
      pictureSide,
    ).brightness,
  ).toBeLessThan(32)
})
