/** Measures the sharpness and brightness of a part of a picture, in numbers that do not depend on its size. */
import type { CropArea, PictureQuality } from '../../shared/schemas/avatar.ts'

type Size = Pick<CropArea, 'width' | 'height'>

/** One byte a pixel, row by row: 0 for black, 255 for white. */
export interface GreyPicture extends Size {
  readonly values: Uint8ClampedArray<ArrayBuffer>
}

/** Longest side at which a face is measured, in pixels; a smaller face is measured unscaled. */
export const faceSide = 64

/** Longest side at which a whole picture is measured. */
export const pictureSide = 256

export function greyOf({ data, width, height }: Size & { readonly data: Uint8ClampedArray }): GreyPicture {
  const values = new Uint8ClampedArray(width * height)
  for (let pixel = 0, at = 0; pixel < values.length; pixel += 1, at += 4)
    values[pixel] = 0.299 * (data[at] ?? 0) + 0.587 * (data[at + 1] ?? 0) + 0.114 * (data[at + 2] ?? 0)
  return { width, height, values }
}

/**
 * The part of a picture with its longest side no longer than `longest`; each pixel is the mean of the pixels that it
 * covers.
 */
function reduced(picture: GreyPicture, area: CropArea, longest: number): GreyPicture {
  const scale = Math.min(1, longest / Math.max(area.width, area.height))
  const width = Math.max(1, Math.round(area.width * scale))
  const height = Math.max(1, Math.round(area.height * scale))
  const values = new Uint8ClampedArray(width * height)
  const edge = (at: number, count: number, from: number, length: number): number =>
    from + Math.floor((at * length) / count)
  for (let y = 0; y < height; y += 1) {
    const [top, bottom] = [edge(y, height, area.y, area.height), edge(y + 1, height, area.y, area.height)]
    for (let x = 0; x < width; x += 1) {
      const [left, right] = [edge(x, width, area.x, area.width), edge(x + 1, width, area.x, area.width)]
      let sum = 0
      for (let row = top; row < bottom; row += 1)
        for (let column = left; column < right; column += 1) sum += picture.values[row * picture.width + column] ?? 0
      values[y * width + x] = sum / ((bottom - top) * (right - left))
    }
  }
  return { width, height, values }
}

function variance(values: readonly number[] | Uint8ClampedArray): number {
  let [sum, squares] = [0, 0]
  for (const value of values) {
    sum += value
    squares += value * value
  }
  return values.length === 0 ? 0 : squares / values.length - (sum / values.length) ** 2
}

/** The difference of each pixel from its four neighbours: the Laplacian. */
function edges({ width, height, values }: GreyPicture): readonly number[] {
  const found: number[] = []
  for (let y = 1; y < height - 1; y += 1) {
    for (let x = 1; x < width - 1; x += 1) {
      const at = y * width + x
      const neighbourSum = [at - 1, at + 1, at - width, at + width].reduce(
        (sum, index) => sum + (values[index] ?? 0),
        0,
      )
      found.push(neighbourSum - 4 * (values[at] ?? 0))
    }
  }
  return found
}

// A surface of one colour is neither sharp nor blurred.
const minVariance = 25

/** The quality of an area that lies inside of the picture. */
export function qualityIn(picture: GreyPicture, area: CropArea, longest: number): PictureQuality {
  const part = reduced(picture, area, longest)
  const contrast = variance(part.values)
  const brightest = part.values.toSorted()[Math.floor(part.values.length * 0.95)] ?? 0
  // Edges relative to contrast, so that soft light does not count as blur.
  return { sharpness: contrast < minVariance ? 1 : variance(edges(part)) / contrast, brightness: brightest }
}
