/** Servers that send exactly the bytes that a test specifies, right or wrong, and record the received bytes. */
import { createServer } from 'node:net'
import type { AddressInfo, Server, Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import type { TlsOptions } from 'node:tls'
import { onTestFinished } from 'vitest'

/** One connection to the server. */
export interface RawConnection {
  readonly socket: Socket
  /** The bytes received so far, as latin1 text. */
  readonly received: () => string
}

/** A listening server. */
export interface RawServer {
  readonly port: number
  /** Every connection so far, in order; over TLS only connections whose handshake succeeded. */
  readonly connections: readonly RawConnection[]
  /** Resolves with the next new connection. */
  readonly nextConnection: () => Promise<RawConnection>
}

/** A server's reaction each time that bytes arrive on a connection; default none. */
export type RawBehaviour = (connection: RawConnection) => void

/** Listens on loopback in the clear; closed when the test ends. */
export function startRawServer(behave: RawBehaviour = () => undefined): Promise<RawServer> {
  return listen(createServer(), { behave, event: 'connection' })
}

/** As `startRawServer`, over TLS. */
export function startRawTlsServer(options: TlsOptions, behave: RawBehaviour): Promise<RawServer> {
  return listen(createTlsServer(options), { behave, event: 'secureConnection' })
}

/** Answers every complete head (a GET) with the same bytes and leaves the connection open. */
export function answering(bytes: string): RawBehaviour {
  return ({ socket, received }) => {
    if (received().endsWith('\r\n\r\n')) socket.write(bytes)
  }
}

/** A complete HTTP answer around a body, with its length. */
export function httpAnswer(body: string, head = 'HTTP/1.1 200 OK\r\ncontent-type: application/json'): string {
  return `${head}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
}

/** A port on loopback where nobody listens. */
export async function closedPort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

interface Listening {
  readonly behave: RawBehaviour
  readonly event: 'connection' | 'secureConnection'
}

async function listen(server: Server, { behave, event }: Listening): Promise<RawServer> {
  const connections: RawConnection[] = []
  const waiting: ((connection: RawConnection) => void)[] = []
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
  })
  server.on(event, (socket: Socket) => {
    let text = ''
    const connection: RawConnection = { socket, received: () => text }
    connections.push(connection)
    for (const resolve of waiting.splice(0)) resolve(connection)
    socket.on('error', () => socket.destroy())
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1')
      behave(connection)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  })
  const { port } = server.address() as AddressInfo
  return { port, connections, nextConnection: () => new Promise((resolve) => waiting.push(resolve)) }
}
