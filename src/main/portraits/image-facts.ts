/** What a file holds besides its picture. What is not known here makes a file one that the page encodes anew. */
import { webpChunk } from '../../shared/model/webp-chunk.ts'
import type { ImageFacts, ImageType } from '../../shared/schemas/avatar.ts'

interface Contents {
  /** EXIF, XMP, IPTC, comments or a preview. */
  readonly metadata: boolean
  /** A whole picture of 8 bits a colour, in colours of screens, from the first to the last byte. */
  readonly whole: boolean
}

// A file of more is far over any limit of the service, and a hostile one would hold up main.
const maxBytes = 16 * 2 ** 20

function isForeignSegment(segment: Buffer): boolean {
  const marker = segment[1] ?? 0
  if (marker < 0xe0 || (marker > 0xef && marker !== 0xfe)) return false
  const name = segment.toString('latin1', 4, 16)
  // A JFIF segment of more than 16 bytes has a preview.
  if (marker === 0xe0) return !name.startsWith('JFIF\0') || segment.length !== 18
  if (marker === 0xe2) return name !== 'ICC_PROFILE\0'
  return marker !== 0xee || !name.startsWith('Adobe')
}

const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

const broken: Contents = { metadata: false, whole: false }
const withMetadata: Contents = { metadata: true, whole: false }

// Inside of a scan FF stands for itself before 00, and before D0 to D7 it is a mark to go on from.
const isScan = (next: number): boolean => next === 0 || (next >= 0xd0 && next <= 0xd7)

// A search of the runtime costs as much as looking at so many bytes: it pays where marks are far apart.
const nearBytes = 16

function nextMark(bytes: Buffer, from: number): number {
  for (let at = from; at < from + nearBytes; at += 1) if (bytes[at] === 0xff) return at
  return bytes.indexOf(0xff, from + nearBytes)
}

function endOfScan(bytes: Buffer, from: number): number {
  for (let at = nextMark(bytes, from); at >= 0; at = nextMark(bytes, at + 1)) if (!isScan(bytes[at + 1] ?? 1)) return at
  return bytes.length
}

function* segmentsOf(
  bytes: Buffer,
): Generator<{ readonly marker: number; readonly segment: Buffer; readonly at: number }> {
  for (let at = 2; at + 1 < bytes.length && bytes[at] === 0xff;) {
    const marker = bytes.readUInt8(at + 1)
    const end = at + 4 <= bytes.length ? at + 2 + bytes.readUInt16BE(at + 2) : bytes.length
    // FF may be repeated before a marker.
    if (marker !== 0xff) yield { marker, segment: bytes.subarray(at, end), at }
    if (marker === 0xff) at += 1
    else at = marker === 0xda ? endOfScan(bytes, end) : end
  }
}

function ofJpeg(bytes: Buffer): Contents {
  let [isPrinted, hasScan] = [false, false]
  for (const { marker, segment, at } of segmentsOf(bytes)) {
    if (marker === 0xd9) return { metadata: false, whole: hasScan && !isPrinted && at + 2 === bytes.length }
    if (isForeignSegment(segment)) return withMetadata
    isPrinted ||= isFrame(marker) && segment[9] === 4
    hasScan ||= marker === 0xda
  }
  return broken
}

const pictureChunks: ReadonlySet<string> = new Set(
  'IHDR PLTE IDAT tRNS gAMA cHRM sRGB iCCP cICP sBIT bKGD pHYs'.split(' '),
)
const metadataChunks: ReadonlySet<string> = new Set('tEXt zTXt iTXt eXIf tIME'.split(' '))

function ofPng(bytes: Buffer): Contents {
  let [isOdd, hasPicture] = [bytes[24] === 16, false]
  for (let at = 8; at + 12 <= bytes.length;) {
    const name = bytes.toString('latin1', at + 4, at + 8)
    at += 12 + bytes.readUInt32BE(at)
    if (name === 'IEND') return { metadata: false, whole: hasPicture && !isOdd && at === bytes.length }
    if (metadataChunks.has(name)) return withMetadata
    isOdd ||= !pictureChunks.has(name)
    hasPicture ||= name === 'IDAT'
  }
  return broken
}

function ofWebp(bytes: Buffer<ArrayBuffer>): Contents {
  const metadata = ['EXIF', 'XMP '].some((name) => webpChunk(bytes, name) !== null)
  return { metadata, whole: bytes.length === bytes.readUInt32LE(4) + 8 }
}

function contentsOf(given: Uint8Array<ArrayBuffer>, type: ImageType): Contents {
  const bytes = Buffer.from(given.buffer, given.byteOffset, Math.min(given.byteLength, maxBytes))
  if (type === 'jpeg') return ofJpeg(bytes)
  if (type === 'png') return ofPng(bytes)
  return type === 'webp' ? ofWebp(bytes) : broken
}

/** Whether a file that is to be sent is a whole picture and nothing else. */
export function isBare(bytes: Uint8Array<ArrayBuffer>, type: ImageType): boolean {
  const { metadata, whole } = contentsOf(bytes, type)
  return whole && !metadata
}

const wanted = { tiff: true, gps: true, xmp: true, exif: false, translateValues: false, reviveValues: false } as const

/** Tags by name; null for none, or for what no reader understands. */
async function tagsOf(bytes: Uint8Array<ArrayBuffer>, type: ImageType): Promise<object | null> {
  // The segments of a JPEG stand before its picture; a hostile file could have millions of them.
  const source = type === 'webp' ? webpChunk(bytes, 'EXIF') : type === 'jpeg' ? bytes.subarray(0, 2 ** 19) : bytes
  if (source === null || type === 'gif' || type === 'bmp') return null
  // Loaded with the first image: no start needs it.
  const { default: exifr } = await import('exifr')
  const [read] = await Promise.allSettled([exifr.parse(source, wanted) as Promise<unknown>])
  return read.status === 'fulfilled' && typeof read.value === 'object' ? read.value : null
}

function orientationIn(tags: object | null): ImageFacts['orientation'] {
  const tag: unknown = tags !== null && 'Orientation' in tags ? tags.Orientation : 1
  return ([1, 2, 3, 4, 5, 6, 7, 8] as const).find((one) => one === tag) ?? 1
}

function hasPlace(tags: object | null, bytes: Uint8Array<ArrayBuffer>, type: ImageType): boolean {
  if (tags !== null && 'GPSLatitude' in tags) return true
  const xmp = type === 'webp' ? webpChunk(bytes, 'XMP ') : null
  return xmp !== null && Buffer.from(xmp).includes('GPSLatitude')
}

/** What the bytes of a whole file tell. */
export async function readFacts(bytes: Uint8Array<ArrayBuffer>, type: ImageType): Promise<ImageFacts> {
  const { metadata, whole } = contentsOf(bytes, type)
  const tags = await tagsOf(bytes, type)
  const orientation = orientationIn(tags)
  const any = metadata || (tags !== null && (type === 'avif' || type === 'heic'))
  const isBarePicture = whole && !metadata && orientation === 1
  return {
    orientation,
    metadata: { any, location: hasPlace(tags, bytes, type) },
    sendable: isBarePicture && (type === 'jpeg' || type === 'png'),
  }
}
