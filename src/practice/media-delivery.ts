import type { IncomingMessage, ServerResponse } from 'node:http'
import type { MediaFile } from './media/catalogue.ts'

interface Range {
  readonly from: number
  readonly to: number
}

/** The one byte range that a header asks for; undefined for the whole file, null when it cannot be met. */
export function readRange(header: string | undefined, length: number): Range | null | undefined {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? []
  if (first === '') return last === '' ? undefined : { from: Math.max(0, length - Number(last)), to: length - 1 }
  const from = Number(first)
  const to = last === '' ? length - 1 : Math.min(length - 1, Number(last))
  return from <= to ? { from, to } : null
}

/** Sends a media file, in part when a range is asked for (players seek that way). */
export function sendMedia(request: IncomingMessage, response: ServerResponse, file: MediaFile): void {
  const { length } = file.bytes
  const range = readRange(request.headers.range, length)
  const common = { 'content-type': file.type, 'accept-ranges': 'bytes', 'cache-control': 'max-age=3600' }
  if (range === null) {
    response.writeHead(416, { 'content-range': `bytes */${length}` }).end()
    return
  }
  const part = range === undefined ? file.bytes : file.bytes.subarray(range.from, range.to + 1)
  const place = range === undefined ? {} : { 'content-range': `bytes ${range.from}-${range.to}/${length}` }
  response.writeHead(range === undefined ? 200 : 206, { ...common, ...place, 'content-length': part.length })
  if (request.method === 'HEAD') response.end()
  else response.end(part)
}
