/** Where the page lives: the `app://` scheme, served from one fixed folder with a strict policy on every answer. */
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { protocol } from 'electron'
import type { Session } from 'electron'

/** Scheme and host of the page. */
export const pageOrigin = 'app://greenroom'

/** Address of the page. */
export const pageUrl = `${pageOrigin}/index.html`

/** Finds a stored image for the page by its id; null when there is none. */
export type FindImage = (imageId: string) => Promise<{ readonly path: string; readonly type: string } | null>

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  // blob: is for crop previews that the page has just drawn; nothing is loaded from the network by the page.
  "img-src 'self' blob:",
  "font-src 'self'",
  "media-src 'self'",
  "worker-src 'self'",
  "connect-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
}

function answer(body: ConstructorParameters<typeof Response>[0], contentType: string, cache: string): Response {
  return new Response(body, {
    headers: {
      'content-type': contentType,
      'content-security-policy': policy,
      'x-content-type-options': 'nosniff',
      'cache-control': cache,
      'cross-origin-opener-policy': 'same-origin',
    },
  })
}

const nowhere = (): Response => new Response('Not found', { status: 404, headers: { 'content-type': 'text/plain' } })

async function fromFolder(root: string, pathname: string): Promise<Response> {
  const file = path.normalize(path.join(root, pathname))
  const type = types[path.extname(file)]
  if (type === undefined || !file.startsWith(root + path.sep)) return nowhere()
  try {
    return answer(await readFile(file), type, 'no-cache')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return nowhere()
    throw error
  }
}

async function fromImages(find: FindImage, imageId: string): Promise<Response> {
  const image = await find(imageId)
  if (image === null) return nowhere()
  // The id is the hash of the bytes, so the answer can never change.
  return answer(await readFile(image.path), `image/${image.type}`, 'max-age=31536000, immutable')
}

/** Declares `app://` as a secure, standard scheme with compiled-code caching; before the app is ready. */
export function declarePageScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
  ])
}

/**
 * Serves the page from `root` and stored images from `/image/<imageId>`. `findImage` may come later than the page:
 * the window opens before the rest of main is built.
 */
export function servePage(session: Session, root: string, findImage: Promise<FindImage>): void {
  session.protocol.handle('app', async (request) => {
    const url = new URL(request.url)
    if (url.host !== 'greenroom' || request.method !== 'GET') return nowhere()
    const pathname = decodeURIComponent(url.pathname)
    const imageId = /^\/image\/([0-9a-f]{64})$/.exec(pathname)?.[1]
    return imageId === undefined ? fromFolder(root, pathname) : fromImages(await findImage, imageId)
  })
}
