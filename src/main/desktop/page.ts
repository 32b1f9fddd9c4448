/** Serves the page in the `app://` scheme from one fixed folder, with a strict policy on every answer. */
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { protocol } from 'electron'
import type { ProtocolRequest, ProtocolResponse, Session } from 'electron'
import type { Log } from '../lib/log.ts'
import type { CachedMedia } from '../media/media-content.ts'
import type { NamedMediaKind } from '../media/named-media.ts'
import { headersOf, pageOrigin, pagePolicy, policyWith, readRange } from './page-requests.ts'
import { PAGE_SERVER, fromServer } from './page-server.ts'
import type { OwnPage } from './stopped-page.ts'

export const pageUrl = `${pageOrigin}/index.html`

/** Finds a stored image, or its thumbnail, for the page; null when there is none. */
export type FindImage = (
  imageId: string,
  size: 'whole' | 'thumbnail',
) => Promise<{ readonly path: string; readonly type: string; readonly isFinal: boolean } | null>

/** The kinds of served media: the kinds of named-media.ts, and media that a conversation's page opened. */
type ServedMediaKind = NamedMediaKind | 'opened'

/**
 * Finds media for the page by the id of a snapshot or a job, or by an id that main issued; null when there are none.
 */
export type FindMedia = (kind: ServedMediaKind, id: string) => Promise<CachedMedia | null>

// A worker has the policy of its own script. These workers decode HEIC with libheif and find faces with LiteRT, which
// are WebAssembly. They have no data but the image they receive, and the page itself gets no WebAssembly.
const wasmWorker = /^\/assets\/(?:heic|face)-worker-[\w-]+\.js$/
const wasmWorkerPolicy = policyWith({ scripts: " 'wasm-unsafe-eval'" })

// Main's own page has no script at all, and main handles its buttons.
const stoppedPolicy =
  "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.mjs': 'text/javascript; charset=utf-8',
  '.tflite': 'application/octet-stream',
  '.wasm': 'application/wasm',
}

// Libraries and models that workers load on demand: too large for a synchronous read, which would block main.
const large: readonly string[] = ['.mjs', '.tflite', '.wasm']

// Refusals carry the policy like all answers, because a document can show them too.
const refusedHeaders = headersOf({ contentType: 'text/plain', cache: 'no-store' })

const nowhere: ProtocolResponse = { statusCode: 404, headers: refusedHeaders, data: Buffer.from('Not found') }

// Chromium's ERR_FAILED: a request that ended without an answer.
const failed: ProtocolResponse = { error: -2 }

async function fromFolder(root: string, pathname: string): Promise<ProtocolResponse> {
  const file = path.normalize(path.join(root, pathname))
  const extension = path.extname(file)
  const contentType = types[extension]
  if (contentType === undefined || !file.startsWith(root + path.sep)) return nowhere
  try {
    // Synchronous: these files are small, and every turn of the event loop delays the first paint.
    const data = large.includes(extension) ? await readFile(file) : readFileSync(file)
    const policy = wasmWorker.test(pathname) ? wasmWorkerPolicy : pagePolicy
    return { data, headers: headersOf({ contentType, cache: 'no-cache', policy }) }
  } catch (error) {
    // Does not use lib/files.ts, because the entry must stay one file: code that it shared with workers would become a
    // second one.
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return nowhere
    throw error
  }
}

function fromMain({ text, type }: OwnPage): ProtocolResponse {
  const headers = headersOf({ contentType: `${type}; charset=utf-8`, cache: 'no-store', policy: stoppedPolicy })
  return { data: Buffer.from(text), headers }
}

async function fromImages(find: FindImage, ...args: Parameters<FindImage>): Promise<ProtocolResponse> {
  const image = await find(...args)
  if (image === null) return nowhere
  // The id is the hash of the bytes, so the answer can never change, except while a thumbnail is still missing.
  const cache = image.isFinal ? 'max-age=31536000, immutable' : 'no-cache'
  return { data: await readFile(image.path), headers: headersOf({ contentType: `image/${image.type}`, cache }) }
}

const servedKinds: readonly string[] = ['voice-sample', 'cover-image', 'opened'] satisfies ServedMediaKind[]

function isServedKind(kind: string | undefined): kind is ServedMediaKind {
  return kind !== undefined && servedKinds.includes(kind)
}

/**
 * Players seek with range requests, from a position to the end. Measured on Electron 42 with a WAV of 19 MB and an MP4:
 * the buffer protocol passes ranges on, and neither the `stream` privilege nor `blob:` is needed. Without a content
 * length nothing plays; and a part must reach the requested end, or the player takes it for the whole file.
 */
function fromMedia({ bytes, type }: CachedMedia, range: string | undefined): ProtocolResponse {
  const length = bytes.byteLength
  const part = readRange(range, length)
  if (part === 'unsatisfiable') {
    const headers = { ...refusedHeaders, 'content-range': `bytes */${String(length)}` }
    return { statusCode: 416, headers, data: Buffer.from('Range not satisfiable') }
  }
  const { from, to } = part ?? { from: 0, to: length - 1 }
  return {
    data: Buffer.from(bytes.buffer, bytes.byteOffset + from, to + 1 - from),
    statusCode: part === null ? 200 : 206,
    headers: {
      // The media can change at their host, but not while someone plays or views them.
      ...headersOf({ contentType: type, cache: 'private, max-age=600' }),
      'accept-ranges': 'bytes',
      'content-length': String(to - from + 1),
      ...(part === null ? {} : { 'content-range': `bytes ${String(from)}-${String(to)}/${String(length)}` }),
    },
  }
}

/** Declares `app://` as a secure, standard scheme with compiled-code caching; must run before the app is ready. */
export function declarePageScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
  ])
}

interface PageSources {
  readonly root: string
  /** Can resolve later than the page loads: the window opens before the rest of main is built. */
  readonly found: Promise<{ readonly findImage: FindImage; readonly findMedia: FindMedia }>
  readonly ownPage: (pathname: string) => Promise<OwnPage | null>
  /** For a file that exists but could not be read. */
  readonly log: Log
}

/** Serves the page, stored media and images, and main's own page; anything else is a 404. */
export function servePage(session: Session, { root, found, ownPage, log }: PageSources): void {
  const served = async (url: URL, range: string | undefined): Promise<ProtocolResponse> => {
    const pathname = decodeURIComponent(url.pathname)
    const [, id, kind] = /^\/media\/([A-Za-z0-9-]{1,64})\/([a-z-]+)$/.exec(pathname) ?? []
    if (id !== undefined && isServedKind(kind)) {
      const media = await (await found).findMedia(kind, id)
      return media === null ? nowhere : fromMedia(media, range)
    }
    const [, route, imageId] = /^\/(image|thumbnail)\/([0-9a-f]{64})$/.exec(pathname) ?? []
    if (imageId !== undefined) {
      return fromImages((await found).findImage, imageId, route === 'image' ? 'whole' : 'thumbnail')
    }
    const content = await ownPage(pathname)
    if (content !== null) return fromMain(content)
    return PAGE_SERVER === null ? fromFolder(root, pathname) : fromServer(PAGE_SERVER, url)
  }
  const respond = async ({ url: address, method, headers }: ProtocolRequest): Promise<ProtocolResponse> => {
    const url = new URL(address)
    if (url.host !== 'greenroom' || method !== 'GET') return nowhere
    return served(url, headers['Range'] ?? headers['range'])
  }
  // oxlint-disable-next-line typescript/no-deprecated -- `handle` loads Node's fetch before its first answer: docs/decisions/006-own-scheme.md
  session.protocol.registerBufferProtocol('app', (request, callback) => {
    respond(request).then(callback, (error: unknown) => {
      callback(failed)
      log.error('a file of the page could not be served', error)
    })
  })
}
