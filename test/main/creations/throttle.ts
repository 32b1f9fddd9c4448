import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'

/** A way to a server that lets only so much of one connection through. */
export interface Throttle {
  /** The same address by this way. */
  readonly baseUrl: string
  /** Resolves when a connection has sent as much as may pass; the rest of it never arrives. */
  readonly reached: Promise<void>
  readonly close: () => Promise<void>
}

/** Opens a way to `baseUrl` on which at most `mostBytes` of each connection's requests pass. */
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
      // Whoever is killed resets its connection: the other side hears that it is over.
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
