import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { bodyLimitBytes } from '../../src/practice/exchange.ts'
import { createPracticeService } from '../../src/practice/service.ts'
import { envelope, exchange, minimal, startPractice } from './harness.ts'
import type { Harness } from './harness.ts'

/** Sends raw bytes and returns everything that comes back until the end. */
function raw(practice: Harness, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(practice.address.port, '127.0.0.1')
    let received = ''
    socket.on('data', (chunk: Buffer) => (received += chunk.toString('latin1')))
    socket.on('error', reject)
    socket.on('close', () => resolve(received))
    socket.write(text)
  })
}

const close = 'host: 127.0.0.1\r\nconnection: close\r\n\r\n'

describe('the HTTP side', () => {
  it('listens on 127.0.0.1 under the prefix, which may end in a slash', async () => {
    const practice = await startPractice({ prefix: '/v9/' })
    expect(practice.address.baseUrl).toBe(`http://127.0.0.1:${practice.address.port}/v9`)
    expect(envelope(await practice.get('queryAccount')).success).toBe(true)
    expect((await exchange(`${practice.address.origin}/openapi/v2/queryAccount`)).status).toBe(404)
  })

  it.each([
    '/',
    '/openapi/v2',
    '/openapi/v2/',
    '/openapi/v2//queryAccount',
    '/openapi/v2/toString',
    '/model/../x',
    '/%zz',
  ])('answers 404 in JSON for %s', async (path) => {
    const practice = await startPractice()
    const received = await raw(practice, `GET ${path} HTTP/1.1\r\n${close}`)
    expect(received).toMatch(/^HTTP\/1\.1 404 /)
    expect(received).toContain('"error":"Not Found"')
  })

  it('answers 405 with Allow for the wrong method', async () => {
    const practice = await startPractice()
    const url = `${practice.address.baseUrl}/createAvatar`
    const received = await exchange(url)
    expect([received.status, received.headers.allow]).toEqual([405, 'POST'])
    expect((await exchange(`${practice.address.baseUrl}/queryAccount`, { method: 'POST' })).status).toBe(405)
    expect((await exchange(`${practice.address.origin}/practice`, { method: 'DELETE' })).status).toBe(405)
  })

  it('answers 413 for a body beyond the limit and keeps running', async () => {
    const practice = await startPractice()
    const body = Buffer.alloc(bodyLimitBytes + 1)
    // The answer can come while the body is still being sent; then the client sees the connection end instead.
    const received = await practice
      .get('queryAccount', {}, { body: body.subarray(0, 10) })
      .then(() => exchange(`${practice.address.baseUrl}/createAvatar`, { method: 'POST', body }))
      .then(({ status }) => status)
      .catch((error: unknown) => error)
    expect(received instanceof Error || received === 413).toBe(true)
    expect(practice.control.tasks()).toEqual([])
    expect((await practice.get('queryAccount')).status).toBe(200)
  })

  it.each(['nonsense\r\n\r\n', 'GET / HTTP/9.9\r\n\r\n', '\x16\x03\x01\x02\x00\x01\x00'])(
    'survives %j',
    async (bytes) => {
      const practice = await startPractice()
      expect(await raw(practice, bytes)).toMatch(/^HTTP\/1\.1 400 /)
      expect((await practice.get('queryAccount')).status).toBe(200)
    },
  )

  it('survives a client that goes away in the middle of a body', async () => {
    const practice = await startPractice()
    const arrived = practice.control.nextRequest('createAvatar')
    const socket = connect(practice.address.port, '127.0.0.1')
    // After the head has been read: Windows drops unread bytes together with the connection.
    socket.once('data', () => socket.resetAndDestroy())
    const head = 'POST /openapi/v2/createAvatar HTTP/1.1\r\nhost: x\r\nexpect: 100-continue\r\ncontent-length: 100'
    socket.write(`${head}\r\n\r\nhalf`)
    expect(await arrived).toMatchObject({ isProcessed: false, body: '' })
    expect(practice.control.tasks()).toEqual([])
  })

  it('rejects the start when the port is taken, and can start again after a stop', async () => {
    const practice = await startPractice()
    const other = createPracticeService({ port: practice.address.port })
    await expect(other.start()).rejects.toMatchObject({ code: 'EADDRINUSE' })
    await practice.stop()
    const address = await other.start()
    expect(address.port).toBe(practice.address.port)
    await other.stop()
  })
})

describe('the request log', () => {
  it('keeps each request with its target, headers, body and count', async () => {
    const practice = await startPractice()
    await practice.create(minimal, { headers: { 'x-trace': 'abc' } })
    await practice.get('queryAvatar', { taskId: '1912345678901234567' })
    expect(practice.control.requests()).toMatchObject([
      {
        method: 'POST',
        target: '/openapi/v2/createAvatar',
        operation: 'createAvatar',
        headers: { 'x-trace': 'abc', token: practice.credentials.accessToken },
        body: JSON.stringify(minimal),
        isProcessed: true,
        isReused: false,
      },
      { target: '/openapi/v2/queryAvatar?taskId=1912345678901234567', query: { taskId: '1912345678901234567' } },
    ])
    expect(practice.control.count('createAvatar')).toBe(1)
    practice.control.clearRequests()
    expect(practice.control.requests()).toEqual([])
  })

  it('keeps no bodies when configured so', async () => {
    const practice = await startPractice({ keepBodies: false })
    await practice.create(minimal)
    expect(practice.control.requests('createAvatar')).toMatchObject([{ body: '', isProcessed: true }])
  })
})

describe('the status page', () => {
  it('lists the live session ids, as a page and as JSON, without a token and without a secret', async () => {
    const practice = await startPractice()
    await practice.create({ ...minimal, name: '<b>fail</b>' })
    const [uuid = ''] = practice.control.addCalls(practice.appId('Showroom'), 1)
    const page = await exchange(`${practice.address.origin}/practice`)
    const json = await exchange(`${practice.address.origin}/practice?format=json`)
    for (const { text } of [page, json]) {
      expect(text).toContain(uuid)
      for (const secret of Object.values(practice.credentials)) expect(text).not.toContain(secret)
    }
    expect(page.headers['content-type']).toContain('text/html')
    expect(page.text).not.toContain('<b>')
    expect(JSON.parse(json.text)).toMatchObject({ applications: [{}, {}, { label: 'Showroom' }] })
  })

  it('is not served to a name that only points at loopback', async () => {
    const practice = await startPractice()
    const received = await exchange(`${practice.address.origin}/practice`, { headers: { host: 'attacker.example' } })
    expect(received.status).toBe(404)
  })
})
