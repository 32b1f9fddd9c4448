/** Reads what a file contains besides its picture. The page encodes a file with unknown content again. */
import { inflateSync } from 'node:zlib'
import { fileState } from '../../shared/model/file-state.ts'
import { readHeif } from '../../shared/model/heif-file.ts'
import { isFrame, segmentsOf } from '../../shared/model/jpeg-segments.ts'
import { readImageTags } from '../../shared/model/image-tags.ts'
import { chunksOf } from '../../shared/model/png-chunks.ts'
import { webpChunk } from '../../shared/model/webp-chunk.ts'
import type { ImageFacts, ImageType } from '../../shared/schemas/avatar.ts'
import { isSrgbProfile } from './srgb-profile.ts'

type Bytes = Uint8Array<ArrayBuffer>

interface Contents {
  /** EXIF, XMP, IPTC, comments or a preview. */
  readonly metadata: boolean
  /** A whole picture of 8 bits a colour, in sRGB, from the first to the last byte. */
  readonly isWhole: boolean
}

// A larger file is far over any limit of the service, and a hostile file would block main.
const maxBytes = 16 * 2 ** 20

function textAt(bytes: Uint8Array, from: number, to: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1', from, to)
}

const profileName = 'ICC_PROFILE\0'

function isForeignSegment(marker: number, segment: Uint8Array): boolean {
  if (marker < 0xe0 || (marker > 0xef && marker !== 0xfe)) return false
  const name = textAt(segment, 4, 16)
  // A JFIF segment of more than 16 bytes has a preview.
  if (marker === 0xe0) return !name.startsWith('JFIF\0') || segment.length !== 18
  if (marker === 0xe2) return name !== profileName
  return marker !== 0xee || !name.startsWith('Adobe')
}

const broken: Contents = { metadata: false, isWhole: false }
const withMetadata: Contents = { metadata: true, isWhole: false }

/** A profile longer than one segment is split into numbered segments. */
function isSrgbInParts(parts: readonly Uint8Array[]): boolean {
  if (parts.length === 0) return true
  const ordered = parts.toSorted((one, other) => (one[16] ?? 0) - (other[16] ?? 0))
  return isSrgbProfile(Buffer.concat(ordered.map((part) => part.subarray(18))))
}

function ofJpeg(bytes: Bytes): Contents {
  const profile: Uint8Array[] = []
  let [isPrinted, hasScan] = [false, false]
  for (const { marker, bytes: segment, at } of segmentsOf(bytes)) {
    if (marker === 0xd9) {
      const isPicture = hasScan && !isPrinted && isSrgbInParts(profile)
      return { metadata: false, isWhole: isPicture && at + 2 === bytes.length }
    }
    if (isForeignSegment(marker, segment)) return withMetadata
    if (marker === 0xe2) profile.push(segment)
    isPrinted ||= isFrame(marker) && segment[9] === 4
    hasScan ||= marker === 0xda
  }
  return broken
}

const pictureChunks: ReadonlySet<string> = new Set(
  'IHDR PLTE IDAT tRNS gAMA cHRM sRGB iCCP cICP sBIT bKGD pHYs'.split(' '),
)
const metadataChunks: ReadonlySet<string> = new Set('tEXt zTXt iTXt eXIf tIME'.split(' '))

// Every profile that means sRGB is far smaller.
const maxProfileBytes = 2 ** 17

function isSrgbCompressed(data: Bytes): boolean {
  const nameEnd = data.indexOf(0)
  try {
    return isSrgbProfile(inflateSync(data.subarray(nameEnd + 2), { maxOutputLength: maxProfileBytes }))
  } catch (error) {
    // zlib throws for a damaged profile and for a profile over the limit.
    if (error instanceof Error) return false
    throw error
  }
}

// Primaries of BT.709, transfer of sRGB, no matrix, full range.
const srgbCodePoints = [1, 13, 0, 1]

/** Decides by the first of these chunks that a PNG has: each chunk takes precedence over the next. */
function isSrgbPng(chunks: ReadonlyMap<string, Bytes>): boolean {
  const [codePoints, profile] = [chunks.get('cICP'), chunks.get('iCCP')]
  if (codePoints !== undefined) return srgbCodePoints.every((value, index) => codePoints[index] === value)
  if (profile !== undefined) return isSrgbCompressed(profile)
  return chunks.has('sRGB') || !(chunks.has('gAMA') || chunks.has('cHRM'))
}

function ofPng(bytes: Bytes): Contents {
  const chunks = new Map<string, Bytes>()
  let isOdd = bytes[24] === 16
  for (const { name, data, end } of chunksOf(bytes)) {
    if (name === 'IEND') {
      const isPicture = chunks.has('IDAT') && !isOdd && isSrgbPng(chunks)
      return { metadata: false, isWhole: isPicture && end === bytes.length }
    }
    if (metadataChunks.has(name)) return withMetadata
    isOdd ||= !pictureChunks.has(name)
    chunks.set(name, data)
  }
  return broken
}

function ofWebp(bytes: Bytes): Contents {
  const metadata = ['EXIF', 'XMP '].some((name) => webpChunk(bytes, name) !== null)
  return { metadata, isWhole: false }
}

function contentsOf(file: Bytes, type: ImageType): Contents {
  const bytes = file.subarray(0, maxBytes)
  if (type === 'jpeg') return fileState(bytes, type) === 'damaged' ? broken : ofJpeg(bytes)
  if (type === 'png') return ofPng(bytes)
  return type === 'webp' ? ofWebp(bytes) : broken
}

/** Whether a file that is to be sent is a whole picture in sRGB and nothing else. */
export function isBare(bytes: Bytes, type: ImageType): boolean {
  const { metadata, isWhole } = contentsOf(bytes, type)
  return isWhole && !metadata
}

type Colours = ImageFacts['colours']

function jpegColours(bytes: Bytes): Colours {
  const profile: Uint8Array[] = []
  for (const { marker, bytes: segment } of segmentsOf(bytes)) {
    if (marker === 0xda) break
    if (isFrame(marker) && segment[9] === 4) return 'print'
    if (marker === 0xe2 && textAt(segment, 4, 16) === profileName) profile.push(segment)
  }
  return isSrgbInParts(profile) ? 'srgb' : 'other'
}

const srgbPrimaries = [1, 2]
const srgbTransfers = [13, 2]

/** Unspecified code points (2) count as sRGB. */
function heifColours(bytes: Bytes): Colours {
  const { profile } = readHeif(bytes)
  if (profile === null) return 'srgb'
  const isSrgb =
    profile.kind === 'icc'
      ? isSrgbProfile(profile.bytes)
      : srgbPrimaries.includes(profile.primaries) && srgbTransfers.includes(profile.transfer)
  return isSrgb ? 'srgb' : 'other'
}

function coloursOf(bytes: Bytes, type: ImageType): Colours {
  if (type === 'jpeg') return jpegColours(bytes)
  if (type === 'heic' || type === 'avif') return heifColours(bytes)
  if (type === 'png') {
    const chunks = new Map(chunksOf(bytes).map(({ name, data }) => [name, data]))
    return isSrgbPng(chunks) ? 'srgb' : 'other'
  }
  const profile = type === 'webp' ? webpChunk(bytes, 'ICCP') : null
  return profile === null || isSrgbProfile(profile) ? 'srgb' : 'other'
}

/** Reads the facts about an image from the bytes of a whole file. */
export function readFacts(bytes: Bytes, type: ImageType): ImageFacts {
  const { metadata, isWhole } = contentsOf(bytes, type)
  const { orientation, hasMetadata, hasLocation } = readImageTags(bytes, type)
  const isBarePicture = isWhole && !metadata && orientation === 1
  return {
    orientation,
    metadata: { any: metadata || hasMetadata, location: hasLocation },
    colours: coloursOf(bytes.subarray(0, maxBytes), type),
    sendable: isBarePicture && (type === 'jpeg' || type === 'png'),
  }
}
