/** Decodes text: UTF-8, or UTF-16 as some Windows programs write it. */

export type Encoding = 'utf-8' | 'utf-16le'

/** The encoding that the byte order mark declares; UTF-8 without a mark. */
export function markedEncoding([first, second]: Uint8Array): Encoding | 'utf-16be' {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
}

const searchedForZero = 4_096

/** The encoding by the first bytes of a file; null for a file without text, such as a picture or an archive. */
export function encodingOf(head: Uint8Array): Encoding | null {
  if (markedEncoding(head) === 'utf-16le') return 'utf-16le'
  return head.subarray(0, searchedForZero).includes(0) ? null : 'utf-8'
}

/** Decodes bytes; invalid sequences become replacement characters. */
export function textOf(bytes: Uint8Array, encoding: Encoding): string {
  return new TextDecoder(encoding).decode(bytes)
}

const lineEnds = [10, 13]
// Where a line without an end can be split: after a value, so that no id is split and each id stays with its name.
const partEnds = [...Buffer.from(',;&}')]

function endOfLast(bytes: Uint8Array, encoding: Encoding, signs: readonly number[]): number {
  const width = encoding === 'utf-8' ? 1 : 2
  for (let offset = bytes.byteLength - (bytes.byteLength % width) - width; offset >= 0; offset -= width) {
    const isAscii = width === 1 || bytes[offset + 1] === 0
    if (isAscii && signs.includes(bytes[offset] ?? 0)) return offset + width
  }
  return 0
}

/** How many of the bytes are whole lines; the bytes must start at a character boundary, as the bytes of a file do. */
export function wholeLines(bytes: Uint8Array, encoding: Encoding): number {
  return endOfLast(bytes, encoding, lineEnds)
}

/** How many of the bytes of a line without an end can be searched without splitting an id; 0 without a separator. */
export function wholeParts(bytes: Uint8Array, encoding: Encoding): number {
  return endOfLast(bytes, encoding, partEnds)
}

/** Where the second line begins; 0 without a line end. */
export function secondLine(bytes: Uint8Array, encoding: Encoding): number {
  const width = encoding === 'utf-8' ? 1 : 2
  for (let offset = 0; offset + width <= bytes.byteLength; offset += width) {
    if (wholeLines(bytes.subarray(offset, offset + width), encoding) > 0) return offset + width
  }
  return 0
}
