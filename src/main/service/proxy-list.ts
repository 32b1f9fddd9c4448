/** Parses the result of `session.resolveProxy` into routes (`PROXY host:port; HTTPS host:port; DIRECT`). */
import { isLoopbackHost } from '../../shared/model/loopback.ts'
import type { Profile } from '../../shared/schemas/profile.ts'

/** A route to an address: direct, or through an HTTP proxy, which is connected to with or without TLS. */
export type Route = { readonly kind: 'direct' } | { readonly kind: 'proxy'; readonly proxy: URL }

const direct: Route = { kind: 'direct' }

const schemes: Readonly<Record<string, string>> = { PROXY: 'http', HTTP: 'http', HTTPS: 'https' }

/**
 * Returns the routes in their order, without SOCKS and unknown schemes. Returns null when no usable route remains,
 * because a direct connection would bypass a proxy that the operator's network requires. An empty text means direct.
 */
export function readProxyList(list: string): readonly Route[] | null {
  const entries = list
    .split(';')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
  if (entries.length === 0) return [direct]
  const routes = entries.map(readEntry).filter((route) => route !== null)
  return routes.length === 0 ? null : routes
}

function readEntry(entry: string): Route | null {
  const [word = '', address = ''] = entry.split(/\s+/, 2)
  if (word.toUpperCase() === 'DIRECT') return direct
  // Without a known scheme or a host, the text is not a valid URL.
  const proxy = URL.parse(`${schemes[word.toUpperCase()] ?? ''}://${address}`)
  return proxy && { kind: 'proxy', proxy }
}

/** Whether a profile's service runs on this computer. Also true without a profile, because there is nothing to read. */
export function needsNoNetwork(profile: Pick<Profile, 'baseUrl'> | null): boolean {
  return profile === null || (URL.canParse(profile.baseUrl) && isLoopbackHost(new URL(profile.baseUrl).hostname))
}

/** The sign-in that a proxy demands. */
export interface SignInRefusal {
  /** The authentication schemes that the proxy offers; empty when it named none. */
  readonly schemes: readonly string[]
  /** Whether the refused request contained a user name and password. */
  readonly isSignedIn: boolean
}

/** The proxy did not connect to the service. Nothing was sent to the service. */
export class ProxyError extends Error {
  /** The proxy's HTTP status; null when it did not answer. */
  readonly httpStatus: number | null

  readonly signIn: SignInRefusal

  constructor(httpStatus: number | null, cause?: unknown, signIn: SignInRefusal = { schemes: [], isSignedIn: false }) {
    super(httpStatus === null ? 'the proxy did not answer' : `the proxy answered ${httpStatus}`, { cause })
    this.name = 'ProxyError'
    this.httpStatus = httpStatus
    this.signIn = signIn
  }
}

/** The network allows only proxies that Greenroom does not support. */
export class UnknownProxy extends ProxyError {
  /** Such as "SOCKS5". */
  readonly kind: string
  /** Host and port. */
  readonly address: string

  constructor(list: string) {
    super(null)
    const [first = ''] = list.split(';')
    const [kind = '', address = ''] = first.trim().split(/\s+/)
    this.kind = kind
    this.address = address
  }
}

/** The error as a `ProxyError`; null for all other errors. */
export function proxyErrorOf(error: unknown): ProxyError | null {
  return error instanceof ProxyError ? error : null
}
