import { hasText } from './bytes.ts'
import type { ByteReader } from './bytes.ts'
import { imageOf, noMetadata, notAnImage } from './image-facts.ts'
import type { ImageFacts, ImageFinding, ImageHeader } from './image-facts.ts'

const infoAt = 14
const firstInfoLength = 12
const infoLengths = [firstInfoLength, 16, 40, 52, 56, 64, 108, 124]

/** True when a file begins as a BMP does, OS/2's included. */
export function isBmp(reader: ByteReader): boolean {
  // Two letters are little evidence: the four reserved bytes must be zero and the header's size a known one.
  if (reader.length < 18 || !hasText(reader, 0, 'BM') || reader.u32(6) !== 0) return false
  return infoLengths.includes(reader.u32(infoAt, true))
}

function isFirstKind(reader: ByteReader): boolean {
  return reader.u32(infoAt, true) === firstInfoLength
}

/** Reads the size. A negative height says that the rows stand from top to bottom. */
export function bmpHeader(reader: ByteReader): ImageFinding {
  if (reader.length < 26) return notAnImage
  if (isFirstKind(reader)) return imageOf('bmp', reader.u16(18, true), reader.u16(20, true))
  const height = reader.u32(22, true) | 0
  return imageOf('bmp', reader.u32(18, true) | 0, Math.abs(height))
}

const compressions = { none: 0, runs8: 1, runs4: 2, masks: 3, alphaMasks: 6 } as const
const alphaMaskAt = 66

interface Layout {
  readonly bits: number
  readonly compression: number
  /** Where the pixels end; null when their length is not told. */
  readonly pixelsEnd: number | null
}

function layoutOf(reader: ByteReader, { width, height }: ImageHeader): Layout {
  const bits = reader.u16(isFirstKind(reader) ? 24 : 28, true)
  const compression = isFirstKind(reader) || reader.u32(infoAt, true) === 16 ? 0 : reader.u32(30, true)
  const pixelsFrom = reader.u32(10, true)
  const isCompressed = compression === compressions.runs8 || compression === compressions.runs4
  // Rows are filled up to whole words of four bytes.
  const length = isCompressed ? reader.u32(34, true) : Math.ceil((width * bits) / 32) * 4 * height
  return { bits, compression, pixelsEnd: length === 0 ? null : pixelsFrom + length }
}

function hasAlpha(reader: ByteReader, { bits, compression }: Layout): boolean {
  // Run-length encoding may leave pixels out, which decoders draw as transparent.
  if (compression === compressions.runs8 || compression === compressions.runs4) return true
  if (compression === compressions.alphaMasks) return true
  return bits >= 16 && reader.u32(infoAt, true) >= 56 && reader.u32(alphaMaskAt, true) !== 0
}

function sampleBits(bits: number): number {
  if (bits === 16) return 5
  return bits > 8 ? 8 : bits
}

/** The facts of a BMP whose header was read. */
export function inspectBmp(reader: ByteReader, header: ImageHeader): ImageFacts {
  const layout = layoutOf(reader, header)
  const { bits, pixelsEnd } = layout
  // A colour profile may stand behind the pixels: the file's own length counts too, where it is a possible one.
  const declared = reader.u32(2, true)
  const end = Math.max(pixelsEnd ?? 0, declared <= reader.length ? declared : 0)
  return {
    ...header,
    orientation: 1,
    animated: false,
    alpha: hasAlpha(reader, layout),
    bitsPerChannel: sampleBits(bits),
    colour: bits <= 8 ? 'palette' : 'rgb',
    metadata: noMetadata(),
    truncated: (pixelsEnd ?? declared) > reader.length,
    trailingBytes: end === 0 ? 0 : Math.max(0, reader.length - end),
  }
}
