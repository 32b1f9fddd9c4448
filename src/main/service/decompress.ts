/** Unpacks answers that a gateway packed although they were asked for plain: the task id inside must not be lost. */
import { promisify } from 'node:util'
import { brotliDecompress, inflateRaw, unzip } from 'node:zlib'
import { codeOf } from '../lib/files.ts'

/** An answer grew beyond its limit. */
export class TooLarge extends Error {}

type Decompress = (bytes: Buffer, options: { readonly maxOutputLength: number }) => Promise<Buffer>

const unzipped: Decompress = promisify(unzip)
const inflated: Decompress = promisify(inflateRaw)

// "deflate" comes with and without its envelope: servers disagree on what the word means.
const decompressors: Readonly<Record<string, readonly Decompress[]>> = {
  gzip: [unzipped],
  'x-gzip': [unzipped],
  deflate: [unzipped, inflated],
  br: [promisify(brotliDecompress)],
}

/**
 * Gives the plain bytes of a body with this `content-encoding`; the bytes as they are when the encoding is not known or
 * was not used after all. Throws `TooLarge`, and zlib's error for a body that stops midway.
 */
export async function decompress(bytes: Buffer, encoding: string, limitBytes: number): Promise<Buffer> {
  const name = encoding.trim().toLowerCase()
  const candidates = Object.hasOwn(decompressors, name) && bytes.byteLength > 0 ? (decompressors[name] ?? []) : []
  for (const candidate of candidates) {
    try {
      return await candidate(bytes, { maxOutputLength: limitBytes })
    } catch (error) {
      if (codeOf(error) === 'ERR_BUFFER_TOO_LARGE') throw new TooLarge()
      if (codeOf(error) === 'Z_BUF_ERROR') throw error
    }
  }
  return bytes
}
