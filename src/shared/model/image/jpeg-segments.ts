/** Walks the segments of a JPEG, pictures and all, without decoding. Each step goes forward, so the walk ends. */
import type { ByteReader } from './bytes.ts'

/** One segment with its fill bytes; that of a scan (`markers.scan`) reaches to the end of its entropy-coded data. */
export interface JpegSegment {
  readonly marker: number
  readonly from: number
  /** Where its content begins, behind the length. */
  readonly dataFrom: number
  readonly to: number
}

/** How a walk ended: where, and whether there stood the mark that ends a picture. */
export interface JpegEnd {
  readonly end: number
  readonly isWhole: boolean
}

/** The markers that readers of JPEG look for. */
export const codes = {
  start: 0xd8,
  end: 0xd9,
  scan: 0xda,
  app0: 0xe0,
  app1: 0xe1,
  app2: 0xe2,
  app13: 0xed,
  app14: 0xee,
  comment: 0xfe,
} as const

/** True for SOF0 to SOF15, which hold the size; C4, C8 and CC lie in between and are something else. */
export function isFrameHeader(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
}

/** True for the restart markers. */
function isRestart(marker: number): boolean {
  return marker >= 0xd0 && marker <= 0xd7
}

/** True for markers without a length: the end, TEM, the restart markers, and the zero that stuffs entropy-coded data. */
export function standsAlone(marker: number): boolean {
  return marker <= 0x01 || marker === codes.end || isRestart(marker)
}

// Where the entropy-coded data that begins here ends: at the next marker that is no restart, or with the file. Byte by
// byte, since a search for each FF would cost more than the bytes between them.
function scanEnd({ bytes }: ByteReader, from: number): number {
  const last = bytes.length - 1
  for (let at = from; at < last; at += 1) {
    if (bytes[at] !== 0xff) continue
    const next = bytes[at + 1] ?? 0
    if (next !== 0 && next !== 0xff && !isRestart(next)) return at
  }
  return bytes.length
}

/** Behind the fill bytes that begin here; the same place where there are none. */
export function fillEnd({ bytes }: ByteReader, from: number): number {
  let at = from
  while (bytes[at] === 0xff) at += 1
  return at
}

// Bytes that belong to no segment are passed over, as decoders do. Null: nothing more can be read.
function segmentAt(reader: ByteReader, at: number): JpegSegment | null {
  // Most segments follow on one another, and then there is nothing to search.
  const from = reader.bytes[at] === 0xff ? at : reader.bytes.indexOf(0xff, at)
  if (from < 0) return null
  const mark = fillEnd(reader, from + 1)
  const marker = reader.u8(mark)
  if (mark >= reader.length || marker === codes.start) return null
  if (standsAlone(marker)) return { marker, from, dataFrom: mark + 1, to: mark + 1 }
  const length = reader.u16(mark + 1)
  const to = mark + 1 + length
  if (length < 2 || to > reader.length) return null
  return { marker, from, dataFrom: mark + 3, to: marker === codes.scan ? scanEnd(reader, to) : to }
}

/**
 * Visits each whole segment behind the start mark, the end mark included. Ends before a segment that is cut off and
 * before a second start mark, which no decoder takes.
 */
export function walkSegments(reader: ByteReader, visit: (segment: JpegSegment) => void): JpegEnd {
  for (let at = 2; ;) {
    const segment = segmentAt(reader, at)
    if (segment === null) return { end: at, isWhole: false }
    visit(segment)
    at = segment.to
    if (segment.marker === codes.end) return { end: at, isWhole: true }
  }
}
