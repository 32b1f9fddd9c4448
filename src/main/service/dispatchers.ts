/** What undici sends on each way to a service: straight, or through a proxy. */
import type { LookupFunction } from 'node:net'
import { createSecureContext, rootCertificates } from 'node:tls'
import type { SecureContext } from 'node:tls'
import { Agent, Client, Pool, ProxyAgent } from 'undici'
import type { Dispatcher } from 'undici'
import { ProxyError } from './proxy-list.ts'
import type { Route } from './proxy-list.ts'

/** To an address, on a route; `fresh`: with a connection of its own. */
export interface Way {
  readonly route: Route
  readonly url: URL
  readonly use: 'kept' | 'fresh'
  /** For the proxy of the route; null without one. */
  readonly signIn: ProxyCredentials | null
}

/** User name and password as Basic authentication has them; opened only where they are sent. */
export interface ProxyCredentials {
  readonly open: () => string
}

export type DispatcherFor = (way: Way) => Dispatcher

/** Connections to a proxy through which it is asked for a way. `ProxyAgent` itself tells the status in a sentence only. */
class ProxyConnections extends Pool {
  override async connect(options: Omit<Dispatcher.ConnectOptions, 'origin'>): Promise<Dispatcher.ConnectData> {
    const answer = await super.connect(options).catch((error: unknown) => {
      throw new ProxyError(null, error)
    })
    if (answer.statusCode === 200) return answer
    answer.socket.on('error', () => undefined).destroy()
    throw new ProxyError(answer.statusCode, undefined, schemesIn(answer.headers['proxy-authenticate']))
  }
}

// A header per scheme, or several in one: a word at its beginning or behind a comma, without an equals sign.
function schemesIn(header: string | string[] | undefined): readonly string[] {
  const challenges = [header ?? []].flat().flatMap((one) => one.split(','))
  return challenges.flatMap((one) => /^\s*([A-Za-z][\w-]*)(?:\s|$)/.exec(one)?.[1] ?? [])
}

// The exchange has its own deadlines; undici's would only end it with another error. HTTP/2 is not offered: there a
// request may be sent anew by itself when the connection ends.
const common = { headersTimeout: 0, bodyTimeout: 0, allowH2: false }

interface ConnectionOptions {
  readonly certificates: () => readonly string[]
  readonly connectMs: number
  readonly lookup: LookupFunction | undefined
}

/** As `createNetwork`, which loads this at the first exchange. */
export function createDispatchers({ certificates, connectMs, lookup }: ConnectionOptions): DispatcherFor {
  // One for all connections: reading some hundred certificates takes 20 ms.
  let secureContext: SecureContext | null = null
  const tlsFor = (protocol: string) => {
    const how = { timeout: connectMs, allowH2: false }
    if (protocol !== 'https:') return how
    secureContext ??= createSecureContext({ ca: [...new Set([...rootCertificates, ...certificates()])] })
    // Said aloud although it is the default: NODE_TLS_REJECT_UNAUTHORIZED must not switch it off.
    return { ...how, rejectUnauthorized: true, secureContext }
  }

  return ({ route, url: { origin, protocol }, use, signIn }) => {
    if (route.kind === 'direct') {
      const connect = { ...tlsFor(protocol), ...(lookup === undefined ? {} : { lookup }) }
      return use === 'kept'
        ? new Agent({ ...common, connect })
        : new Client(origin, { ...common, connect, pipelining: 0 })
    }
    return new ProxyAgent({
      uri: route.proxy.origin,
      ...(signIn === null ? {} : { token: `Basic ${signIn.open()}` }),
      connectTimeout: connectMs,
      proxyTls: tlsFor(route.proxy.protocol),
      requestTls: tlsFor(protocol),
      clientFactory: (proxy, options) => new ProxyConnections(proxy, { ...options, headersTimeout: connectMs }),
      factory: (place, options: object) =>
        use === 'kept'
          ? new Pool(place, { ...options, ...common })
          : new Client(place, { ...options, ...common, pipelining: 0 }),
    })
  }
}
