/** The segments of a JPEG, in their order, with marks in the wrong place passed over as libjpeg does. */

export interface JpegSegment {
  readonly marker: number
  /** With its two bytes of mark and, where it has one, its length. */
  readonly bytes: Uint8Array
  readonly at: number
  /** Whether bytes that belong to nothing stand before it. */
  readonly hasGap: boolean
}

// Inside of a scan FF stands for itself before 00, and before D0 to D7 it is a mark to go on from.
const isScan = (next: number): boolean => next === 0 || (next >= 0xd0 && next <= 0xd7)

// A search of the runtime costs as much as looking at so many bytes: it pays where marks are far apart.
const nearBytes = 16

function nextMark(bytes: Uint8Array, from: number): number {
  for (let at = from; at < from + nearBytes; at += 1) if (bytes[at] === 0xff) return at
  return bytes.indexOf(0xff, from + nearBytes)
}

function nextMarker(bytes: Uint8Array, from: number): number {
  for (let at = nextMark(bytes, from); at >= 0; at = nextMark(bytes, at + 1)) if (!isScan(bytes[at + 1] ?? 1)) return at
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

/** The content of the first segment of that marker whose content begins with that name; null for none before the scan. */
export function jpegSegment(bytes: Uint8Array, wanted: number, name: string): Uint8Array | null {
  for (const { marker, bytes: segment } of segmentsOf(bytes)) {
    if (marker === 0xda) return null
    const isNamed = Array.from(name).every((letter, at) => segment[4 + at] === letter.charCodeAt(0))
    if (marker === wanted && isNamed) return segment.subarray(4 + name.length)
  }
  return null
}
