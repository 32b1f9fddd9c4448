/** Reads the orientation of a picture and whether its metadata contain a location, for every accepted format. */
import type { ImageType } from '../schemas/avatar.ts'
import { readExif, readXmp } from './exif-tags.ts'
import { readHeif } from './heif-file.ts'
import { jpegSegment } from './jpeg-segments.ts'
import type { Orientation } from './orientation.ts'
import { chunksOf, pngChunk } from './png-chunks.ts'
import { webpChunk } from './webp-chunk.ts'

export interface ImageTags {
  readonly orientation: Orientation
  /** Whether boxes of the file rotate the picture; every decoder applies them. */
  readonly isTurnedByBoxes: boolean
  readonly hasMetadata: boolean
  readonly hasLocation: boolean
}

interface Metadata {
  readonly boxTurn: Orientation | null
  readonly exif: Uint8Array | null
  readonly xmp: Uint8Array | null
}

const pngXmpName = 'XML:com.adobe.xmp\0'

function pngXmp(bytes: Uint8Array<ArrayBuffer>): Uint8Array | null {
  for (const { name, data } of chunksOf(bytes)) {
    if (name === 'iTXt' && String.fromCharCode(...data.subarray(0, pngXmpName.length)) === pngXmpName)
      return data.subarray(pngXmpName.length)
  }
  return null
}

// All metadata precede the picture data; a hostile file could contain millions of segments.
const maxJpegHead = 2 ** 20

function metadataIn(bytes: Uint8Array<ArrayBuffer>, type: ImageType): Metadata {
  if (type === 'heic' || type === 'avif') {
    const { turn, exif, xmp } = readHeif(bytes)
    return { boxTurn: turn, exif, xmp }
  }
  if (type === 'jpeg') {
    const head = bytes.subarray(0, maxJpegHead)
    const xmp = jpegSegment(head, 0xe1, 'http://ns.adobe.com/xap/1.0/\0')
    // A zero byte follows, or a different byte that a camera leaves there.
    return { boxTurn: null, exif: jpegSegment(head, 0xe1, 'Exif\0')?.subarray(1) ?? null, xmp }
  }
  if (type === 'png') return { boxTurn: null, exif: pngChunk(bytes, 'eXIf'), xmp: pngXmp(bytes) }
  if (type === 'webp') return { boxTurn: null, exif: webpChunk(bytes, 'EXIF'), xmp: webpChunk(bytes, 'XMP ') }
  return { boxTurn: null, exif: null, xmp: null }
}

/**
 * Boxes of a HEIC or AVIF have priority: they are part of the picture, and cameras that write them leave EXIF
 * unchanged. Without such a box EXIF counts, and XMP where EXIF has no orientation.
 */
export function readImageTags(bytes: Uint8Array<ArrayBuffer>, type: ImageType): ImageTags {
  const { boxTurn, exif, xmp } = metadataIn(bytes, type)
  const tags = [exif === null ? null : readExif(exif), xmp === null ? null : readXmp(xmp)].filter((tag) => tag !== null)
  const tagged = tags.find(({ orientation }) => orientation !== null)?.orientation ?? 1
  return {
    orientation: boxTurn ?? tagged,
    isTurnedByBoxes: boxTurn !== null,
    hasMetadata: exif !== null || xmp !== null,
    hasLocation: tags.some(({ hasLocation }) => hasLocation),
  }
}
