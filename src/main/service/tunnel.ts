/**
 * Connecting through a proxy. undici's own ProxyAgent is not used: when a proxy hangs up on CONNECT it connects again
 * without end (seen with 7.30.2), and it tells the proxy's status only inside a sentence.
 */
import { Socket } from 'node:net'
import { Client } from 'undici'
import type { buildConnector } from 'undici'

/** Opens a connection; undici's own type. */
export type Connector = buildConnector.connector

/** The proxy did not open a way. Nothing was sent to the service. */
export class ProxyError extends Error {
  /** Keeps undici from connecting again, which it does for its own socket errors. */
  readonly code = 'PROXY'
  /** The proxy's HTTP status; null when it did not answer. */
  readonly httpStatus: number | null

  constructor(httpStatus: number | null, cause?: unknown) {
    super(httpStatus === null ? 'the proxy did not answer' : `the proxy answered ${httpStatus}`, { cause })
    this.name = 'ProxyError'
    this.httpStatus = httpStatus
  }
}

export interface TunnelDeps {
  readonly proxy: URL
  /** Connects directly, with certificates checked: first to the proxy, then through it to the service. */
  readonly connect: Connector
  readonly timeoutMs: number
}

/** Gives a connector that asks the proxy for a way to the service (CONNECT) and speaks TLS through it. */
export function tunnelConnector({ proxy, connect, timeoutMs }: TunnelDeps): Connector {
  return (options, callback) => {
    const client = new Client(proxy.origin, {
      connect: proxyConnector(proxy, connect),
      headersTimeout: timeoutMs,
      pipelining: 0,
    })
    const port = options.port === '' ? '443' : options.port
    const host = options.hostname.includes(':') ? `[${options.hostname}]:${port}` : `${options.hostname}:${port}`
    client
      .connect({ path: host, headers: { host } })
      .then(({ statusCode, socket }) => {
        if (statusCode === 200 && socket instanceof Socket) {
          connect({ ...options, httpSocket: socket }, callback)
          return
        }
        socket.destroy()
        callback(new ProxyError(statusCode), null)
      })
      .catch((error: unknown) => {
        callback(new ProxyError(null, error), null)
      })
      .finally(() => void client.close())
  }
}

/** Gives a connector to the proxy itself; TLS then names the proxy and not the service behind it. */
export function proxyConnector(proxy: URL, connect: Connector): Connector {
  return (options, callback) => {
    connect({ ...options, servername: proxy.hostname }, callback)
  }
}
