import { expect, test } from 'vitest'
import { hashSide, perceptualHash } from '../../../src/renderer/imaging/perceptual-hash.ts'

type Picture = (x: number, y: number) => number

/** A square of pixels as a worker would hand it over, from a picture over 0 to 1 with values 0 to 255. */
function pixels(picture: Picture, alpha = 255): Uint8ClampedArray {
  return Uint8ClampedArray.from({ length: hashSide * hashSide * 4 }, (_, n) => {
    const pixel = Math.floor(n / 4)
    if (n % 4 === 3) return alpha
    return picture((pixel % hashSide) / hashSide, Math.floor(pixel / hashSide) / hashSide)
  })
}

function distance(one: Uint8ClampedArray, other: Uint8ClampedArray): number {
  const differing = BigInt(`0x${perceptualHash(one)}`) ^ BigInt(`0x${perceptualHash(other)}`)
  return differing.toString(2).replaceAll('0', '').length
}

// Numbers between -1 and 1 that look like chance and are always the same.
const chance = (n: number): number => ((Math.sin(n * 12.9898) * 43758.5453) % 1) * 2 - Math.sign(Math.sin(n * 12.9898))

/** A picture with shapes of all sizes, the coarse ones strongest, as photographs have; another one for each seed. */
const photograph =
  (seed: number): Picture =>
  (x, y) => {
    let light = 128
    for (let n = 0; n < 144; n++) {
      const [u, v] = [n % 12, Math.floor(n / 12)]
      const strength = (70 * chance(seed * 1000 + n)) / (1 + u + v)
      light += strength * Math.cos(Math.PI * u * x) * Math.cos(Math.PI * v * y)
    }
    return light
  }

test('16 hex digits, always the same for the same pixels', () => {
  expect(perceptualHash(pixels(photograph(1)))).toMatch(/^[0-9a-f]{16}$/)
  expect(perceptualHash(pixels(photograph(1)))).toBe(perceptualHash(pixels(photograph(1))))
})

test('the same picture encoded anew, brighter, or with less contrast stays within a few bits', () => {
  for (const seed of [1, 2, 3, 4, 5, 6]) {
    const picture = photograph(seed)
    const noise: Picture = (x, y) => picture(x, y) + 5 * Math.sin(x * 911 + y * 577)
    const steps: Picture = (x, y) => Math.round(picture(x, y) / 8) * 8
    const brighter: Picture = (x, y) => picture(x, y) * 0.8 + 30
    for (const changed of [noise, steps, brighter])
      expect(distance(pixels(picture), pixels(changed))).toBeLessThanOrEqual(6)
  }
})

test('different pictures differ in many bits', () => {
  for (const seed of [1, 2, 3, 4, 5])
    expect(distance(pixels(photograph(seed)), pixels(photograph(seed + 1)))).toBeGreaterThan(14)
})

test('what is transparent counts as white, whatever colour lies under it', () => {
  const dark = pixels(() => 0, 0)
  const white = pixels(() => 255)
  expect(perceptualHash(dark)).toBe(perceptualHash(white))
})
