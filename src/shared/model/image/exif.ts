import { createReader, hasText, partOf } from './bytes.ts'
import type { ByteRange, ByteReader } from './bytes.ts'
import type { FoundMetadata, Orientation } from './image-facts.ts'

/** What is read of an EXIF block. */
export interface ExifFacts {
  readonly orientation: Orientation
  readonly hasLocation: boolean
}

const orientations: readonly Orientation[] = [1, 2, 3, 4, 5, 6, 7, 8]
const orientationTag = 0x0112
const locationTag = 0x8825
const shortType = 3

function byteOrder(tiff: ByteReader): boolean | null {
  if (hasText(tiff, 0, 'II')) return true
  return hasText(tiff, 0, 'MM') ? false : null
}

/**
 * Reads a TIFF block as EXIF uses it. Only the first directory is read and no chain of directories followed, so one
 * that leads back to itself costs nothing.
 */
function readTiff(tiff: ByteReader): ExifFacts {
  const littleEndian = byteOrder(tiff)
  let orientation: Orientation = 1
  let hasLocation = false
  if (littleEndian === null) return { orientation, hasLocation }
  const start = tiff.u32(4, littleEndian)
  const entries = tiff.u16(start, littleEndian)
  for (let entry = 0; entry < entries; entry += 1) {
    const at = start + 2 + entry * 12
    if (at + 12 > tiff.length) break
    const tag = tiff.u16(at, littleEndian)
    if (tag === orientationTag && tiff.u16(at + 2, littleEndian) === shortType) {
      orientation = orientations[tiff.u16(at + 8, littleEndian) - 1] ?? 1
    }
    if (tag === locationTag) hasLocation ||= tiff.u16(tiff.u32(at + 8, littleEndian), littleEndian) > 0
  }
  return { orientation, hasLocation }
}

const prefix = 'Exif\0'

/** True when an EXIF block of a JPEG begins here. */
export function isExif(reader: ByteReader, at: number): boolean {
  return hasText(reader, at, prefix)
}

/** Reads an EXIF block, with or without the prefix that JPEG gives it. Upright and without a place when it is broken. */
export function readExif(reader: ByteReader, range: ByteRange): ExifFacts {
  const block = partOf(reader, range)
  return readTiff(isExif(block, 0) ? createReader(block.bytes.subarray(6)) : block)
}

/** Gathers what EXIF blocks say; the first one decides how the picture is turned. */
export function createExifGatherer(metadata: FoundMetadata): {
  readonly take: (reader: ByteReader, range: ByteRange) => void
  readonly orientation: () => Orientation
} {
  let orientation: Orientation | null = null
  return {
    take: (reader, range) => {
      const facts = readExif(reader, range)
      orientation ??= facts.orientation
      metadata.exif = true
      metadata.location ||= facts.hasLocation
    },
    orientation: () => orientation ?? 1,
  }
}
