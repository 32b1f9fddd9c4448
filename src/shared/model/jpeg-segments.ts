/** The segments of a JPEG in their order; misplaced markers are skipped, as libjpeg does. */

export interface JpegSegment {
  readonly marker: number
  /** Includes the two marker bytes and, where it exists, the length. */
  readonly bytes: Uint8Array
  readonly at: number
  /** Whether bytes that belong to no segment precede it. */
  readonly hasGap: boolean
}

// Inside a scan, FF 00 is an escaped FF byte, and FF D0 to FF D7 are restart markers.
const isScan = (next: number): boolean => next === 0 || (next >= 0xd0 && next <= 0xd7)

// `indexOf` costs as much as checking this many bytes, so it pays off only where markers are far apart.
const nearBytes = 16

function nextMark(bytes: Uint8Array, from: number): number {
  for (let offset = from; offset < from + nearBytes; offset += 1) if (bytes[offset] === 0xff) return offset
  return bytes.indexOf(0xff, from + nearBytes)
}

function nextMarker(bytes: Uint8Array, from: number): number {
  for (let offset = nextMark(bytes, from); offset >= 0; offset = nextMark(bytes, offset + 1))
    if (!isScan(bytes[offset + 1] ?? 1)) return offset
  return bytes.length
}

export const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc

export function* segmentsOf(bytes: Uint8Array): Generator<JpegSegment> {
  let hasGap = false
  for (let at = 2; at + 1 < bytes.length;) {
    const marker = bytes[at + 1] ?? 0
    // FF may be repeated before a marker.
    if (marker === 0xff) {
      at += 1
      continue
    }
    const length = ((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0)
    const end = at + 4 <= bytes.length ? at + 2 + length : bytes.length
    yield { marker, bytes: bytes.subarray(at, end), at, hasGap }
    const next = nextMarker(bytes, end)
    hasGap = marker !== 0xda && next !== end
    at = next
  }
}

/**
 * The content of the first segment with this marker whose content begins with `name`; null without such a segment
 * before the scan.
 */
export function jpegSegment(bytes: Uint8Array, wantedMarker: number, name: string): Uint8Array | null {
  for (const { marker, bytes: segment } of segmentsOf(bytes)) {
    if (marker === 0xda) return null
    const isNamed = Array.from(name).every((letter, index) => segment[4 + index] === letter.charCodeAt(0))
    if (marker === wantedMarker && isNamed) return segment.subarray(4 + name.length)
  }
  return null
}
