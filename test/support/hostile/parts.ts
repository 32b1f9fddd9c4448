/** Parts of image files. */

/** Bytes in the forms that `join` accepts. */
export type Part = Uint8Array | readonly number[] | string

/** A number as bytes, the high one first. */
export function big(value: number, size: number): number[] {
  return Array.from({ length: size }, (_, at) => Math.floor(value / 256 ** (size - 1 - at)) & 0xff)
}

/** A number as bytes, the low one first. */
export function little(value: number, size: number): number[] {
  return big(value, size).reverse()
}

function bytesOf(part: Part): Uint8Array {
  if (typeof part === 'string') return Uint8Array.from(part, (letter) => letter.charCodeAt(0))
  return part instanceof Uint8Array ? part : Uint8Array.from(part)
}

/** Concatenates parts; a text contributes one byte per character. */
export function join(...parts: readonly Part[]): Uint8Array<ArrayBuffer> {
  const pieces = parts.map(bytesOf)
  const whole = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0))
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}

/** Bytes that look random and are the same each time. */
export function noise(length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length)
  let state = 0x2545_f491
  for (let at = 0; at < length; at += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    bytes[at] = state >>> 24
  }
  return bytes
}

/** Red, green, blue. */
export type Rgb = readonly [number, number, number]

/**
 * The colour of the test picture at a position (0 to 1 both ways): red above left, green above right, blue below left,
 * near white below right, so that every rotation or mirroring is visible.
 */
export function quarterColour(across: number, down: number): Rgb {
  if (down < 0.5) return across < 0.5 ? [200, 40, 40] : [40, 160, 60]
  return across < 0.5 ? [40, 60, 200] : [230, 230, 220]
}
