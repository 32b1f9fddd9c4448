/**
 * What the page's session may request; everything else is cancelled before a connection is made, whoever asks in it. And
 * which part of a file it asks for.
 */

export const pageOrigin = 'app://greenroom'

/** True for what main serves; the developer tools load their own parts. What the page made itself (blob:) never asks. */
export function mayPageRequest(url: string, isPackaged: boolean): boolean {
  if (url.startsWith(`${pageOrigin}/`)) return true
  return !isPackaged && url.startsWith('devtools://')
}

/**
 * The first and last byte that a `Range` header asks of so many; null for all of them, as also for several ranges and for
 * what is no range (RFC 9110 §14.2 lets a server pass over those).
 */
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
