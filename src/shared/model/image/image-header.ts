/**
 * Tells an image by its first bytes, never by its name, and reads its pixel size without decoding it. Every read is
 * bounded by the bytes at hand: a hostile or cut-off header gives `not-an-image`, never an exception or an endless loop.
 */
import { bmpHeader, isBmp } from './bmp.ts'
import { createReader, hasText } from './bytes.ts'
import { gifHeader } from './gif.ts'
import { notAnImage } from './image-facts.ts'
import type { ImageFinding } from './image-facts.ts'
import { mediaHeader, mediaType } from './iso-media.ts'
import { jpegHeader } from './jpeg.ts'
import { pngHeader } from './png.ts'
import { unsupportedFormat } from './unsupported.ts'
import { isWebp, webpHeader } from './webp.ts'

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
