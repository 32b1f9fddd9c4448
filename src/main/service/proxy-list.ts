/** The ways to an address, as `session.resolveProxy` tells them (`PROXY host:port; HTTPS host:port; DIRECT`). */
import { isLoopbackHost } from '../../shared/model/loopback.ts'
import type { Profile } from '../../shared/schemas/profile.ts'

/** One way to an address: straight, or through an HTTP proxy spoken to in the clear or over TLS. */
export type Route = { readonly kind: 'direct' } | { readonly kind: 'proxy'; readonly proxy: URL }

const direct: Route = { kind: 'direct' }

const schemes: Readonly<Record<string, string>> = { PROXY: 'http', HTTP: 'http', HTTPS: 'https' }

/**
 * Gives the routes in their order. SOCKS and what nobody knows is left out; null when nothing usable remains, because
 * going direct then would go round what the operator's network demands. An empty text means direct.
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
  const [word = '', place = ''] = entry.split(/\s+/, 2)
  if (word.toUpperCase() === 'DIRECT') return direct
  // Without a scheme that is known, or without a place, it is no address.
  const proxy = URL.parse(`${schemes[word.toUpperCase()] ?? ''}://${place}`)
  return proxy && { kind: 'proxy', proxy }
}

/** Says whether a profile's service is on this computer; also true without a profile: there is nothing to read. */
export function needsNoNetwork(profile: Pick<Profile, 'baseUrl'> | null): boolean {
  return profile === null || (URL.canParse(profile.baseUrl) && isLoopbackHost(new URL(profile.baseUrl).hostname))
}

/** What a proxy that wants a sign-in says of it. */
export interface SignInRefusal {
  /** Ways of signing in that it offers; none where it did not say. */
  readonly schemes: readonly string[]
  /** A user name and password went with what it refused. */
  readonly isSignedIn: boolean
}

/** The proxy did not open a way. Nothing was sent to the service. */
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

/** The network allows only proxies that Greenroom cannot speak to. */
export class UnknownProxy extends ProxyError {
  /** Such as "SOCKS5". */
  readonly kind: string
  /** Host and port. */
  readonly place: string

  constructor(list: string) {
    super(null)
    const [first = ''] = list.split(';')
    const [kind = '', place = ''] = first.trim().split(/\s+/)
    this.kind = kind
    this.place = place
  }
}

/** The proxy's refusal behind an error of a line; null for any other error. */
export function proxyErrorOf(error: unknown): ProxyError | null {
  return error instanceof ProxyError ? error : null
}
