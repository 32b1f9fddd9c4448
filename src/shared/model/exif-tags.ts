/** Reads two facts from EXIF and XMP: the orientation of the picture, and whether they contain a location. */
import { orientationNumbered } from './orientation.ts'
import type { Orientation } from './orientation.ts'

export interface PictureTags {
  /** null where the orientation is not stated. */
  readonly orientation: Orientation | null
  readonly hasLocation: boolean
}

const noTags: PictureTags = { orientation: null, hasLocation: false }

const orientationTag = 0x0112
const gpsDirectoryTag = 0x8825
const latitudeTag = 2
const shortType = 3

interface Entry {
  readonly tag: number
  readonly type: number
  /** Position of the value, or of the value's offset. */
  readonly at: number
}

function entriesAt(view: DataView, offset: number, isLittle: boolean): readonly Entry[] {
  if (offset + 2 > view.byteLength) return []
  const count = view.getUint16(offset, isLittle)
  const fitting = Math.min(count, Math.floor((view.byteLength - offset - 2) / 12))
  return Array.from({ length: fitting }, (_, n) => {
    const entry = offset + 2 + n * 12
    return { tag: view.getUint16(entry, isLittle), type: view.getUint16(entry + 2, isLittle), at: entry + 8 }
  })
}

/** The tags of a TIFF block; skips a leading `Exif` marker, which cameras leave there. */
export function readExif(bytes: Uint8Array): PictureTags {
  const hasMark = [0x45, 0x78, 0x69, 0x66, 0, 0].every((byte, index) => bytes[index] === byte)
  const tiff = hasMark ? bytes.subarray(6) : bytes
  const isLittle = tiff[0] === 0x49
  const view = new DataView(tiff.buffer, tiff.byteOffset, tiff.byteLength)
  try {
    if (view.getUint16(2, isLittle) !== 42) return noTags
    const entries = entriesAt(view, view.getUint32(4, isLittle), isLittle)
    const orientationEntry = entries.find(({ tag, type }) => tag === orientationTag && type === shortType)
    const locationEntry = entries.find(({ tag }) => tag === gpsDirectoryTag)
    const locationEntries =
      locationEntry === undefined ? [] : entriesAt(view, view.getUint32(locationEntry.at, isLittle), isLittle)
    return {
      orientation:
        orientationEntry === undefined ? null : orientationNumbered(view.getUint16(orientationEntry.at, isLittle)),
      hasLocation: locationEntries.some(({ tag }) => tag === latitudeTag),
    }
  } catch (error) {
    if (error instanceof RangeError) return noTags
    throw error
  }
}

// Every writer puts these tags near the beginning.
const maxXmpBytes = 2 ** 19

/** The tags of an XMP packet. */
export function readXmp(bytes: Uint8Array): PictureTags {
  let text = ''
  for (let offset = 0; offset < Math.min(bytes.length, maxXmpBytes); offset += 4_096)
    text += String.fromCharCode(...bytes.subarray(offset, Math.min(offset + 4_096, maxXmpBytes)))
  const number = /tiff:Orientation\s?(?:=\s?["']|>)\s?([1-8])\b/.exec(text)?.[1]
  return {
    orientation: number === undefined ? null : orientationNumbered(Number(number)),
    hasLocation: text.includes('GPSLatitude'),
  }
}
