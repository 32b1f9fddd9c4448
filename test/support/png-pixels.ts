import { readFileSync } from 'node:fs'
import { inflateSync } from 'node:zlib'

/** Pixels in memory: RGBA, row by row. */
export interface Pixels {
  readonly width: number
  readonly height: number
  readonly data: Uint8ClampedArray<ArrayBuffer>
}

/** A picture of one grey. */
export function blankPixels(width: number, height: number, grey: number): Pixels {
  const data = new Uint8ClampedArray(width * height * 4).fill(grey)
  for (let at = 3; at < data.length; at += 4) data[at] = 255
  return { width, height, data }
}

/** PNG's prediction of a byte from its neighbours: left, above, above left. */
const predictors: readonly ((left: number, up: number, upLeft: number) => number)[] = [
  () => 0,
  (left) => left,
  (_, up) => up,
  (left, up) => (left + up) >> 1,
  (left, up, upLeft) => {
    const estimate = left + up - upLeft
    const [a, b, c] = [Math.abs(estimate - left), Math.abs(estimate - up), Math.abs(estimate - upLeft)]
    if (a <= b && a <= c) return left
    return b <= c ? up : upLeft
  },
]

function* chunks(file: Buffer): Generator<readonly [string, Buffer]> {
  for (let at = 8; at < file.length;) {
    const length = file.readUInt32BE(at)
    yield [file.toString('latin1', at + 4, at + 8), file.subarray(at + 8, at + 8 + length)]
    at += length + 12
  }
}

function bytesOf(parts: readonly (readonly [string, Buffer])[], name: string): Buffer {
  return Buffer.concat(parts.filter((part) => part[0] === name).map(([, bytes]) => bytes))
}

/** The pixels of a non-interlaced PNG with three bytes per pixel, such as the files in test/fixtures. */
export function readPng(path: string): Pixels {
  const parts = [...chunks(readFileSync(path))]
  const header = bytesOf(parts, 'IHDR')
  const picture = blankPixels(header.readUInt32BE(0), header.readUInt32BE(4), 0)
  const { width, height, data } = picture
  const packed = inflateSync(bytesOf(parts, 'IDAT'))
  const stride = width * 3 + 1
  const at = (row: number, pixel: number, channel: number): number =>
    row < 0 || pixel < 0 ? 0 : (data[(row * width + pixel) * 4 + channel] ?? 0)
  for (let row = 0; row < height; row++) {
    const predictor = predictors[packed[row * stride] ?? 0] ?? (() => 0)
    for (let n = 0; n < width * 3; n++) {
      const [pixel, channel] = [Math.floor(n / 3), n % 3]
      const guess = predictor(at(row, pixel - 1, channel), at(row - 1, pixel, channel), at(row - 1, pixel - 1, channel))
      data[(row * width + pixel) * 4 + channel] = ((packed[row * stride + 1 + n] ?? 0) + guess) & 0xff
    }
  }
  return picture
}

/** The position and width of a picture that is drawn into a larger one; rotated by a quarter when `isTurned`. */
export interface Place {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly isTurned?: boolean
}

/** Draws a square picture into a larger one, cropped at the edges and interpolated where it is enlarged. */
export function draw(target: Pixels, picture: Pixels, { x, y, width, isTurned = false }: Place): void {
  const scale = picture.width / width
  const at = (column: number, row: number, channel: number): number =>
    picture.data[
      (Math.min(row, picture.height - 1) * picture.width + Math.min(column, picture.width - 1)) * 4 + channel
    ] ?? 0
  for (let n = 0; n < width * width * 4; n++) {
    const [column, row, channel] = [Math.floor(n / 4) % width, Math.floor(n / 4 / width), n % 4]
    if (x + column < 0 || x + column >= target.width || y + row < 0 || y + row >= target.height) continue
    const [across, down] = isTurned ? [row, width - 1 - column] : [column, row]
    const [left, top] = [Math.floor(across * scale), Math.floor(down * scale)]
    const [late, low] = [across * scale - left, down * scale - top]
    const upper = at(left, top, channel) * (1 - late) + at(left + 1, top, channel) * late
    const lower = at(left, top + 1, channel) * (1 - late) + at(left + 1, top + 1, channel) * late
    target.data[((y + row) * target.width + x + column) * 4 + channel] = upper * (1 - low) + lower * low
  }
}
