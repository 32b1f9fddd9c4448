/**
 * Tells an image by its first bytes, never by its name, and reads its pixel size without decoding it. Every read is
 * bounded by the bytes at hand: a hostile or cut-off header gives `not-an-image`, never an exception or an endless loop.
 */
import { bmpHeader, isBmp } from './bmp.ts'
import { createReader, hasText, textAt } from './bytes.ts'
import type { ByteReader } from './bytes.ts'
import { gifHeader } from './gif.ts'
import { notAnImage } from './image-facts.ts'
import type { ImageFinding, UnsupportedFormat } from './image-facts.ts'
import { mediaHeader, mediaType } from './iso-media.ts'
import { jpegHeader } from './jpeg.ts'
import { pngHeader } from './png.ts'
import { isWebp, webpHeader } from './webp.ts'

const prefixes: readonly (readonly [string, UnsupportedFormat])[] = [
  ['II*\0', 'tiff'],
  ['MM\0*', 'tiff'],
  ['\0\0\u0001\0', 'ico'],
  ['\u00ff\u000a', 'jxl'],
  ['\0\0\0\u000cJXL ', 'jxl'],
]

// Two simple searches and not one pattern of a prologue: nested repetition would let a hostile file stall the program.
function isSvg(reader: ByteReader): boolean {
  const start = textAt(reader, 0, 2_048)
  return /^(?:\u00ef\u00bb\u00bf)?\s*</.test(start) && /<svg[\s>]/i.test(start)
}

/** The name of a format that is known and not taken in; null when it is none of those. */
function unsupportedFormat(reader: ByteReader): UnsupportedFormat | null {
  const prefix = prefixes.find(([text]) => hasText(reader, 0, text))
  return prefix?.[1] ?? (isSvg(reader) ? 'svg' : null)
}

/**
 * What the beginning of a file says. Give at least 64 bytes, and more (up to the whole file) after `more-needed`. The
 * sides are changed for a turn that JPEG tells before its size, and for AVIF and HEIC; `inspectImage` knows them all.
 */
export function readImageHeader(bytes: Uint8Array): ImageFinding {
  const reader = createReader(bytes)
  if (hasText(reader, 0, '\u0089PNG\r\n\u001a\n')) return pngHeader(reader)
  if (hasText(reader, 0, '\u00ff\u00d8\u00ff')) return jpegHeader(reader)
  if (isWebp(reader)) return webpHeader(reader)
  if (hasText(reader, 0, 'GIF87a') || hasText(reader, 0, 'GIF89a')) return gifHeader(reader)
  if (isBmp(reader)) return bmpHeader(reader)
  const media = mediaType(reader)
  if (media !== null) return mediaHeader(reader, media)
  const format = unsupportedFormat(reader)
  return format === null ? notAnImage : { kind: 'unsupported', format }
}
