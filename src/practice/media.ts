/** The media server: the files of resources/practice, and the uploaded images of creations. */
import { readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import path from 'node:path'
import { seedOf } from './random.ts'

/** Stores the uploaded images of creations. */
export interface PracticeImageStore {
  readonly save: (name: string, bytes: Uint8Array) => void
  readonly load: (name: string) => Promise<Uint8Array | undefined>
}

export function createImageMemory(): PracticeImageStore {
  const images = new Map<string, Uint8Array>()
  return {
    save: (name, bytes) => {
      images.set(name, bytes)
    },
    load: (name) => Promise.resolve(images.get(name)),
  }
}

export interface MediaFile {
  readonly type: string
  readonly bytes: Uint8Array
}

/** Finds a file by its path on the media server; undefined where no file exists. */
export type Media = (pathname: string) => Promise<MediaFile | undefined>

const types: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  mp4: 'video/mp4',
  png: 'image/png',
  wav: 'audio/wav',
  webp: 'image/webp',
}

const portraits = ['receptionist', 'bare', '321486924406853', 'studio-host', 'kiosk-guide']

/** Folder of the files in the repository; the built app stores them elsewhere. */
export const repositoryMedia = path.join(import.meta.dirname, '../../resources/practice')

/** `folder` contains the files under their server paths. */
export function createMedia(folder: string, images: PracticeImageStore): Media {
  const stocked = async (pathname: string): Promise<MediaFile | undefined> => {
    const [, extension = ''] = /^\/(?:model|video-server\/[a-z\d]+)\/[\w-]+\.([a-z\d]+)$/.exec(pathname) ?? []
    const type = types[extension]
    if (type === undefined) return undefined
    try {
      return { type, bytes: await readFile(path.join(folder, pathname)) }
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
      throw error
    }
  }
  return async (pathname) => {
    const [, name = '', extension = ''] = /^\/model\/(\d{19}\.(png|jpg|webp))$/.exec(pathname) ?? []
    const type = types[extension]
    if (type === undefined) return stocked(pathname)
    const bytes = await images.load(name)
    // A portrait replaces an image that was not stored across a restart.
    return bytes === undefined
      ? stocked(`/model/${portraits[seedOf(name) % portraits.length] ?? 'bare'}.png`)
      : { type, bytes }
  }
}

/** The byte range that a header requests; undefined for the whole file, null for a range outside the file. */
export function readRange(header: string | undefined, length: number) {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? []
  if (first === '') return last === '' ? undefined : { from: Math.max(0, length - Number(last)), to: length - 1 }
  const from = Number(first)
  const to = last === '' ? length - 1 : Math.min(length - 1, Number(last))
  return from <= to ? { from, to } : null
}

export function sendMedia(request: IncomingMessage, response: ServerResponse, file: MediaFile): void {
  const { length } = file.bytes
  const range = readRange(request.headers.range, length)
  const common = { 'content-type': file.type, 'accept-ranges': 'bytes', 'cache-control': 'max-age=3600' }
  if (range === null) {
    response.writeHead(416, { 'content-range': `bytes */${length}` }).end()
    return
  }
  const part = range === undefined ? file.bytes : file.bytes.subarray(range.from, range.to + 1)
  const rangeHeader = range === undefined ? {} : { 'content-range': `bytes ${range.from}-${range.to}/${length}` }
  response.writeHead(range === undefined ? 200 : 206, { ...common, ...rangeHeader, 'content-length': part.length })
  if (request.method === 'HEAD') response.end()
  else response.end(part)
}
