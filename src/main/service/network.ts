/** How connections are made: proxy, trusted certificates, kept connections. There is no option not to verify TLS. */
import type { LookupFunction } from 'node:net'
import { getCACertificates } from 'node:tls'
import type { Dispatcher } from 'undici'
import { isLoopbackHost } from '../../shared/model/loopback.ts'
import type { DispatcherFor, ProxyCredentials, Way } from './dispatchers.ts'
import { ProxyError, readProxyList, UnknownProxy } from './proxy-list.ts'
import type { Route } from './proxy-list.ts'

export interface Line {
  readonly dispatcher: Dispatcher
  /** Host and port of the proxy; null without one. */
  readonly proxy: string | null
  /** Ends the line's connection if it is a fresh one. */
  readonly close: () => Promise<void>
}

type Asked = Pick<Way, 'url' | 'use'>

interface CachedDispatcher {
  readonly dispatcher: Dispatcher
  readonly signIn: Way['signIn']
}

/** Makes connections; shared by all clients, so that certificates are read once. */
export interface Network {
  readonly open: () => Connections
}

/** The connections of one client. */
export interface Connections {
  /**
   * The lines to an address, best first. `kept` may use a connection again; `fresh` lines have a new one each, which
   * `close` ends. Fails with `ProxyError` when the network demands a kind of proxy that Greenroom cannot speak to.
   */
  readonly lines: (url: URL, use: Way['use']) => Promise<readonly Line[]>
  /** Ends all kept connections, also those in use. */
  readonly destroy: () => Promise<void>
}

/** Sign-ins to proxies; `host` has the port too. The same object until a person signs in anew. */
export interface ProxySignIns {
  readonly find: (host: string) => Promise<ProxyCredentials | null>
  /**
   * The proxy wants another sign-in: this one is not found again before the program is started anew, because sent with
   * every reading it would lock the operator's account.
   */
  readonly reject: (host: string, credentials: ProxyCredentials) => void
}

export interface NetworkSettings {
  /** The PAC result for an address, such as Electron's `session.resolveProxy`. Not asked for loopback. */
  readonly resolveProxy: (url: string) => Promise<string>
  /** Without them a proxy that wants a password cannot be passed. */
  readonly proxySignIns?: ProxySignIns
  /** PEM certificates trusted beside the bundled ones; read at the first https connection. */
  readonly certificates: () => readonly string[]
}

/** The operating system's certificates and those of NODE_EXTRA_CA_CERTS, as PEM. Takes some 75 ms the first time. */
export function systemCertificates(): readonly string[] {
  return [...getCACertificates('system'), ...getCACertificates('extra')]
}

/**
 * Nothing is read or connected before the first exchange. `connectMs` limits connecting, TLS included; `lookup` is how
 * names become addresses on direct lines, the system's way by default, in which proxies are always found.
 */
export function createNetwork(
  { resolveProxy, certificates, proxySignIns }: NetworkSettings,
  { connectMs, lookup }: { readonly connectMs: number; readonly lookup?: LookupFunction },
): Network {
  // Loaded late: undici takes as long as a third of main's start.
  const loadDispatchers = async () => {
    const { createDispatchers } = await import('./dispatchers.ts')
    return createDispatchers({ certificates, connectMs, lookup })
  }
  let dispatchers: Promise<DispatcherFor> | null = null

  const open = () => {
    const cached = new Map<string, CachedDispatcher>()
    const cachedFor = (dispatcherFor: DispatcherFor, way: Way): Dispatcher => {
      const { route, url, signIn } = way
      const key = `${url.origin} ${route.kind === 'direct' ? '' : route.proxy.origin}`
      const before = cached.get(key)
      if (before?.signIn === signIn) return before.dispatcher
      // What is on its way over the connections without the sign-in may end there.
      void before?.dispatcher.close()
      const dispatcher = dispatcherFor(way)
      cached.set(key, { dispatcher, signIn })
      return dispatcher
    }
    const lineOf = async (dispatcherFor: DispatcherFor, route: Route, { url, use }: Asked): Promise<Line> => {
      const proxy = route.kind === 'direct' ? null : route.proxy.host
      const signIn = proxy === null ? null : ((await proxySignIns?.find(proxy)) ?? null)
      const onSignInRejected = (): void => {
        if (proxy !== null && signIn !== null) proxySignIns?.reject(proxy, signIn)
      }
      const way: Way = { route, url, use, signIn, onSignInRejected }
      if (use === 'kept') return { dispatcher: cachedFor(dispatcherFor, way), proxy, close: () => Promise.resolve() }
      const dispatcher = dispatcherFor(way)
      return { dispatcher, proxy, close: () => dispatcher.destroy() }
    }
    const routesTo = async (url: URL): Promise<readonly Route[]> => {
      // No proxy can reach this computer itself.
      if (isLoopbackHost(url.hostname)) return [{ kind: 'direct' }]
      const list = await resolveProxy(`${url.origin}/`).catch((error: unknown) => {
        throw new ProxyError(null, error)
      })
      const routes = readProxyList(list)
      if (routes === null) throw new UnknownProxy(list)
      return routes
    }
    return {
      lines: async (url: URL, use: Way['use']): Promise<readonly Line[]> => {
        const routes = await routesTo(url)
        const dispatcherFor = await (dispatchers ??= loadDispatchers())
        return Promise.all(routes.map((route) => lineOf(dispatcherFor, route, { url, use })))
      },
      destroy: async (): Promise<void> => {
        await Promise.all([...cached.values()].map(({ dispatcher }) => dispatcher.destroy()))
      },
    }
  }
  return { open }
}
