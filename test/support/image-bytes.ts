/** Makes image files of a stated kind and size, byte by byte: only the part that a header reader needs. */
import type { ImageFacts } from '../../src/shared/schemas/avatar.ts'

/** The findings about the bytes of an image without anything remarkable. */
export const plainFacts: ImageFacts = {
  orientation: 1,
  metadata: { any: false, location: false },
  colours: 'srgb',
  sendable: true,
}

function u16(value: number): number[] {
  return [value >>> 8, value & 0xff]
}

function u32(value: number): number[] {
  return [...u16(value >>> 16), ...u16(value & 0xffff)]
}

function text(value: string): number[] {
  return Array.from(value, (letter) => letter.charCodeAt(0))
}

/** A PNG up to its first chunk; `salt` changes its bytes, and therefore its id. */
export function pngBytes(width: number, height: number, salt = 0): Uint8Array<ArrayBuffer> {
  return new Uint8Array([
    0x89,
    ...text('PNG\r\n\x1a\n'),
    ...u32(13),
    ...text('IHDR'),
    ...u32(width),
    ...u32(height),
    8,
    6,
    0,
    0,
    0,
    ...u32(salt),
  ])
}

/** An APP1 segment with an orientation (1 to 8), in either byte order. */
export function exifSegment(orientation: number, littleEndian: boolean): number[] {
  const order = (bytes: number[]): number[] => (littleEndian ? bytes.toReversed() : bytes)
  const entry = [...order(u16(0x0112)), ...order(u16(3)), ...order(u32(1)), ...order(u16(orientation)), 0, 0]
  const tiff = [...text(littleEndian ? 'II' : 'MM'), ...order(u16(42)), ...order(u32(8)), ...order(u16(1)), ...entry]
  const body = [...text('Exif\0\0'), ...tiff]
  return [0xff, 0xe1, ...u16(body.length + 2), ...body]
}

/** A JPEG up to its frame header, with the given segments before it. */
export function jpegBytes(width: number, height: number, segments: readonly number[] = []): Uint8Array<ArrayBuffer> {
  return new Uint8Array([
    0xff,
    0xd8,
    // image-size expects the size after a first segment, which every writer puts there.
    ...(segments.length > 0 ? segments : [0xff, 0xfe, 0, 2]),
    0xff,
    0xc2,
    ...u16(11),
    8,
    ...u16(height),
    ...u16(width),
    1,
    1,
    17,
    0,
  ])
}

/** A WebP of one of its three kinds. */
export function webpBytes(kind: 'VP8 ' | 'VP8L' | 'VP8X', width: number, height: number): Uint8Array<ArrayBuffer> {
  const le = (value: number, size: number): number[] =>
    Array.from({ length: size }, (_, n) => (value >>> (8 * n)) & 0xff)
  const bodies = {
    'VP8 ': [0, 0, 0, 0x9d, 0x01, 0x2a, ...le(width, 2), ...le(height, 2)],
    VP8L: [0x2f, ...le(((width - 1) | ((height - 1) << 14)) >>> 0, 4), 0, 0, 0, 0, 0],
    VP8X: [0, 0, 0, 0, ...le(width - 1, 3), ...le(height - 1, 3)],
  }
  return new Uint8Array([...text('RIFF'), ...le(22, 4), ...text('WEBP'), ...text(kind), ...le(10, 4), ...bodies[kind]])
}
