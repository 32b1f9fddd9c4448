/** What undici sends on each way to a service: straight, or through a proxy. */
import { isIPv6 } from 'node:net'
import type { LookupFunction, Socket } from 'node:net'
import { createSecureContext, rootCertificates } from 'node:tls'
import type { SecureContext } from 'node:tls'
import { buildConnector, Client, Pool } from 'undici'
import type { Dispatcher } from 'undici'
import { ProxyError } from './proxy-list.ts'
import type { Route } from './proxy-list.ts'
import { tellingCertificates } from './served-certificates.ts'

/** To an address, on a route; `fresh`: with a connection of its own. */
export interface Way {
  readonly route: Route
  readonly url: URL
  readonly use: 'kept' | 'fresh'
  /** For the proxy of the route; null without one. */
  readonly signIn: ProxyCredentials | null
  /** The proxy was given the sign-in and wants another one. */
  readonly onSignInRejected: () => void
}

/** User name and password as Basic authentication has them; opened only where they are sent. */
export interface ProxyCredentials {
  readonly open: () => string
}

export type DispatcherFor = (way: Way) => Dispatcher

interface ProxyAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
}

type SignIn = Pick<Way, 'signIn' | 'onSignInRejected'>

function refusalOf({ status, headers }: ProxyAnswer, { signIn, onSignInRejected }: SignIn): ProxyError {
  const isSignedIn = signIn !== null
  if (isSignedIn && status === 407) onSignInRejected()
  return new ProxyError(status, undefined, { schemes: schemesIn(headers['proxy-authenticate']), isSignedIn })
}

function isRefusedSignIn(error: unknown): boolean {
  return error instanceof ProxyError && error.httpStatus === 407
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

/** What a proxy in the clear answers: a wish for a sign-in is no answer of the service. */
function throughProxy(handler: Dispatcher.DispatchHandler, way: SignIn): Dispatcher.DispatchHandler {
  return {
    onRequestStart: (...started) => handler.onRequestStart?.(...started),
    onResponseStart: (controller, status, headers, statusText) => {
      if (status === 407) controller.abort(refusalOf({ status, headers }, way))
      else handler.onResponseStart?.(controller, status, headers, statusText)
    },
    onResponseData: (...data) => handler.onResponseData?.(...data),
    onResponseEnd: (...end) => handler.onResponseEnd?.(...end),
    onResponseError: (...error) => handler.onResponseError?.(...error),
  }
}

/** As `createNetwork`, which loads this at the first exchange. */
export function createDispatchers({ certificates, connectMs, lookup }: ConnectionOptions): DispatcherFor {
  // One for all connections: reading some hundred certificates takes 20 ms.
  let secureContext: SecureContext | null = null
  const connectorFor = (protocol: string, lookup?: LookupFunction): buildConnector.connector => {
    const how = { timeout: connectMs, allowH2: false, ...(lookup === undefined ? {} : { lookup }) }
    if (protocol !== 'https:') return buildConnector(how)
    secureContext ??= createSecureContext({ ca: [...new Set([...rootCertificates, ...certificates()])] })
    // Said aloud although it is the default: NODE_TLS_REJECT_UNAUTHORIZED must not switch it off.
    return tellingCertificates(buildConnector({ ...how, rejectUnauthorized: true, secureContext }))
  }
  const connectionsTo = (origin: string, use: Way['use'], connect: buildConnector.connector): Dispatcher =>
    use === 'kept'
      ? new Pool(origin, { ...common, connect })
      : new Client(origin, { ...common, connect, pipelining: 0 })

  // Others wait for the first tunnel with a sign-in: a wrong password that is sent five times at once locks an account.
  // Each gives how the first one failed, or null.
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

  // A connection through the tunnel that a proxy opens for it. Whatever happens before is the proxy's, with nothing sent.
  const tunnelThrough = (proxy: URL, way: SignIn): buildConnector.connector => {
    const connect = connectorFor(proxy.protocol)
    const secure = connectorFor('https:')
    const open = async ({ hostname, port }: buildConnector.Options): Promise<Socket> => {
      const toProxy = new Client(proxy.origin, { ...common, connect, headersTimeout: connectMs })
      // undici gives an address of IPv6 without its brackets.
      const place = `${isIPv6(hostname) ? `[${hostname}]` : hostname}:${port || '443'}`
      const headers = { host: place, ...authorizationOf(way) }
      // Else the certificate of the proxy would be compared with the host behind it.
      const request = { path: place, headers, servername: proxy.hostname }
      try {
        const answer = await toProxy.connect(request)
        if (answer.statusCode === 200) return answer.socket as Socket
        answer.socket.on('error', () => undefined).destroy()
        throw refusalOf({ status: answer.statusCode, headers: answer.headers }, way)
      } finally {
        // The tunnel is no part of it any more.
        void toProxy.destroy()
      }
    }
    const { signIn } = way
    return (options, callback) => {
      const opening = signIn === null ? open(options) : afterFirst(signIn, () => open(options))
      opening.then(
        (httpSocket) => secure({ ...options, httpSocket }, callback),
        (error: unknown) => callback(error instanceof ProxyError ? error : new ProxyError(null, error), null),
      )
    }
  }

  const forwardingTo = (proxy: URL, use: Way['use'], way: SignIn): Dispatcher =>
    connectionsTo(proxy.origin, use, connectorFor(proxy.protocol)).compose((dispatch) => (options, handler) => {
      const path = `${String(options.origin)}${options.path}`
      // The boundary: an exchange gives its headers as a record.
      const headers = { ...(options.headers as Record<string, string>), ...authorizationOf(way) }
      const forwarded = { ...options, path, headers, servername: proxy.hostname }
      return dispatch(forwarded, throughProxy(handler, way))
    })

  return (way) => {
    const { route, use } = way
    const { origin, protocol } = way.url
    if (route.kind === 'direct') return connectionsTo(origin, use, connectorFor(protocol, lookup))
    if (protocol !== 'https:') return forwardingTo(route.proxy, use, way)
    return connectionsTo(origin, use, tunnelThrough(route.proxy, way))
  }
}

function authorizationOf({ signIn }: SignIn): Readonly<Record<string, string>> {
  return signIn === null ? {} : { 'proxy-authorization': `Basic ${signIn.open()}` }
}
