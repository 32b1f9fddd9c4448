/** Queries to the system about the route to an address, and the life of a kept-alive connection. */
import { once } from 'node:events'
import { describe, expect, it } from 'vitest'
import { createNetwork } from '../../../src/main/service/network.ts'
import { ProxyError } from '../../../src/main/service/proxy-list.ts'
import { createTestClient } from '../../support/client.ts'
import { answering, httpAnswer, startRawServer } from '../../support/raw-server.ts'

const networkOf = (resolveProxy: (url: string) => Promise<string>) =>
  createNetwork({ resolveProxy, certificates: () => [] }, { connectMs: 1_000 }).open()

describe('the route to an address', () => {
  const url = new URL('https://service.example:8443/v2/sessionStop?uuid=of-a-caller')

  // Would catch a script of the network that learns whose session is closed.
  it('is requested with only scheme, host and port', async () => {
    const asked: string[] = []
    const connections = networkOf((address) => {
      asked.push(address)
      return Promise.resolve('PROXY proxy.corp:3128; DIRECT')
    })
    expect((await connections.lines(url, 'kept')).map(({ proxy }) => proxy)).toEqual(['proxy.corp:3128', null])
    expect(asked).toEqual(['https://service.example:8443/'])
    await connections.lines(new URL('http://127.0.0.1:8080/'), 'kept')
    expect(asked).toHaveLength(1)
    await connections.destroy()
  })

  it('that is unknown is reported as a proxy failure', async () => {
    const connections = networkOf(() => Promise.reject(new Error('no script')))
    await expect(connections.lines(url, 'kept')).rejects.toBeInstanceOf(ProxyError)
  })

  it('is the same line for kept-alive connections, and a new one for each fresh connection', async () => {
    const connections = networkOf(() => Promise.resolve('DIRECT'))
    const line = async (use: 'kept' | 'fresh') => (await connections.lines(url, use))[0]?.dispatcher
    expect(await line('kept')).toBe(await line('kept'))
    expect(await line('fresh')).not.toBe(await line('fresh'))
    await connections.destroy()
  })
})

it('a kept-alive connection is closed with its client', async () => {
  const server = await startRawServer(answering(httpAnswer('{"success":true,"data":{}}')))
  const { client } = createTestClient({ baseUrl: `http://127.0.0.1:${server.port}/v2` })
  const connected = server.nextConnection()
  await client.queryAccount()
  const { socket } = await connected
  const closed = once(socket, 'close')
  await client.dispose()
  await closed
})
