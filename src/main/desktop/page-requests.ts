/**
 * Decides which requests the page's session may make: all others are cancelled before a connection is made, regardless
 * of their source. Also parses range headers, and sets the headers of every answer, including the content policy.
 */

import { stoppedPath } from './stopped-page.ts'

export const pageOrigin = 'app://greenroom'

const pagePaths: readonly string[] = ['/index.html', stoppedPath, `${stoppedPath}/reload`, `${stoppedPath}/quit`]

/** True for the addresses that a window can navigate to: the page, main's own page, and its buttons. */
export function isPageAddress(url: string): boolean {
  return url.startsWith(`${pageOrigin}/`) && pagePaths.includes(new URL(url).pathname)
}

/**
 * True for everything that main serves; in development also for the developer tools' own parts. Content that the page
 * created itself (blob:) makes no request.
 */
export function mayPageRequest(url: string, isPackaged: boolean): boolean {
  if (url.startsWith(`${pageOrigin}/`)) return true
  return !isPackaged && url.startsWith('devtools://')
}

/**
 * null means the whole file, also for several ranges and for an invalid range (RFC 9110 §14.2 allows a server to ignore
 * these).
 */
export function readRange(
  header: string | undefined,
  length: number,
): { readonly from: number; readonly to: number } | 'unsatisfiable' | null {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? []
  if (first === '' && last === '') return null
  // Without a first byte, `last` is the number of bytes at the end.
  if (first === '') return rangeIn(length, Math.max(0, length - Number(last)), length)
  return rangeIn(length, Number(first), last === '' ? length : Number(last))
}

function rangeIn(length: number, from: number, wantedTo: number) {
  const to = Math.min(length - 1, wantedTo)
  return from <= to ? { from, to } : 'unsatisfiable'
}

/** The policy, with an answer's additional permissions. */
export const policyWith = ({ scripts = '', styles = '', connections = '' }): string =>
  [
    "default-src 'none'",
    `script-src 'self'${scripts}`,
    `style-src 'self'${styles}`,
    // blob: is for crop previews that the page has just drawn; the page loads nothing from the network.
    "img-src 'self' blob:",
    "font-src 'self'",
    "media-src 'self'",
    "worker-src 'self'",
    `connect-src 'self'${connections}`,
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

export const pagePolicy = policyWith({})

interface HeaderOptions {
  readonly contentType: string
  readonly cache: string
  readonly policy?: string
}

export function headersOf({ contentType, cache, policy = pagePolicy }: HeaderOptions): Record<string, string> {
  return {
    'content-type': contentType,
    'content-security-policy': policy,
    // Blocks WebRTC from Chromium 150 on. It allows all addresses, because the policy and main's own checks refuse them
    // better: a navigation that this header refuses replaces the page with an error page.
    'connection-allowlist': '("*://*:*/*");webrtc=block',
    'x-content-type-options': 'nosniff',
    'cache-control': cache,
    'cross-origin-opener-policy': 'same-origin',
  }
}
