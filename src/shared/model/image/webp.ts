import { codeOf, hasText, includesText, partOf } from './bytes.ts'
import type { ByteReader } from './bytes.ts'
import { createExifGatherer } from './exif.ts'
import { imageOf, noMetadata, notAnImage, uprightSize } from './image-facts.ts'
import type { ImageFacts, ImageFinding, ImageHeader } from './image-facts.ts'
import { createPieceCollector, lengthOf } from './strip-pieces.ts'
import type { PieceCollector, StripPiece } from './strip-pieces.ts'

const names = {
  lossy: codeOf('VP8 '),
  lossless: codeOf('VP8L'),
  extended: codeOf('VP8X'),
  alpha: codeOf('ALPH'),
  profile: codeOf('ICCP'),
  animation: codeOf('ANIM'),
  frame: codeOf('ANMF'),
  exif: codeOf('EXIF'),
  xmp: codeOf('XMP '),
} as const

// The flags of the extended header; those of a colour profile and of alpha stay as they are.
const flags = { alpha: 0x10, exif: 0x08, xmp: 0x04, animation: 0x02 } as const

function lossySize(reader: ByteReader): ImageFinding {
  // Start code 9d 01 2a after a frame tag of three bytes; the upper two bits of each size are a scaling hint.
  if (reader.u8(23) !== 0x9d || reader.u16(24) !== 0x012a) return notAnImage
  return imageOf('webp', reader.u16(26, true) & 0x3fff, reader.u16(28, true) & 0x3fff)
}

function losslessSize(reader: ByteReader): ImageFinding {
  if (reader.u8(20) !== 0x2f) return notAnImage
  const bits = reader.u32(21, true)
  return imageOf('webp', (bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1)
}

function extendedSize(reader: ByteReader): ImageFinding {
  const width = reader.u16(24, true) + reader.u8(26) * 2 ** 16 + 1
  const height = reader.u16(27, true) + reader.u8(29) * 2 ** 16 + 1
  return imageOf('webp', width, height)
}

/** Reads the size from the first chunk, which is of one of three kinds. */
export function webpHeader(reader: ByteReader): ImageFinding {
  // The lengths of the file and of its first chunk must leave room for the size: its bytes are the same places in each.
  if (reader.length < 30 || reader.u32(4, true) < 22 || reader.u32(16, true) < 10) return notAnImage
  switch (reader.u32(12)) {
    case names.lossy:
      return lossySize(reader)
    case names.lossless:
      return losslessSize(reader)
    case names.extended:
      return extendedSize(reader)
    default:
      return notAnImage
  }
}

interface Chunk {
  readonly name: number
  readonly from: number
  readonly dataFrom: number
  readonly dataTo: number
  /** Behind the byte that makes an odd length even. */
  readonly to: number
}

interface WebpEnd {
  readonly end: number
  readonly isWhole: boolean
}

function isPixels(name: number): boolean {
  return name === names.lossy || name === names.lossless
}

/** Visits each chunk; of those that the file cuts off only one with pixels, up to there, since decoders draw it. */
function walkChunks(reader: ByteReader, visit: (chunk: Chunk) => void): WebpEnd {
  const size = reader.u32(4, true)
  const declared = 8 + size + (size % 2)
  const end = Math.min(declared, reader.length)
  for (let at = 12; ;) {
    if (at + 8 > end) return { end, isWhole: 8 + size <= reader.length }
    const name = reader.u32(at)
    const length = reader.u32(at + 4, true)
    const dataTo = at + 8 + length
    const isTruncated = dataTo > end
    if (isTruncated && !isPixels(name)) return { end: at, isWhole: false }
    const to = Math.min(end, dataTo + (length % 2))
    visit({ name, from: at, dataFrom: at + 8, dataTo: Math.min(dataTo, end), to })
    if (isTruncated) return { end, isWhole: false }
    at = to
  }
}

function isAnimation(name: number): boolean {
  return name === names.animation || name === names.frame
}

function hasAlpha(reader: ByteReader, { name, dataFrom }: Chunk): boolean {
  if (name === names.lossless) return (reader.u32(dataFrom + 1, true) & 0x1000_0000) !== 0
  return name === names.alpha
}

/** The facts of a WebP whose header was read. */
export function inspectWebp(reader: ByteReader, header: ImageHeader): ImageFacts {
  const metadata = noMetadata()
  const exif = createExifGatherer(metadata)
  const said = reader.u32(12) === names.extended ? reader.u8(20) : 0
  let animated = (said & flags.animation) !== 0
  let alpha = (said & flags.alpha) !== 0
  let hasPixels = false
  const { end, isWhole } = walkChunks(reader, (chunk) => {
    const { name, dataFrom, dataTo } = chunk
    animated ||= isAnimation(name)
    alpha ||= hasAlpha(reader, chunk)
    hasPixels ||= isPixels(name) || name === names.frame
    if (name === names.exif) exif.take(reader, [dataFrom, dataTo])
    if (name === names.xmp) {
      metadata.xmp = true
      metadata.location ||= includesText(partOf(reader, [dataFrom, dataTo]), 'exif:GPS')
    }
  })
  return {
    ...header,
    ...uprightSize(header, exif.orientation()),
    orientation: exif.orientation(),
    animated,
    alpha,
    bitsPerChannel: 8,
    colour: 'rgb',
    metadata,
    truncated: !isWhole || !hasPixels,
    trailingBytes: isWhole ? reader.length - end : 0,
  }
}

const copied: ReadonlySet<number> = new Set([names.lossy, names.lossless, names.alpha, names.profile])

function keepExtended(reader: ByteReader, { from, dataFrom, to }: Chunk, collector: PieceCollector): void {
  const said = reader.u8(dataFrom)
  const meant = said & ~(flags.exif | flags.xmp)
  if (said === meant) {
    collector.keep(from, to)
    return
  }
  collector.keep(from, dataFrom)
  collector.insert(Uint8Array.of(meant))
  collector.keep(dataFrom + 1, to)
}

// Twelve bytes: RIFF, the length of all that follows, WEBP.
function riffOf(length: number): Uint8Array {
  const riff = new Uint8Array(12)
  riff.set([0x52, 0x49, 0x46, 0x46])
  new DataView(riff.buffer).setUint32(4, 4 + length, true)
  riff.set([0x57, 0x45, 0x42, 0x50], 8)
  return riff
}

/** The pieces of a still WebP without its metadata, its length put right; null when there are too many, or no pixels. */
export function stripWebp(reader: ByteReader): readonly StripPiece[] | null {
  const collector = createPieceCollector()
  let pixelChunks = 0
  const { end } = walkChunks(reader, (chunk) => {
    if (isPixels(chunk.name)) pixelChunks += 1
    if (chunk.name === names.extended) keepExtended(reader, chunk, collector)
    else if (copied.has(chunk.name)) collector.keep(chunk.from, chunk.to)
  })
  const pieces = collector.pieces()
  if (pieces === null || pixelChunks === 0) return null
  const [first] = pieces
  const isUnchanged = pieces.length === 1 && first?.[0] === 12 && first[1] === end
  return isUnchanged ? [[0, end]] : [riffOf(lengthOf(pieces)), ...pieces]
}

/** True when a file begins as a WebP does. */
export function isWebp(reader: ByteReader): boolean {
  return hasText(reader, 0, 'RIFF') && hasText(reader, 8, 'WEBP')
}
