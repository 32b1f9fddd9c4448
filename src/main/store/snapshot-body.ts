/** Bodies as they are kept: exactly the bytes that were received, packed where that is worth the time. */
import { constants, gunzipSync, gzipSync } from 'node:zlib'
import { codeOf } from '../lib/files.ts'

export interface SnapshotBody {
  /** As received, or these packed with gzip. */
  readonly bytes: Uint8Array
  readonly isPacked: boolean
  readonly size: number
}

/** Bodies up to this size, in bytes, are kept plain: packing them would save little. */
const maxPlainBytes = 256 * 1024

// Measured with 5 MB of scripts: level 2 takes 46 ms to a quarter of them, level 6 takes 163 ms for little more. Images
// written as base64 give up a quarter in three times as long, and would have to be unpacked whenever they are read.
const level = 2
const maxCompressedRatio = 2 / 3

export function plainBody(bytes: Uint8Array): SnapshotBody {
  return { bytes, isPacked: false, size: bytes.byteLength }
}

/** The body packed, when it is large and becomes much smaller; takes tens of milliseconds for megabytes. */
export function compressedBody(bytes: Uint8Array): SnapshotBody {
  const size = bytes.byteLength
  if (size <= maxPlainBytes) return plainBody(bytes)
  const packed = gzipSync(bytes, { level })
  return packed.byteLength <= size * maxCompressedRatio ? { bytes: packed, isPacked: true, size } : plainBody(bytes)
}

/** The bytes that were received; null when they are damaged. */
export function decompressedBody({ bytes, isPacked, size }: SnapshotBody): Uint8Array | null {
  if (!isPacked) return bytes
  try {
    const decompressed = gunzipSync(bytes, { maxOutputLength: Math.max(size, 1), finishFlush: constants.Z_FINISH })
    return decompressed.byteLength === size ? decompressed : null
  } catch (error) {
    if (isOfPacking(error)) return null
    throw error
  }
}

// zlib's own complaints, and more bytes than were packed.
function isOfPacking(error: unknown): boolean {
  const code = codeOf(error)
  return code?.startsWith('Z_') === true || code === 'ERR_BUFFER_TOO_LARGE'
}

/** The columns of a kept body, for `bodyOfRow`. */
export const bodyColumns = 'body, packed, coalesce(bytes, length(body)) AS bytes'

/** The body in a row of `bodyColumns`; null when there is no row. */
export function bodyOfRow(row: Readonly<Record<string, unknown>> | undefined): SnapshotBody | null {
  const bytes = row?.['body']
  if (!(bytes instanceof Uint8Array)) return null
  return { bytes, isPacked: row?.['packed'] === 1, size: Number(row?.['bytes']) }
}

const decoder = new TextDecoder()

/** The text of a body: UTF-8 without its mark. */
export function bodyText(bytes: Uint8Array): string {
  return decoder.decode(bytes)
}
