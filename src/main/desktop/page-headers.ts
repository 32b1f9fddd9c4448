/** The headers of every answer to the page, its content policy among them. */
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

/** The policy of the page. */
export const pagePolicy = policyWith({})

interface Served {
  readonly contentType: string
  readonly cache: string
  readonly policy?: string
}

/** The headers of every answer. */
export function headersOf({ contentType, cache, policy = pagePolicy }: Served): Record<string, string> {
  return {
    'content-type': contentType,
    'content-security-policy': policy,
    'x-content-type-options': 'nosniff',
    'cache-control': cache,
    'cross-origin-opener-policy': 'same-origin',
  }
}
