/** An HTTP proxy as in offices: forwards requests, opens tunnels, and can require a password. */
import { createServer, request } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { onTestFinished } from 'vitest'

/** How the proxy behaves. */
export interface ProxyOptions {
  /** This port on loopback serves every requested host. */
  readonly targetPort: number
  readonly behaviour?: 'open' | 'wants-password' | 'hangs-up' | 'bad-gateway'
  /** The proxy accepts requests with this `proxy-authorization`, and requires a password for all others. */
  readonly opensTo?: string
  /** Authentication schemes that it offers. */
  readonly schemes?: readonly string[]
}

/** A listening proxy. */
export interface TestProxy {
  readonly port: number
  /** First lines of its requests, such as `CONNECT service.test:443`. */
  readonly asked: readonly string[]
}

/** Listens on loopback; closed when the test ends. */
export async function startProxy(options: ProxyOptions): Promise<TestProxy> {
  const { targetPort, opensTo, schemes = [] } = options
  const asked: string[] = []
  const behaviourFor = ({ headers }: IncomingMessage): NonNullable<ProxyOptions['behaviour']> => {
    if (opensTo === undefined) return options.behaviour ?? 'open'
    return headers['proxy-authorization'] === opensTo ? 'open' : 'wants-password'
  }
  const ends = new Set<Duplex>()
  const server = createServer((incoming, outgoing) => {
    asked.push(`${incoming.method ?? ''} ${incoming.url ?? ''}`)
    const behaviour = behaviourFor(incoming)
    if (behaviour === 'open') passOn(incoming, outgoing, targetPort)
    else refuse(outgoing, behaviour, schemes)
  })
  server.on('connect', (incoming, socket) => {
    asked.push(`CONNECT ${incoming.url ?? ''}`)
    const behaviour = behaviourFor(incoming)
    const offers = schemes.map((scheme) => `proxy-authenticate: ${scheme}\r\n`).join('')
    const status = behaviour === 'wants-password' ? '407 Proxy Authentication Required' : '502 Bad Gateway'
    if (behaviour === 'open') ends.add(socket).add(tunnel(socket, targetPort))
    else if (behaviour === 'hangs-up') socket.destroy()
    else socket.end(`HTTP/1.1 ${status}\r\n${offers}content-length: 0\r\n\r\n`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    for (const end of ends) end.destroy()
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  const { port } = server.address() as AddressInfo
  return { port, asked }
}

function passOn(incoming: IncomingMessage, outgoing: ServerResponse, targetPort: number): void {
  const { pathname, search } = new URL(incoming.url ?? '')
  // This header is for this proxy alone (RFC 9110, 11.7.2).
  const headers = { ...incoming.headers }
  delete headers['proxy-authorization']
  const onward = request(
    {
      port: targetPort,
      host: '127.0.0.1',
      method: incoming.method,
      path: pathname + search,
      headers,
    },
    (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    },
  )
  onward.on('error', () => outgoing.destroy())
  incoming.pipe(onward)
}

function refuse(
  outgoing: ServerResponse,
  behaviour: 'wants-password' | 'hangs-up' | 'bad-gateway',
  schemes: readonly string[],
): void {
  const headers = { 'content-type': 'text/html', 'proxy-authenticate': [...schemes] }
  if (behaviour === 'hangs-up') outgoing.destroy()
  else outgoing.writeHead(behaviour === 'wants-password' ? 407 : 502, headers).end('<p>no')
}

function tunnel(socket: Duplex, targetPort: number): Duplex {
  const onward = connect(targetPort, '127.0.0.1', () => {
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
    socket.pipe(onward).pipe(socket)
  })
  onward.on('error', () => socket.destroy())
  socket.on('error', () => onward.destroy())
  return onward
}
