/** Numbers and letters of a file at any offset. Offsets come out of hostile files: what lies outside reads as zero. */
export interface ByteReader {
  readonly bytes: Uint8Array
  readonly length: number
  readonly u8: (at: number) => number
  /** Two bytes, the high one first unless told otherwise. */
  readonly u16: (at: number, littleEndian?: boolean) => number
  /** Four bytes, the high one first unless told otherwise; never negative. */
  readonly u32: (at: number, littleEndian?: boolean) => number
}

/** A stretch of a file: its first byte and the one after its last. */
export type ByteRange = readonly [from: number, to: number]

/** A reader over bytes, which are not copied. */
export function createReader(bytes: Uint8Array): ByteReader {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const length = bytes.byteLength
  const holds = (at: number, size: number): boolean => at >= 0 && at + size <= length
  return {
    bytes,
    length,
    u8: (at) => bytes[at] ?? 0,
    u16: (at, littleEndian = false) => (holds(at, 2) ? view.getUint16(at, littleEndian) : 0),
    u32: (at, littleEndian = false) => (holds(at, 4) ? view.getUint32(at, littleEndian) : 0),
  }
}

/** A reader over a part; both ends are held inside the file. */
export function partOf(reader: ByteReader, [from, to]: ByteRange): ByteReader {
  return createReader(reader.bytes.subarray(Math.min(from, reader.length), Math.max(from, Math.min(to, reader.length))))
}

/** Up to `length` bytes as text, one letter a byte; shorter at the end of the file. For short texts. */
export function textAt(reader: ByteReader, at: number, length: number): string {
  return String.fromCharCode(...reader.bytes.subarray(at, at + length))
}

/** True when this text, one byte a letter, stands at this place. */
export function hasText(reader: ByteReader, at: number, text: string): boolean {
  for (let letter = 0; letter < text.length; letter += 1) {
    if (reader.u8(at + letter) !== text.charCodeAt(letter)) return false
  }
  return at + text.length <= reader.length
}

/** True when this text, one byte a letter, stands anywhere. Takes time in proportion to the bytes. */
export function includesText(reader: ByteReader, text: string): boolean {
  const { bytes } = reader
  const first = text.charCodeAt(0)
  // Byte by byte: a search for each first letter would cost far more in a file that has nothing else.
  for (let at = 0; at + text.length <= bytes.length; at += 1) {
    if (bytes[at] === first && hasText(reader, at, text)) return true
  }
  return false
}

/** The number that four letters are, as chunk names are compared: walking millions of chunks makes no texts. */
export function codeOf(letters: string): number {
  return Array.from(letters, (letter) => letter.charCodeAt(0)).reduce((code, byte) => code * 256 + byte, 0)
}
