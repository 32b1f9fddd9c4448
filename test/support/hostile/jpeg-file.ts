/**
 * JPEG files that decode: each block of 8 × 8 pixels has one colour, which needs only a tenth of an encoder. Content
 * before and after the picture is specified byte by byte.
 */
import { big, join, little, quarterColour } from './parts.ts'
import type { Part } from './parts.ts'

/** A picture to encode; without a component count, three (red, green, blue). */
export interface JpegPicture {
  readonly width: number
  readonly height: number
  readonly components?: 1 | 3 | 4
  readonly isProgressive?: boolean
  /** Blocks between two restart markers. */
  readonly restartBlocks?: number
  /** How the pixels are stored, by EXIF's numbers; width and height are those of the upright picture. */
  readonly orientation?: number
  /** Segments behind the start mark; without them, JFIF's. */
  readonly segments?: readonly Part[]
  /** Bytes behind the end mark. */
  readonly trailing?: Part
}

/** A segment with its length. */
export function segment(marker: number, ...content: readonly Part[]): Uint8Array<ArrayBuffer> {
  const data = join(...content)
  return join([0xff, marker], big(data.length + 2, 2), data)
}

/** The segment that most files begin with. */
export const jfif = segment(0xe0, 'JFIF\0', [1, 1, 0, 0, 1, 0, 1, 0, 0])

const dcCounts = [0, 1, 5, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0]
const dcSymbols = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]
const dcCodes = ['00', '010', '011', '100', '101', '110', '1110', '11110', '111110', '1111110', '11111110', '111111110']
// All alternating coefficients are zero: the only code marks the end of the block.
const acCounts = [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
const endOfBlock = '0'

function differenceBits(difference: number): string {
  const size = 32 - Math.clz32(Math.abs(difference))
  const value = difference < 0 ? difference + 2 ** size - 1 : difference
  return (dcCodes[size] ?? '') + (size === 0 ? '' : value.toString(2).padStart(size, '0'))
}

// The last byte is filled with ones, and a zero follows each 0xff to distinguish it from a marker.
function stuffed(bits: string): number[] {
  const bytes: number[] = []
  for (let at = 0; at < bits.length; at += 8) {
    const byte = Number.parseInt(bits.slice(at, at + 8).padEnd(8, '1'), 2)
    bytes.push(byte)
    if (byte === 0xff) bytes.push(0)
  }
  return bytes
}

function levels(components: number, across: number, down: number): readonly number[] {
  const [r, g, b] = quarterColour(across, down)
  const luma = 0.299 * r + 0.587 * g + 0.114 * b - 128
  // Four components as Adobe stores them: inverted cyan, magenta, yellow, and no black at all.
  if (components === 4) return [r - 128, g - 128, b - 128, 127].map(Math.round)
  if (components === 1) return [Math.round(luma)]
  return [luma, -0.1687 * r - 0.3313 * g + 0.5 * b, 0.5 * r - 0.4187 * g - 0.0813 * b].map(Math.round)
}

// Maps a stored pixel to its position in the upright picture.
const upright: readonly ((x: number, y: number) => readonly [number, number])[] = [
  (x, y) => [x, y],
  (x, y) => [1 - x, y],
  (x, y) => [1 - x, 1 - y],
  (x, y) => [x, 1 - y],
  (x, y) => [y, x],
  (x, y) => [1 - y, x],
  (x, y) => [1 - y, 1 - x],
  (x, y) => [y, 1 - x],
]

interface Stored {
  readonly width: number
  readonly height: number
  readonly components: number
}

function scanBytes(picture: JpegPicture, { width, height, components }: Stored): number[] {
  const place = upright[(picture.orientation ?? 1) - 1] ?? ((x, y) => [x, y] as const)
  const [columns, rows] = [Math.ceil(width / 8), Math.ceil(height / 8)]
  const bytes: number[] = []
  let bits = ''
  let previous: readonly number[] = []
  for (let block = 0; block < columns * rows; block += 1) {
    const restart = picture.restartBlocks ?? Infinity
    if (block > 0 && block % restart === 0) {
      bytes.push(...stuffed(bits), 0xff, 0xd0 + ((block / restart - 1) % 8))
      bits = ''
      previous = []
    }
    const [across, down] = place(((block % columns) + 0.5) / columns, (Math.floor(block / columns) + 0.5) / rows)
    const now = levels(components, across, down)
    for (const [at, level] of now.entries()) {
      bits += differenceBits(level - (previous[at] ?? 0)) + (picture.isProgressive === true ? '' : endOfBlock)
    }
    previous = now
  }
  bytes.push(...stuffed(bits))
  return bytes
}

/** The file of a picture. */
export function jpegFile(picture: JpegPicture): Uint8Array<ArrayBuffer> {
  const components = picture.components ?? 3
  const isTurned = (picture.orientation ?? 1) >= 5
  const [width, height] = isTurned ? [picture.height, picture.width] : [picture.width, picture.height]
  const ids = Array.from({ length: components }, (_, at) => at + 1)
  const size = [...big(height, 2), ...big(width, 2)]
  return join(
    [0xff, 0xd8],
    ...(picture.segments ?? [jfif]),
    segment(0xdb, [0], new Array<number>(64).fill(8)),
    segment(
      picture.isProgressive === true ? 0xc2 : 0xc0,
      [8, ...size, components],
      ids.flatMap((id) => [id, 0x11, 0]),
    ),
    segment(0xc4, [0x00, ...dcCounts, ...dcSymbols]),
    segment(0xc4, [0x10, ...acCounts, 0]),
    picture.restartBlocks === undefined ? [] : segment(0xdd, big(picture.restartBlocks, 2)),
    segment(
      0xda,
      [components],
      ids.flatMap((id) => [id, 0]),
      [0, picture.isProgressive === true ? 0 : 63, 0],
    ),
    scanBytes(picture, { width, height, components }),
    [0xff, 0xd9],
    picture.trailing ?? [],
  )
}

/** The content of an EXIF block; `loops`: its directory names itself as the next. */
export interface ExifContent {
  readonly orientation?: number
  readonly hasLocation?: boolean
  readonly loops?: boolean
  readonly isBigEndian?: boolean
}

/** A TIFF block as EXIF uses it. */
export function tiffBlock(content: ExifContent): Uint8Array<ArrayBuffer> {
  const number = content.isBigEndian === true ? big : little
  const entry = (tag: number, kind: readonly [type: number, count: number], value: readonly number[]): number[] => [
    ...[number(tag, 2), number(kind[0], 2), number(kind[1], 4)].flat(),
    ...[...value, 0, 0, 0, 0].slice(0, 4),
  ]
  const count = 1 + (content.hasLocation === true ? 1 : 0)
  const placeAt = 8 + 2 + count * 12 + 4
  const coordinateAt = placeAt + 2 + 2 * 12 + 4
  const place = [
    number(2, 2),
    entry(1, [2, 2], [0x4e, 0]),
    entry(2, [5, 3], number(coordinateAt, 4)),
    number(0, 4),
    [52, 1, 30, 1, 0, 1].flatMap((value) => number(value, 4)),
  ]
  return join(
    content.isBigEndian === true ? 'MM' : 'II',
    number(42, 2),
    number(8, 4),
    number(count, 2),
    entry(0x0112, [3, 1], number(content.orientation ?? 1, 2)),
    content.hasLocation === true ? entry(0x8825, [4, 1], number(placeAt, 4)) : [],
    number(content.loops === true ? 8 : 0, 4),
    ...(content.hasLocation === true ? place : []),
  )
}

/** A JPEG's EXIF segment. */
export function exif(content: ExifContent): Uint8Array<ArrayBuffer> {
  return segment(0xe1, 'Exif\0\0', tiffBlock(content))
}

/** An XMP packet with a place in it. */
export const placedXmp =
  '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">' +
  '<rdf:Description exif:GPSLatitude="52,30.0N" exif:GPSLongitude="13,24.0E"/></rdf:RDF></x:xmpmeta>'

/** A JPEG's XMP segment with a place in it. */
export function xmp(): Uint8Array<ArrayBuffer> {
  return segment(0xe1, 'http://ns.adobe.com/xap/1.0/\0', placedXmp)
}
