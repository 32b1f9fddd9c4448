// An animation has a chunk for each frame. A hostile file could contain millions of empty chunks.
const maxChunks = 100_000

/** The content of the first WebP chunk with this four-letter name; null without such a chunk. */
export function webpChunk(bytes: Uint8Array<ArrayBuffer>, name: string): Uint8Array<ArrayBuffer> | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let offset = 12, count = 0; offset + 8 <= bytes.length && count < maxChunks; count += 1) {
    const size = view.getUint32(offset + 4, true)
    if (String.fromCharCode(...bytes.subarray(offset, offset + 4)) === name)
      return bytes.subarray(offset + 8, offset + 8 + size)
    offset += 8 + size + (size % 2)
  }
  return null
}
