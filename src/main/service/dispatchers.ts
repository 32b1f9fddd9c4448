/** undici's dispatchers for each route to a service: direct, or through a proxy. */
import { isIPv6 } from 'node:net'
import type { LookupFunction, Socket } from 'node:net'
import { createSecureContext, rootCertificates } from 'node:tls'
import type { SecureContext } from 'node:tls'
import { buildConnector, Client, Pool } from 'undici'
import type { Dispatcher } from 'undici'
import { ProxyError } from './proxy-list.ts'
import type { Route } from './proxy-list.ts'
import { reportingCertificates } from './served-certificates.ts'

/** An address and the route to it; `fresh` uses a separate connection. */
export interface ConnectionTarget {
  readonly route: Route
  readonly url: URL
  readonly use: 'kept' | 'fresh'
  /** The sign-in for the proxy of the route; null without a sign-in. */
  readonly signIn: ProxyCredentials | null
  /** Called when the proxy rejected the sign-in. */
  readonly onSignInRejected: () => void
}

/** User name and password, encoded for Basic authentication; opened only where they are sent. */
export interface ProxyCredentials {
  readonly open: () => string
}

export type DispatcherFor = (target: ConnectionTarget) => Dispatcher

interface ProxyAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
}

type ProxySignIn = Pick<ConnectionTarget, 'signIn' | 'onSignInRejected'>

function refusalOf({ status, headers }: ProxyAnswer, { signIn, onSignInRejected }: ProxySignIn): ProxyError {
  const isSignedIn = signIn !== null
  if (isSignedIn && status === 407) onSignInRejected()
  return new ProxyError(status, undefined, { schemes: schemesIn(headers['proxy-authenticate']), isSignedIn })
}

function isRefusedSignIn(error: unknown): boolean {
  return error instanceof ProxyError && error.httpStatus === 407
}

// A proxy sends one header per scheme, or one header with several schemes: a scheme is a word at the beginning or after
// a comma, without an equals sign.
function schemesIn(header: string | string[] | undefined): readonly string[] {
  const challenges = [header ?? []].flat().flatMap((value) => value.split(','))
  return challenges.flatMap((challenge) => /^\s*([A-Za-z][\w-]*)(?:\s|$)/.exec(challenge)?.[1] ?? [])
}

// The exchange has its own deadlines; undici's timeouts would only end it with a different error. HTTP/2 is not
// offered, because a request could be resent automatically when the connection ends.
const common = { headersTimeout: 0, bodyTimeout: 0, allowH2: false }

interface ConnectionOptions {
  readonly certificates: () => readonly string[]
  readonly connectMs: number
  readonly lookup: LookupFunction | undefined
}

/** Handles answers through a proxy without a tunnel: status 407 comes from the proxy and not from the service. */
function throughProxy(handler: Dispatcher.DispatchHandler, proxySignIn: ProxySignIn): Dispatcher.DispatchHandler {
  return {
    onRequestStart: (...started) => handler.onRequestStart?.(...started),
    onResponseStart: (controller, status, headers, statusText) => {
      if (status === 407) controller.abort(refusalOf({ status, headers }, proxySignIn))
      else handler.onResponseStart?.(controller, status, headers, statusText)
    },
    onResponseData: (...data) => handler.onResponseData?.(...data),
    onResponseEnd: (...end) => handler.onResponseEnd?.(...end),
    onResponseError: (...error) => handler.onResponseError?.(...error),
  }
}

/** `createNetwork` loads this at the first exchange and passes its options. */
export function createDispatchers({ certificates, connectMs, lookup }: ConnectionOptions): DispatcherFor {
  // Shared by all connections, because reading about a hundred certificates takes 20 ms.
  let secureContext: SecureContext | null = null
  const connectorFor = (protocol: string, lookup?: LookupFunction): buildConnector.connector => {
    const connectorOptions = { timeout: connectMs, allowH2: false, ...(lookup === undefined ? {} : { lookup }) }
    if (protocol !== 'https:') return buildConnector(connectorOptions)
    secureContext ??= createSecureContext({ ca: [...new Set([...rootCertificates, ...certificates()])] })
    // Explicit although it is the default, so that NODE_TLS_REJECT_UNAUTHORIZED cannot disable verification.
    return reportingCertificates(buildConnector({ ...connectorOptions, rejectUnauthorized: true, secureContext }))
  }
  const connectionsTo = (origin: string, use: ConnectionTarget['use'], connect: buildConnector.connector): Dispatcher =>
    use === 'kept'
      ? new Pool(origin, { ...common, connect })
      : new Client(origin, { ...common, connect, pipelining: 0 })

  // All tunnels with the same sign-in wait for the first, because a wrong password sent five times at the same time
  // locks an account. Each promise resolves to the error of the first tunnel, or null.
  const firstTunnels = new WeakMap<ProxyCredentials, Promise<unknown>>()
  const afterFirst = async (signIn: ProxyCredentials, open: () => Promise<Socket>): Promise<Socket> => {
    const first = firstTunnels.get(signIn)
    if (first !== undefined) {
      const error: unknown = await first
      if (isRefusedSignIn(error)) throw error
      return open()
    }
    const opening = open()
    firstTunnels.set(
      signIn,
      opening.then(
        () => null,
        (error: unknown) => error,
      ),
    )
    return opening
  }

  // Connects through a tunnel that the proxy opens. Failures before the tunnel is open are the proxy's, and nothing was
  // sent.
  const tunnelThrough = (proxy: URL, proxySignIn: ProxySignIn): buildConnector.connector => {
    const connect = connectorFor(proxy.protocol)
    const secure = connectorFor('https:')
    const open = async ({ hostname, port }: buildConnector.Options): Promise<Socket> => {
      const toProxy = new Client(proxy.origin, { ...common, connect, headersTimeout: connectMs })
      // undici passes an IPv6 address without brackets.
      const authority = `${isIPv6(hostname) ? `[${hostname}]` : hostname}:${port || '443'}`
      const headers = { host: authority, ...authorizationOf(proxySignIn) }
      // Without `servername`, the proxy's certificate would be compared with the name of the service.
      const request = { path: authority, headers, servername: proxy.hostname }
      try {
        const answer = await toProxy.connect(request)
        if (answer.statusCode === 200) return answer.socket as Socket
        answer.socket.on('error', () => undefined).destroy()
        throw refusalOf({ status: answer.statusCode, headers: answer.headers }, proxySignIn)
      } finally {
        // The tunnel's socket no longer belongs to this client.
        void toProxy.destroy()
      }
    }
    const { signIn } = proxySignIn
    return (options, callback) => {
      const opening = signIn === null ? open(options) : afterFirst(signIn, () => open(options))
      opening.then(
        (httpSocket) => secure({ ...options, httpSocket }, callback),
        (error: unknown) => callback(error instanceof ProxyError ? error : new ProxyError(null, error), null),
      )
    }
  }

  const forwardingTo = (proxy: URL, use: ConnectionTarget['use'], proxySignIn: ProxySignIn): Dispatcher =>
    connectionsTo(proxy.origin, use, connectorFor(proxy.protocol)).compose((dispatch) => (options, handler) => {
      const path = `${String(options.origin)}${options.path}`
      // The boundary: an exchange passes its headers as a record.
      const headers = { ...(options.headers as Record<string, string>), ...authorizationOf(proxySignIn) }
      const forwarded = { ...options, path, headers, servername: proxy.hostname }
      return dispatch(forwarded, throughProxy(handler, proxySignIn))
    })

  return (target) => {
    const { route, use } = target
    const { origin, protocol } = target.url
    if (route.kind === 'direct') return connectionsTo(origin, use, connectorFor(protocol, lookup))
    if (protocol !== 'https:') return forwardingTo(route.proxy, use, target)
    return connectionsTo(origin, use, tunnelThrough(route.proxy, target))
  }
}

function authorizationOf({ signIn }: ProxySignIn): Readonly<Record<string, string>> {
  return signIn === null ? {} : { 'proxy-authorization': `Basic ${signIn.open()}` }
}
