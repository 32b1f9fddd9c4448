/** Makes connections: proxies, trusted certificates, kept connections. TLS verification cannot be disabled. */
import type { LookupFunction } from 'node:net'
import { getCACertificates } from 'node:tls'
import type { Dispatcher } from 'undici'
import { isLoopbackHost } from '../../shared/model/loopback.ts'
import type { DispatcherFor, ProxyCredentials, ConnectionTarget } from './dispatchers.ts'
import { ProxyError, readProxyList, UnknownProxy } from './proxy-list.ts'
import type { Route } from './proxy-list.ts'

export interface Line {
  readonly dispatcher: Dispatcher
  /** Host and port of the proxy; null without one. */
  readonly proxy: string | null
  /** Closes the line's connection if it is fresh. */
  readonly close: () => Promise<void>
}

type RequestedLine = Pick<ConnectionTarget, 'url' | 'use'>

interface CachedDispatcher {
  readonly dispatcher: Dispatcher
  readonly signIn: ConnectionTarget['signIn']
}

/** Makes connections. All clients share it, so that certificates are read only once. */
export interface Network {
  readonly open: () => Connections
}

/** The connections of one client. */
export interface Connections {
  /**
   * The lines to an address, best first. `kept` can reuse a connection; each `fresh` line has a new connection, which
   * `close` ends. Fails with `ProxyError` when the network requires a type of proxy that Greenroom does not support.
   */
  readonly lines: (url: URL, use: ConnectionTarget['use']) => Promise<readonly Line[]>
  /** Closes all kept connections, even connections in use. */
  readonly destroy: () => Promise<void>
}

/** Sign-ins to proxies; `host` includes the port. Returns the same object until a person signs in again. */
export interface ProxySignIns {
  readonly find: (host: string) => Promise<ProxyCredentials | null>
  /**
   * The proxy rejected this sign-in. `find` no longer returns it until the program restarts, because sending it with
   * every read would lock the operator's account.
   */
  readonly reject: (host: string, credentials: ProxyCredentials) => void
}

export interface NetworkSettings {
  /** Returns the PAC result for an address, such as Electron's `session.resolveProxy`. Not called for loopback. */
  readonly resolveProxy: (url: string) => Promise<string>
  /** Without it, a proxy that requires a password is unusable. */
  readonly proxySignIns?: ProxySignIns
  /** PEM certificates trusted in addition to the bundled ones; read at the first https connection. */
  readonly certificates: () => readonly string[]
}

/** The certificates of the operating system and of NODE_EXTRA_CA_CERTS, as PEM. The first call takes about 75 ms. */
export function systemCertificates(): readonly string[] {
  return [...getCACertificates('system'), ...getCACertificates('extra')]
}

/**
 * Does not read or connect anything before the first exchange. `connectMs` limits connecting, including TLS. `lookup`
 * resolves names on direct lines, by default with the system's resolver; the names of proxies always use the system's
 * resolver.
 */
export function createNetwork(
  { resolveProxy, certificates, proxySignIns }: NetworkSettings,
  { connectMs, lookup }: { readonly connectMs: number; readonly lookup?: LookupFunction },
): Network {
  // Loaded on first use, because undici would take a third of main's start time.
  const loadDispatchers = async () => {
    const { createDispatchers } = await import('./dispatchers.ts')
    return createDispatchers({ certificates, connectMs, lookup })
  }
  let dispatchers: Promise<DispatcherFor> | null = null

  const open = () => {
    const cached = new Map<string, CachedDispatcher>()
    const cachedFor = (dispatcherFor: DispatcherFor, target: ConnectionTarget): Dispatcher => {
      const { route, url, signIn } = target
      const key = `${url.origin} ${route.kind === 'direct' ? '' : route.proxy.origin}`
      const before = cached.get(key)
      if (before?.signIn === signIn) return before.dispatcher
      // `close` lets requests in flight on the connections without the sign-in finish.
      void before?.dispatcher.close()
      const dispatcher = dispatcherFor(target)
      cached.set(key, { dispatcher, signIn })
      return dispatcher
    }
    const lineOf = async (dispatcherFor: DispatcherFor, route: Route, { url, use }: RequestedLine): Promise<Line> => {
      const proxy = route.kind === 'direct' ? null : route.proxy.host
      const signIn = proxy === null ? null : ((await proxySignIns?.find(proxy)) ?? null)
      const onSignInRejected = (): void => {
        if (proxy !== null && signIn !== null) proxySignIns?.reject(proxy, signIn)
      }
      const target: ConnectionTarget = { route, url, use, signIn, onSignInRejected }
      if (use === 'kept') return { dispatcher: cachedFor(dispatcherFor, target), proxy, close: () => Promise.resolve() }
      const dispatcher = dispatcherFor(target)
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
      lines: async (url: URL, use: ConnectionTarget['use']): Promise<readonly Line[]> => {
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
