/** Whether an image file is complete, as far as the structure of its format shows without decoding. */
import type { ImageType } from '../schemas/avatar.ts'
import { readHeif } from './heif-file.ts'
import { isFrame, segmentsOf } from './jpeg-segments.ts'
import { chunksOf } from './png-chunks.ts'

/** `damaged`: some bytes belong to no part of the file, or a part is too short; other programs ignore that. */
export type FileState = 'whole' | 'truncated' | 'damaged'

type Bytes = Uint8Array<ArrayBuffer>

function viewOf(bytes: Bytes): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

const adobeBytes = 16

const beginsAsJpeg = ([first, second]: Bytes): boolean => first === 0xff && second === 0xd8

// Only a decoder knows whether a scan is complete; here its end marker must be present.
function ofJpeg(bytes: Bytes): FileState {
  if (!beginsAsJpeg(bytes)) return 'damaged'
  let isDamaged = false
  let hasFrame = false
  for (const { marker, bytes: segment, hasGap } of segmentsOf(bytes)) {
    if (marker === 0xd9) return isDamaged ? 'damaged' : 'whole'
    hasFrame ||= isFrame(marker)
    const isAdobe = marker === 0xee && String.fromCharCode(...segment.subarray(4, 7)) === 'Ado'
    isDamaged ||= hasGap || (isAdobe && segment.length < adobeBytes) || (marker === 0xda && !hasFrame)
  }
  return 'truncated'
}

function ofPng(bytes: Bytes): FileState {
  for (const { name, end } of chunksOf(bytes)) if (name === 'IEND' && end <= bytes.length) return 'whole'
  return 'truncated'
}

function ofWebp(bytes: Bytes): FileState {
  return bytes.length < 12 || bytes.length < viewOf(bytes).getUint32(4, true) + 8 ? 'truncated' : 'whole'
}

// Skips blocks of up to 255 bytes, each preceded by its length, up to an empty block.
function afterBlocks(bytes: Bytes, from: number): number {
  let offset = from
  for (let size = bytes[offset]; size !== undefined && size > 0; size = bytes[offset]) offset += 1 + size
  return offset + 1
}

const tableBytes = (flags: number): number => ((flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1))

function ofGif(bytes: Bytes): FileState {
  for (let offset = 13 + tableBytes(bytes[10] ?? 0); offset < bytes.length;) {
    const mark = bytes[offset]
    if (mark === 0x3b) return 'whole'
    if (mark === 0x21) offset = afterBlocks(bytes, offset + 2)
    else if (mark === 0x2c) offset = afterBlocks(bytes, offset + 11 + tableBytes(bytes[offset + 9] ?? 0))
    // An unknown block does not mean that the file is truncated.
    else return 'damaged'
  }
  return 'truncated'
}

// Checks only uncompressed files, because compression makes the length of the rows unknown.
function ofBmp(bytes: Bytes): FileState {
  if (bytes.length < 34) return 'truncated'
  const view = viewOf(bytes)
  const isOld = view.getUint32(14, true) === 12
  const width = isOld ? view.getUint16(18, true) : Math.abs(view.getInt32(18, true))
  const height = isOld ? view.getUint16(20, true) : Math.abs(view.getInt32(22, true))
  const bits = view.getUint16(isOld ? 24 : 28, true)
  const compression = isOld ? 0 : view.getUint32(30, true)
  if (compression !== 0 && compression !== 3) return 'whole'
  const rowBytes = Math.ceil((width * bits) / 32) * 4
  return view.getUint32(10, true) + rowBytes * height > bytes.length ? 'truncated' : 'whole'
}

const ofHeif = (bytes: Bytes): FileState => (readHeif(bytes).isTruncated ? 'truncated' : 'whole')

const states: Readonly<Record<ImageType, (bytes: Bytes) => FileState>> = {
  jpeg: ofJpeg,
  png: ofPng,
  webp: ofWebp,
  gif: ofGif,
  bmp: ofBmp,
  avif: ofHeif,
  heic: ofHeif,
}

export function fileState(bytes: Bytes, type: ImageType): FileState {
  return states[type](bytes)
}
