import { crc32, deflateRawSync, deflateSync } from 'node:zlib'
import { big, join, quarterColour } from './parts.ts'
import type { Part } from './parts.ts'

/** A PNG to make; by default RGB with 8 bits, the test picture. */
export interface PngPicture {
  readonly width: number
  readonly height: number
  readonly bits?: number
  /** As PNG numbers them: 0 grey, 2 RGB, 3 palette, 4 grey with alpha, 6 RGB with alpha. */
  readonly colourType?: number
  /** The bytes of a row. */
  readonly row?: (y: number) => readonly number[]
  /** Chunks before and behind the image data. */
  readonly before?: readonly Part[]
  readonly after?: readonly Part[]
  readonly trailing?: Part
}

/** The first eight bytes of each PNG. */
export const pngSignature = '\x89PNG\r\n\x1a\n'

/** A chunk with its length and checksum. */
export function chunk(name: string, ...content: readonly Part[]): Uint8Array<ArrayBuffer> {
  const named = join(name, ...content)
  return join(big(named.length - 4, 4), named, big(crc32(named), 4))
}

/** The chunk at the start of every PNG. */
export function header({ width, height, bits = 8, colourType = 2 }: PngPicture): Uint8Array<ArrayBuffer> {
  return chunk('IHDR', big(width, 4), big(height, 4), [bits, colourType, 0, 0, 0])
}

function testRow({ width, height }: PngPicture, y: number): number[] {
  return Array.from({ length: width }, (_, x) => quarterColour((x + 0.5) / width, (y + 0.5) / height)).flat()
}

/** The compressed rows of a picture. */
export function pixels(picture: PngPicture): Uint8Array {
  const row = picture.row ?? ((y: number) => testRow(picture, y))
  return deflateSync(join(...Array.from({ length: picture.height }, (_, y) => [0, ...row(y)])))
}

/** The file of a picture. */
export function pngFile(picture: PngPicture): Uint8Array<ArrayBuffer> {
  return join(
    pngSignature,
    header(picture),
    ...(picture.before ?? []),
    chunk('IDAT', pixels(picture)),
    ...(picture.after ?? []),
    chunk('IEND'),
    picture.trailing ?? [],
  )
}

/** A black picture with a side of any length: only a megabyte of its pixels is ever in memory here. */
export function pngBomb(side: number): Uint8Array<ArrayBuffer> {
  const total = (side + 1) * side
  const piece = 2 ** 20
  // Compressed separately and ended on a whole byte, so that it can be repeated.
  const packed = deflateRawSync(new Uint8Array(piece), { level: 9, finishFlush: 3 })
  const rest = deflateRawSync(new Uint8Array(total % piece), { level: 9 })
  const check = [...big(total % 65_521, 2), 0, 1]
  const repeated = new Array<Uint8Array>(Math.floor(total / piece)).fill(packed)
  const data = join([0x78, 0xda], ...repeated, rest, check)
  return join(pngSignature, header({ width: side, height: side, colourType: 0 }), chunk('IDAT', data), chunk('IEND'))
}
