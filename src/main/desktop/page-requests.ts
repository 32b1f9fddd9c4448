/**
 * What the page's session may request; everything else is cancelled before a connection is made, whoever asks in it. And
 * which part of a file it asks for, and the headers of every answer, the content policy among them.
 */

import { stoppedPath } from './stopped-page.ts'

export const pageOrigin = 'app://greenroom'

const places: readonly string[] = ['/index.html', stoppedPath, `${stoppedPath}/reload`, `${stoppedPath}/quit`]

/** True for the addresses that a window may go to: the page, main's own page, and the buttons of that. */
export function isPagePlace(url: string): boolean {
  return url.startsWith(`${pageOrigin}/`) && places.includes(new URL(url).pathname)
}

/** True for what main serves; the developer tools load their own parts. What the page made itself (blob:) never asks. */
export function mayPageRequest(url: string, isPackaged: boolean): boolean {
  if (url.startsWith(`${pageOrigin}/`)) return true
  return !isPackaged && url.startsWith('devtools://')
}

/** null: all of it, also for several ranges and for what is none (RFC 9110 §14.2 lets a server pass over those). */
export function readRange(
  header: string | undefined,
  length: number,
): { readonly from: number; readonly to: number } | 'unsatisfiable' | null {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? []
  if (first === '' && last === '') return null
  // Without a first byte, so many at the end.
  if (first === '') return rangeIn(length, Math.max(0, length - Number(last)), length)
  return rangeIn(length, Number(first), last === '' ? length : Number(last))
}

function rangeIn(length: number, from: number, wantedTo: number) {
  const to = Math.min(length - 1, wantedTo)
  return from <= to ? { from, to } : 'unsatisfiable'
}

/** The policy, with what an answer may do beyond it. */
export const policyWith = ({ scripts = '', styles = '', connections = '' }): string =>
  [
    "default-src 'none'",
    `script-src 'self'${scripts}`,
    `style-src 'self'${styles}`,
    // blob: is for crop previews that the page has just drawn; nothing is loaded from the network by the page.
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

interface Served {
  readonly contentType: string
  readonly cache: string
  readonly policy?: string
}

export function headersOf({ contentType, cache, policy = pagePolicy }: Served): Record<string, string> {
  return {
    'content-type': contentType,
    'content-security-policy': policy,
    // Refuses WebRTC, from Chromium 150 on. All addresses pass, as the policy and main's own checks refuse them better:
    // a navigation that this header refuses leaves the page for an error page.
    'connection-allowlist': '("*://*:*/*");webrtc=block',
    'x-content-type-options': 'nosniff',
    'cache-control': cache,
    'cross-origin-opener-policy': 'same-origin',
  }
}
