import { inspectBmp } from './bmp.ts'
import { createReader } from './bytes.ts'
import type { ByteReader } from './bytes.ts'
import { inspectGif } from './gif.ts'
import type { ImageFacts, ImageHeader, ImageInspection, ImageType } from './image-facts.ts'
import { readImageHeader } from './image-header.ts'
import { inspectMedia } from './iso-media.ts'
import { inspectJpeg } from './jpeg.ts'
import { inspectPng } from './png.ts'
import { inspectWebp } from './webp.ts'

const inspectors: Readonly<Record<ImageType, (reader: ByteReader, header: ImageHeader) => ImageFacts>> = {
  jpeg: inspectJpeg,
  png: inspectPng,
  webp: inspectWebp,
  gif: inspectGif,
  bmp: inspectBmp,
  avif: inspectMedia,
  heic: inspectMedia,
}

/**
 * The facts of a whole file, told by its structure alone: nothing is decoded or unpacked. Never throws, whatever the
 * bytes, and takes time in proportion to their number.
 */
export function inspectImage(bytes: Uint8Array): ImageInspection {
  const header = readImageHeader(bytes)
  if (header.kind === 'unsupported') return header
  return header.kind === 'image' ? inspectors[header.type](createReader(bytes), header) : { kind: 'not-an-image' }
}
