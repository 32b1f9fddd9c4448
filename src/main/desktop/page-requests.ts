/** What the page's session may request; everything else is cancelled before a connection is made, whoever asks in it. */

/** Scheme and host of the page. */
export const pageOrigin = 'app://greenroom'

/** True for what main serves; the developer tools load their own parts. What the page made itself (blob:) never asks. */
export function mayPageRequest(url: string, isPackaged: boolean): boolean {
  if (url.startsWith(`${pageOrigin}/`)) return true
  return !isPackaged && url.startsWith('devtools://')
}
