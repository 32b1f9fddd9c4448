/** Reads what node:http hands over into plain values. */
import type { IncomingMessage } from 'node:http'

/** Largest request body in bytes; a larger one is answered with 413. */
export const bodyLimitBytes = 32 * 1024 * 1024

/** How the reading of a body ended. */
export type BodyReading =
  { readonly kind: 'complete'; readonly text: string } | { readonly kind: 'too-large' } | { readonly kind: 'aborted' }

/** Reads a request's body; never rejects. */
export function readBody(request: IncomingMessage): Promise<BodyReading> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let length = 0
    request.on('data', (chunk: Buffer) => {
      length += chunk.length
      if (length > bodyLimitBytes) {
        request.pause()
        resolve({ kind: 'too-large' })
      } else chunks.push(chunk)
    })
    request.on('end', () => {
      resolve({ kind: 'complete', text: Buffer.concat(chunks).toString('utf8') })
    })
    request.on('close', () => {
      resolve({ kind: 'aborted' })
    })
    request.on('error', () => {
      resolve({ kind: 'aborted' })
    })
  })
}

/** The request's path and query; an unreadable target is the path `/`. */
export function targetOf(request: IncomingMessage): URL {
  const base = 'http://practice.invalid'
  const target = request.url ?? '/'
  // Not `new URL(target, base)`: that would read `//host/…` as another host.
  return URL.canParse(base + target) ? new URL(base + target) : new URL(base)
}

/** One header's value; several of one name joined by a comma. */
export function headerOf(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name]
  return Array.isArray(value) ? value.join(', ') : value
}

/** All headers by lower-case name. */
export function headersOf(request: IncomingMessage): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.keys(request.headers).map((name) => [name, headerOf(request, name) ?? '']))
}
