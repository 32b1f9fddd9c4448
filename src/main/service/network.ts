/**
 * How connections are made: the operator's proxy, the certificates that are trusted, and which connections are kept.
 * TLS is always verified; there is no option to change that.
 */
import type { LookupFunction } from 'node:net'
import { createSecureContext, getCACertificates, rootCertificates } from 'node:tls'
import type { SecureContext } from 'node:tls'
import { Agent, buildConnector, Client } from 'undici'
import type { Dispatcher } from 'undici'
import { isLoopback, readProxyList } from './proxy-list.ts'
import type { Route } from './proxy-list.ts'
import { ProxyError, proxyConnector, tunnelConnector } from './tunnel.ts'
import type { Connector } from './tunnel.ts'

/** One way on which an exchange can be sent. */
export interface Line {
  readonly dispatcher: Dispatcher
  /** Where the dispatcher connects: the service's origin, or the proxy's when it is asked for whole addresses. */
  readonly origin: string
  /** Stands before the path; "" except for a proxy that is asked for whole addresses. */
  readonly pathPrefix: string
  /** Host and port of the proxy; null without one. */
  readonly proxy: string | null
  /** Ends the line's connection if it is a fresh one. */
  readonly close: () => Promise<void>
}

/** The connections of one client. */
export interface Connections {
  /**
   * The lines to an address, best first. `kept` may use a connection again; `fresh` lines have a new one each, which
   * `close` ends. Fails with `ProxyError` when the network demands a kind of proxy that Greenroom cannot speak to.
   */
  readonly lines: (url: URL, use: 'kept' | 'fresh') => Promise<readonly Line[]>
  /** Ends all kept connections, also those in use. */
  readonly destroy: () => Promise<void>
}

/** Makes connections; shared by all clients, so that certificates are read once. */
export interface Network {
  readonly open: () => Connections
}

export interface NetworkDeps {
  /** The PAC result for an address, such as Electron's `session.resolveProxy`. Not asked for loopback. */
  readonly resolveProxy: (url: string) => Promise<string>
  /** PEM certificates trusted beside the bundled ones; read at the first https connection. */
  readonly certificates: () => readonly string[]
  /** Limit on connecting, TLS included, in milliseconds. */
  readonly connectMs: number
  /** How names become addresses on direct lines; the system's way by default. Proxies are always found by that. */
  readonly lookup?: LookupFunction
}

/** The operating system's certificates and those of NODE_EXTRA_CA_CERTS, as PEM. Takes some 75 ms the first time. */
export function systemCertificates(): readonly string[] {
  return [...getCACertificates('system'), ...getCACertificates('extra')]
}

/** Gives the network. Nothing is read or connected before the first exchange. */
export function createNetwork({ lookup, ...deps }: NetworkDeps): Network {
  const toProxy = connectorOf(deps)
  const direct = lookup === undefined ? toProxy : connectorOf({ ...deps, lookup })
  return { open: () => openConnections(deps, { toProxy, direct }) }
}

/** How connections are opened: to a proxy, and without one. */
interface Connectors {
  readonly toProxy: Connector
  readonly direct: Connector
}

function connectorOf({ certificates, connectMs, lookup }: NetworkDeps): Connector {
  const how = { timeout: connectMs, ...(lookup === undefined ? {} : { lookup }) }
  const plain = buildConnector(how)
  let secure: Connector | null = null
  return (options, callback) => {
    if (options.protocol !== 'https:') {
      plain(options, callback)
      return
    }
    // Said aloud although it is the default: NODE_TLS_REJECT_UNAUTHORIZED must not switch it off.
    secure ??= buildConnector({ ...how, rejectUnauthorized: true, secureContext: trust(certificates()) })
    secure(options, callback)
  }
}

// One context for all connections: reading some hundred certificates takes 20 ms.
function trust(certificates: readonly string[]): SecureContext {
  return createSecureContext({ ca: [...new Set([...rootCertificates, ...certificates])] })
}

interface Way {
  readonly key: string
  readonly connect: Connector
  readonly origin: string
  readonly pathPrefix: string
  readonly proxy: string | null
}

function openConnections({ resolveProxy, connectMs }: NetworkDeps, { toProxy, direct }: Connectors): Connections {
  const agents = new Map<string, Agent>()

  const proxyFor = (url: string): Promise<string> =>
    resolveProxy(url).catch((error: unknown) => {
      throw new ProxyError(null, error)
    })

  const wayOf = (route: Route, { origin, protocol }: URL): Way => {
    if (route.kind === 'direct') return { key: 'direct', connect: direct, origin, pathPrefix: '', proxy: null }
    const { proxy } = route
    const key = `${protocol} ${proxy.origin}`
    if (protocol === 'https:') {
      const tunnel = tunnelConnector({ proxy, connect: toProxy, timeoutMs: connectMs })
      return { key, connect: tunnel, origin, pathPrefix: '', proxy: proxy.host }
    }
    // In the clear a proxy is asked for the whole address, as browsers do: many refuse CONNECT to port 80.
    const connect = proxyConnector(proxy, toProxy)
    return { key, connect, origin: proxy.origin, pathPrefix: origin, proxy: proxy.host }
  }

  const cachedAgent = ({ key, connect: connector }: Way): Agent => {
    const agent = agents.get(key) ?? new Agent({ connect: connector, ...noTimeouts })
    agents.set(key, agent)
    return agent
  }

  const lineOf = (way: Way, use: 'kept' | 'fresh'): Line => {
    const { origin, pathPrefix, proxy } = way
    if (use === 'kept') return { dispatcher: cachedAgent(way), origin, pathPrefix, proxy, close: nothingToClose }
    const client = new Client(origin, { connect: way.connect, pipelining: 0, ...noTimeouts })
    return { dispatcher: client, origin, pathPrefix, proxy, close: () => client.destroy() }
  }

  return {
    lines: async (url, use) => {
      const routes = isLoopback(url) ? readProxyList('') : readProxyList(await proxyFor(`${url.origin}/`))
      if (routes === null) throw new ProxyError(null, new Error('only proxies of an unknown kind are configured'))
      return routes.map((route) => lineOf(wayOf(route, url), use))
    },
    destroy: async () => {
      await Promise.all([...agents.values()].map((agent) => agent.destroy()))
    },
  }
}

// The exchange has its own deadlines; undici's would only end it with another error.
const noTimeouts = { headersTimeout: 0, bodyTimeout: 0 }

const nothingToClose = (): Promise<void> => Promise.resolve()
