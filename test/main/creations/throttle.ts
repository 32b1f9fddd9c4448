import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'

/** A proxy to a server that passes only a limited number of bytes per connection. */
export interface Throttle {
  /** The server's address through this proxy. */
  readonly baseUrl: string
  /** Resolves when a connection has sent as much as may pass; the rest never arrives. */
  readonly reached: Promise<void>
  readonly close: () => Promise<void>
}

/** Opens a proxy to `baseUrl` that passes at most `maxBytes` of each connection's requests. */
export async function throttle(baseUrl: string, maxBytes: number): Promise<Throttle> {
  const address = new URL(baseUrl)
  const { hostname, port } = address
  const reached = Promise.withResolvers<undefined>()
  const open = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(Number(port), hostname)
    let passed = 0
    for (const socket of [near, far]) {
      open.add(socket)
      // A killed process resets its connection: the other side must be notified of the end.
      socket.on('error', () => socket.destroy()).on('close', () => (socket === near ? far : near).destroy())
    }
    far.pipe(near)
    near.on('data', (bytes: Buffer) => {
      if (passed + bytes.byteLength <= maxBytes) far.write(bytes)
      else reached.resolve(undefined)
      passed += bytes.byteLength
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  address.port = String((server.address() as AddressInfo).port)
  return {
    baseUrl: address.href,
    reached: reached.promise,
    close: async () => {
      for (const socket of open) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
