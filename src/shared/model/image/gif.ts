import { hasText, includesText, partOf } from './bytes.ts'
import type { ByteReader } from './bytes.ts'
import { imageOf, noMetadata } from './image-facts.ts'
import type { FoundMetadata, ImageFacts, ImageFinding, ImageHeader } from './image-facts.ts'

/** Reads the size of the logical screen, which is what is drawn unless the first frame reaches beyond it. */
export function gifHeader(reader: ByteReader): ImageFinding {
  return reader.length < 10 ? { kind: 'more-needed' } : imageOf('gif', reader.u16(6, true), reader.u16(8, true))
}

// A byte with flags: the highest says that a colour table follows, the lowest three how long it is.
function tableLength(packed: number): number {
  return (packed & 0x80) === 0 ? 0 : 3 * 2 ** ((packed & 7) + 1)
}

// Behind a chain of blocks, each of which begins with its length, up to one of none; null when the file ends first.
function behindBlocks(reader: ByteReader, from: number): number | null {
  for (let at = from; at < reader.length;) {
    const length = reader.u8(at)
    at += 1 + length
    if (length === 0) return at
  }
  return null
}

interface Found {
  readonly metadata: FoundMetadata
  frames: number
  alpha: boolean
  /** How far the first frame reaches. */
  width: number
  height: number
}

const introducers = { extension: 0x21, frame: 0x2c, end: 0x3b } as const
const labels = { control: 0xf9, comment: 0xfe, application: 0xff } as const

function frameEnd(reader: ByteReader, at: number): number | null {
  // Place and size (8 bytes), flags; a colour table; the size of a code; the blocks.
  return behindBlocks(reader, at + 10 + tableLength(reader.u8(at + 9)) + 1)
}

function readExtension(reader: ByteReader, at: number, found: Found): number | null {
  const label = reader.u8(at + 1)
  if (label === labels.comment) found.metadata.comment = true
  if (label === labels.control) found.alpha ||= (reader.u8(at + 3) & 1) === 1
  const end = behindBlocks(reader, at + 2)
  if (label === labels.application && hasText(reader, at + 3, 'XMP DataXMP')) {
    found.metadata.xmp = true
    found.metadata.location ||= includesText(partOf(reader, [at, end ?? reader.length]), 'exif:GPS')
  }
  return end
}

// Null: the file ends within the block, or what is here is no block.
function readBlock(reader: ByteReader, at: number, found: Found): number | null {
  const introducer = reader.u8(at)
  if (introducer === introducers.extension) return readExtension(reader, at, found)
  if (introducer !== introducers.frame) return null
  if (found.frames === 0) {
    found.width = reader.u16(at + 1, true) + reader.u16(at + 5, true)
    found.height = reader.u16(at + 3, true) + reader.u16(at + 7, true)
  }
  found.frames += 1
  return frameEnd(reader, at)
}

/** The facts of a GIF whose header was read. */
export function inspectGif(reader: ByteReader, header: ImageHeader): ImageFacts {
  const found: Found = { metadata: noMetadata(), frames: 0, alpha: false, width: 0, height: 0 }
  let at = 13 + tableLength(reader.u8(10))
  let isWhole = false
  for (;;) {
    if (reader.u8(at) === introducers.end) {
      isWhole = true
      break
    }
    const next = readBlock(reader, at, found)
    if (next === null) break
    at = next
  }
  return {
    ...header,
    // As Chromium draws it: a screen of a few pixels may hold a first frame of gigabytes.
    width: Math.max(header.width, found.width),
    height: Math.max(header.height, found.height),
    orientation: 1,
    animated: found.frames > 1,
    alpha: found.alpha,
    bitsPerChannel: 8,
    colour: 'palette',
    metadata: found.metadata,
    truncated: !isWhole || found.frames === 0,
    trailingBytes: isWhole ? reader.length - at - 1 : 0,
  }
}
