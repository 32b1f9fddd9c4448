/**
 * Recognises an image by its first bytes, never by its name, and reads its size in pixels without decoding it
 * (image-size). The readers are imported individually, because the readers of some forty other formats would accept
 * almost any file as an image.
 */
import { BMP } from 'image-size/types/bmp'
import { GIF } from 'image-size/types/gif'
import { HEIF } from 'image-size/types/heif'
import { PNG } from 'image-size/types/png'
import { WEBP } from 'image-size/types/webp'
import { isFrame, segmentsOf } from '../../shared/model/jpeg-segments.ts'

const readers = { png: PNG, webp: WEBP, gif: GIF, bmp: BMP, heic: HEIF } as const

/** Width and height in pixels as stored, without the orientation, which is stored elsewhere in the file. */
export interface ImageHeader {
  readonly type: keyof typeof readers | 'jpeg' | 'avif'
  readonly width: number
  readonly height: number
}

function textAt(bytes: Uint8Array, from: number, to: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1', from, to)
}

type Size = Pick<ImageHeader, 'width' | 'height'>

// HEIC lists the sizes of its tiles together with the size of the picture.
function largest({ images, ...picture }: ReturnType<typeof HEIF.calculate>): Size {
  return (images ?? [picture]).reduce((one, other) =>
    other.width * other.height > one.width * one.height ? other : one,
  )
}

// The OS/2 header has 16-bit sides, but image-size reads 32 bits.
function oldBmpSize(bytes: Uint8Array): Size | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < 22 || textAt(bytes, 0, 2) !== 'BM' || view.getUint32(14, true) !== 12) return null
  return { width: view.getUint16(18, true), height: view.getUint16(20, true) }
}

function sizeIn(type: keyof typeof readers, bytes: Uint8Array): Size | null {
  try {
    return readers[type].validate(bytes) ? largest(readers[type].calculate(bytes)) : null
  } catch (error) {
    // A reader throws these errors for a header that is broken or longer than these bytes.
    if (error instanceof TypeError || error instanceof RangeError) return null
    throw error
  }
}

// Frames that browsers decode. Other frames use arithmetic coding or lossless compression.
const drawnFrames = [0xc0, 0xc1, 0xc2]

/** Finds the frame of a JPEG at any position, because image-size stops at the first segment that is too short. */
function jpegFrame(bytes: Uint8Array): { readonly code: number; readonly size: Size } | null {
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return null
  for (const { marker, bytes: segment } of segmentsOf(bytes)) {
    if (marker === 0xda) return null
    if (!isFrame(marker) || segment.length < 9) continue
    const { buffer, byteOffset, byteLength } = segment
    const view = new DataView(buffer, byteOffset, byteLength)
    return { code: marker, size: { width: view.getUint16(7), height: view.getUint16(5) } }
  }
  return null
}

/** Relabels an AVIF sequence as a single AVIF picture, which image-size supports. */
function asPicture(bytes: Uint8Array): Uint8Array {
  return textAt(bytes, 4, 12) === 'ftypavis' ? Uint8Array.from(bytes).fill(0x66, 11, 12) : bytes
}

function typedSize(bytes: Uint8Array): ImageHeader | null {
  const frame = jpegFrame(bytes)
  if (frame !== null) return drawnFrames.includes(frame.code) ? { type: 'jpeg', ...frame.size } : null
  for (const type of ['png', 'webp', 'gif', 'bmp', 'heic'] as const) {
    const size = (type === 'bmp' ? oldBmpSize(bytes) : null) ?? sizeIn(type, bytes)
    if (size === null) continue
    const isAvif = type === 'heic' && /avi[fs]/.test(textAt(bytes, 8, 64))
    return { type: isAvif ? 'avif' : type, ...size }
  }
  return null
}

/** Null for files that are not images of these types, and when the size is stored after these bytes. */
export function readImageHeader(file: Uint8Array): ImageHeader | null {
  const header = typedSize(asPicture(file))
  return header !== null && header.width > 0 && header.height > 0 ? header : null
}
