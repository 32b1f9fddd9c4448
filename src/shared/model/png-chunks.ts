/** The chunks of a PNG, in their order. */

export interface PngChunk {
  readonly name: string
  readonly data: Uint8Array<ArrayBuffer>
  /** Start of the next chunk. */
  readonly end: number
}

// The largest accepted picture has fewer chunks. A hostile file could contain millions of empty chunks.
const maxChunks = 100_000

/** The last chunk can be longer than the rest of the file; then its `end` is beyond the end of the file. */
export function* chunksOf(bytes: Uint8Array<ArrayBuffer>): Generator<PngChunk> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let offset = 8, count = 0; offset + 12 <= bytes.length && count < maxChunks; count += 1) {
    const end = offset + 12 + view.getUint32(offset)
    yield {
      name: String.fromCharCode(...bytes.subarray(offset + 4, offset + 8)),
      data: bytes.subarray(offset + 8, end - 4),
      end,
    }
    offset = end
  }
}

export function pngChunk(bytes: Uint8Array<ArrayBuffer>, chunkName: string): Uint8Array<ArrayBuffer> | null {
  for (const { name, data } of chunksOf(bytes)) if (name === chunkName) return data
  return null
}

export function withoutChunks(bytes: Uint8Array<ArrayBuffer>, unwanted: string): Uint8Array<ArrayBuffer> {
  let remaining = bytes
  for (const { name, data, end } of chunksOf(bytes)) {
    const before = remaining.length - bytes.length + end - 12 - data.length
    if (name !== unwanted) continue
    const tail = remaining.subarray(before + 12 + data.length)
    const shorter = new Uint8Array(before + tail.length)
    shorter.set(remaining.subarray(0, before))
    shorter.set(tail, before)
    remaining = shorter
  }
  return remaining
}
