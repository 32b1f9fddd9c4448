/** Decompresses answers that a gateway compressed against the request, so that a task id in them is not lost. */
import { promisify } from 'node:util'
import { inflateRaw, unzip } from 'node:zlib'
import { codeOf } from '../lib/files.ts'

/** An answer grew beyond its limit. */
export class TooLarge extends Error {
  /** The length that the answer announced; null when it announced none. */
  readonly bytes: number | null

  constructor(bytes: number | null) {
    super()
    this.bytes = bytes
  }
}

/** An answer has a content encoding that is not supported. */
export class UnknownEncoding extends Error {
  /** The encoding that the answer names, in printable characters only. */
  readonly encoding: string

  constructor(encoding: string) {
    super(`content-encoding ${encoding}`)
    this.name = 'UnknownEncoding'
    this.encoding = encoding
  }
}

type Decompress = (bytes: Buffer, options: { readonly maxOutputLength: number }) => Promise<Buffer>

const unzipped: Decompress = promisify(unzip)
const inflated: Decompress = promisify(inflateRaw)

// Other encodings are not supported: no request accepts them, and each decoder would process untrusted bytes. "deflate"
// is tried with and without the zlib header, because servers disagree on its meaning.
const decompressors: Readonly<Record<string, readonly Decompress[]>> = {
  gzip: [unzipped],
  'x-gzip': [unzipped],
  deflate: [unzipped, inflated],
}

const maxNameLength = 30

function namedInAnswer(encoding: string): string {
  return encoding.replaceAll(/[^a-z0-9 ,;=.*+-]/g, '').slice(0, maxNameLength)
}

/**
 * Returns the decompressed bytes of a body with this `content-encoding`, or the bytes unchanged when they are not
 * compressed. Throws `TooLarge`, `UnknownEncoding`, and zlib's error for a body that stops midway.
 */
export async function decompress(bytes: Buffer, encoding: string, limitBytes: number): Promise<Buffer> {
  const name = encoding.trim().toLowerCase()
  const layers = name.split(',').flatMap((layer) => (['', 'identity'].includes(layer.trim()) ? [] : [layer.trim()]))
  const [layer, ...innerLayers] = layers
  if (layer === undefined || bytes.byteLength === 0) return bytes
  const candidates = Object.hasOwn(decompressors, layer) ? decompressors[layer] : undefined
  if (candidates === undefined || innerLayers.length > 0) throw new UnknownEncoding(namedInAnswer(name))
  for (const candidate of candidates) {
    try {
      return await candidate(bytes, { maxOutputLength: limitBytes })
    } catch (error) {
      if (codeOf(error) === 'ERR_BUFFER_TOO_LARGE') throw new TooLarge(null)
      if (codeOf(error) === 'Z_BUF_ERROR') throw error
    }
  }
  return bytes
}
