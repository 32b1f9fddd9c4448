/**
 * Tells an image by its first bytes, never by its name, and its size in pixels without decoding it (image-size). The
 * readers are imported one by one: those of forty other formats would take whatever somebody drops for an image.
 */
import { BMP } from 'image-size/types/bmp'
import { GIF } from 'image-size/types/gif'
import { HEIF } from 'image-size/types/heif'
import { JPG } from 'image-size/types/jpg'
import { PNG } from 'image-size/types/png'
import { WEBP } from 'image-size/types/webp'

const readers = { png: PNG, jpeg: JPG, webp: WEBP, gif: GIF, bmp: BMP, heic: HEIF } as const

/** Width and height in pixels, upright as far as the header of a JPEG tells. */
export interface ImageHeader {
  readonly type: keyof typeof readers | 'avif'
  readonly width: number
  readonly height: number
}

function textAt(bytes: Uint8Array, from: number, to: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1', from, to)
}

const unsupported: readonly (readonly [string, string])[] = [
  ['II*\0', 'tiff'],
  ['MM\0*', 'tiff'],
  ['\0\0\u0001\0', 'ico'],
  ['\u00ff\u000a', 'jxl'],
  ['\0\0\0\u000cJXL ', 'jxl'],
]

/** The name of a format that is known and not taken in; null for all else. */
export function unsupportedFormat(bytes: Uint8Array): string | null {
  const start = textAt(bytes, 0, 2_048)
  // Two simple searches: nested repetition would let a hostile file stall the program.
  if (/^(?:\xef\xbb\xbf)?\s*</.test(start) && /<svg[\s>]/i.test(start)) return 'svg'
  return unsupported.find(([begins]) => start.startsWith(begins))?.[1] ?? null
}

type Size = Pick<ImageHeader, 'width' | 'height'>

// HEIC has the sizes of its tiles beside that of the picture.
function largest({ images, ...whole }: ReturnType<typeof HEIF.calculate>): Size {
  return (images ?? [whole]).reduce((one, other) => (other.width * other.height > one.width * one.height ? other : one))
}

function sizeIn(type: keyof typeof readers, bytes: Uint8Array): Size | null {
  try {
    if (!readers[type].validate(bytes)) return null
    const { orientation = 1, ...found } = readers[type].calculate(bytes)
    const { width, height } = largest(found)
    return orientation >= 5 && orientation <= 8 ? { width: height, height: width } : { width, height }
  } catch (error) {
    // What a reader throws for a header that is broken, or longer than these bytes.
    if (error instanceof TypeError || error instanceof RangeError) return null
    throw error
  }
}

/** The beginning of a sequence of AVIF pictures as that of its first picture, which image-size knows. */
function asPicture(bytes: Uint8Array): Uint8Array {
  return textAt(bytes, 4, 12) === 'ftypavis' ? Uint8Array.from(bytes).fill(0x66, 11, 12) : bytes
}

/** Null for what is no image of these types, or when its size stands behind these bytes. */
export function readImageHeader(given: Uint8Array): ImageHeader | null {
  const bytes = asPicture(given)
  for (const type of ['png', 'jpeg', 'webp', 'gif', 'bmp', 'heic'] as const) {
    const size = sizeIn(type, bytes)
    if (size === null || !(size.width > 0 && size.height > 0)) continue
    const isAvif = type === 'heic' && /avi[fs]/.test(textAt(bytes, 8, 64))
    return { type: isAvif ? 'avif' : type, ...size }
  }
  return null
}
