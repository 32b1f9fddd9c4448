/** The eight orientations of a stored picture, numbered as in EXIF, and their transformations. */
import type { ImageFacts } from '../schemas/avatar.ts'

export type Orientation = ImageFacts['orientation']

/**
 * The directions in the upright picture of a step to the right (`a`, `b`) and a step down (`c`, `d`) in the stored
 * picture.
 */
export type Turn = readonly [a: number, b: number, c: number, d: number]

const turns: Readonly<Record<Orientation, Turn>> = {
  1: [1, 0, 0, 1],
  2: [-1, 0, 0, 1],
  3: [-1, 0, 0, -1],
  4: [1, 0, 0, -1],
  5: [0, 1, 1, 0],
  6: [0, 1, -1, 0],
  7: [0, -1, -1, 0],
  8: [0, -1, 1, 0],
}

const orientations = [1, 2, 3, 4, 5, 6, 7, 8] as const

export function turnOf(orientation: Orientation): Turn {
  return turns[orientation]
}

/** The orientation with this number; null for an invalid number. */
export function orientationNumbered(number: number): Orientation | null {
  return orientations.find((orientation) => orientation === number) ?? null
}

/** The orientation that equals two orientations applied one after the other. */
export function combinedOrientation(first: Orientation, second: Orientation): Orientation {
  const [a, b, c, d] = turns[first]
  const [e, f, g, h] = turns[second]
  const combined = [e * a + g * b, f * a + h * b, e * c + g * d, f * c + h * d]
  return orientations.find((orientation) => turns[orientation].every((step, index) => step === combined[index])) ?? 1
}

/** The size of a stored picture once it is upright. */
export function uprightSize<Size extends { readonly width: number; readonly height: number }>(
  size: Size,
  orientation: Orientation,
): Size {
  return orientation < 5 ? size : { ...size, width: size.height, height: size.width }
}
