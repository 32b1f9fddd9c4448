/** The steps before an answer: connecting, deadlines, cancelling, repeats. Tested against real sockets. */
import { once } from 'node:events'
import { connect } from 'node:net'
import { networkInterfaces } from 'node:os'
import { describe, expect, it } from 'vitest'
import { systemClock } from '../../src/main/lib/clock.ts'
import type { Clock } from '../../src/main/lib/clock.ts'
import { operationNames } from '../../src/main/service/operations.ts'
import { createCertificate } from '../support/certificate.ts'
import { callOperation, createTestClient, failureOf, plainCreation, shortLimits } from '../support/client.ts'
import { createManualClock } from '../support/manual-clock.ts'
import { answering, closedPort, httpAnswer, startRawServer, startRawTlsServer } from '../support/raw-server.ts'
import type { RawServer } from '../support/raw-server.ts'

const account = httpAnswer('{"success":true,"data":{"companionCreateTimesBalance":3,"durationBalance":4}}')
const busy = (headers = '') => httpAnswer('busy', `HTTP/1.1 503 Service Unavailable${headers}`)

const urlOf = ({ port }: RawServer) => `http://127.0.0.1:${port}/openapi/v2`

/** A clock whose long waits pass immediately, so that a test sees how long they would have been. */
function hurriedClock(): { readonly clock: Clock; readonly waits: readonly number[] } {
  const waits: number[] = []
  const isWait = (ms: number) => ms !== shortLimits.connectMs && ms !== shortLimits.answerMs
  const clock: Clock = {
    now: systemClock.now,
    after: (ms, run) => {
      if (isWait(ms)) waits.push(ms)
      return systemClock.after(isWait(ms) ? 0 : ms, run)
    },
  }
  return { clock, waits }
}

describe('a connection that fails', () => {
  it('is refused where nobody listens: nothing is sent, recorded or repeated', async () => {
    const port = await closedPort()
    const { client, exchanges } = createTestClient({ baseUrl: `http://127.0.0.1:${port}/v2` })
    for (const operation of ['createAvatar', 'queryAccount'] as const) {
      const failure = await failureOf(callOperation(client, operation))
      const host = `127.0.0.1:${port}`
      expect(failure).toMatchObject({ kind: 'connection-refused', host, sent: 'no', exchangeId: null })
    }
    expect(exchanges.all()).toHaveLength(0)
  })

  it('to an unknown name is reported as a name failure, or as being offline', async () => {
    const { client } = createTestClient({ baseUrl: 'http://greenroom.invalid:81/v2' })
    const failure = await failureOf(client.createAvatar(plainCreation))
    // A machine without a network cannot distinguish a wrong name from a missing answer.
    const isOnline = Object.values(networkInterfaces()).some((some) => some?.some(({ internal }) => !internal))
    const expected = isOnline ? { kind: 'dns', host: 'greenroom.invalid' } : { kind: 'offline' }
    expect(failure).toMatchObject({ ...expected, sent: 'no' })
  })

  it('is abandoned in time when TLS never answers, with nothing sent', async () => {
    const server = await startRawServer()
    const limits = { connectMs: 150 }
    const { client } = createTestClient({ baseUrl: `https://127.0.0.1:${server.port}/v2`, limits })
    for (const operation of ['createAvatar', 'sessionStop'] as const) {
      const failure = await failureOf(callOperation(client, operation))
      expect(failure).toMatchObject({ kind: 'timeout', phase: 'connect', timeoutMs: 150, sent: 'no' })
    }
  })

  it('is reported as a TLS failure when the other side speaks no TLS', async () => {
    const server = await startRawServer(({ socket }) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))
    const { client } = createTestClient({ baseUrl: `https://127.0.0.1:${server.port}/v2` })
    const host = `127.0.0.1:${server.port}`
    await expect(failureOf(client.createAvatar(plainCreation))).resolves.toMatchObject({
      kind: 'tls',
      host,
      sent: 'no',
    })
  })
})

describe('TLS', () => {
  const local = { dnsNames: ['localhost'], ipAddresses: ['127.0.0.1'] }

  // Over HTTP/2 undici can repeat a request automatically, and the service would receive a command twice.
  it('offers only HTTP/1.1, even to a service that prefers HTTP/2', async () => {
    const certificate = createCertificate(local)
    const offered: string[][] = []
    const ALPNCallback = ({ protocols }: { readonly protocols: string[] }): string => {
      offered.push(protocols)
      return protocols.includes('h2') ? 'h2' : 'http/1.1'
    }
    const server = await startRawTlsServer({ ...certificate, ALPNCallback }, answering(account))
    const baseUrl = `https://127.0.0.1:${server.port}/v2`
    const { client } = createTestClient({ baseUrl, certificates: [certificate.cert] })
    await client.queryAccount()
    await failureOf(client.createAvatar(plainCreation))
    expect(offered).toEqual([['http/1.1'], ['http/1.1']])
  })

  it('is refused with an unknown issuer’s certificate, and accepted with its authority', async () => {
    const certificate = createCertificate(local)
    const server = await startRawTlsServer(certificate, answering(account))
    const baseUrl = `https://127.0.0.1:${server.port}/v2`
    const refused = await failureOf(createTestClient({ baseUrl }).client.queryAccount())
    expect(refused).toMatchObject({ kind: 'tls', sent: 'no', reason: 'self signed certificate' })
    expect(server.connections.map((connection) => connection.received())).not.toContainEqual(
      expect.stringContaining('token'),
    )
    const trusting = createTestClient({ baseUrl, certificates: [certificate.cert] })
    await expect(trusting.client.queryAccount()).resolves.toMatchObject({ avatarCreationsLeft: 3 })
  })

  it.each([
    ['another name', { dnsNames: ['other.example'] }],
    ['a past', { ...local, validTo: Date.UTC(2020, 0) }],
  ])('is refused with a certificate of %s', async (_what, facts) => {
    const certificate = createCertificate(facts)
    const server = await startRawTlsServer(certificate, answering(account))
    const baseUrl = `https://127.0.0.1:${server.port}/v2`
    const { client } = createTestClient({ baseUrl, certificates: [certificate.cert] })
    await expect(failureOf(client.createAvatar(plainCreation))).resolves.toMatchObject({ kind: 'tls', sent: 'no' })
  })

  it('is verified even when the environment disables verification', async () => {
    const before = process.env['NODE_TLS_REJECT_UNAUTHORIZED']
    process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0'
    try {
      const server = await startRawTlsServer(createCertificate(local), answering(account))
      const { client } = createTestClient({ baseUrl: `https://127.0.0.1:${server.port}/v2` })
      await expect(failureOf(client.queryAccount())).resolves.toMatchObject({ kind: 'tls', sent: 'no' })
    } finally {
      if (before === undefined) delete process.env['NODE_TLS_REJECT_UNAUTHORIZED']
      else process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = before
    }
  })
})

describe('cancelling', () => {
  it('is certain before anything was sent and uncertain in flight, and reports immediately', async () => {
    const silent = await startRawServer()
    const { client } = createTestClient({ baseUrl: urlOf(silent) })
    const early = await failureOf(client.createAvatar(plainCreation, { signal: AbortSignal.abort() }))
    expect(early).toMatchObject({ kind: 'cancelled', sent: 'no', exchangeId: null })
    expect(silent.connections).toHaveLength(0)

    const controller = new AbortController()
    const listening = await startRawServer(() => controller.abort())
    const inFlight = createTestClient({ baseUrl: urlOf(listening), limits: { creationAnswerMs: 60_000 } })
    const creating = failureOf(inFlight.client.createAvatar(plainCreation, { signal: controller.signal }))
    await expect(creating).resolves.toMatchObject({ kind: 'cancelled', sent: 'maybe' })
  })

  it.each(operationNames)('%s before anything was sent sends nothing', async (operation) => {
    const silent = await startRawServer()
    const { client } = createTestClient({ baseUrl: urlOf(silent) })
    const failure = await failureOf(callOperation(client, operation, { signal: AbortSignal.abort() }))
    expect(failure).toMatchObject({ kind: 'cancelled', operation, sent: 'no' })
    expect(silent.connections).toHaveLength(0)
  })

  it('during the TLS handshake sends nothing', async () => {
    const server = await startRawServer()
    const { client } = createTestClient({ baseUrl: `https://127.0.0.1:${server.port}/v2` })
    const controller = new AbortController()
    const connected = server.nextConnection()
    const reading = failureOf(client.queryAccount({ signal: controller.signal }))
    await connected
    controller.abort()
    await expect(reading).resolves.toMatchObject({ kind: 'cancelled', sent: 'no' })
  })

  it('of a read is final even when its connection is established afterwards', async () => {
    const certificate = createCertificate({ dnsNames: ['localhost'], ipAddresses: ['127.0.0.1'] })
    const service = await startRawTlsServer(certificate, answering(account))
    const heldUp = await startRawServer()
    const baseUrl = `https://127.0.0.1:${heldUp.port}/v2`
    const { client } = createTestClient({ baseUrl, certificates: [certificate.cert] })
    const controller = new AbortController()
    const connected = heldUp.nextConnection()
    const reading = failureOf(client.queryAccount({ signal: controller.signal }))
    const { socket, received } = await connected
    controller.abort()
    await expect(reading).resolves.toMatchObject({ kind: 'cancelled', sent: 'no' })
    const onward = connect(service.port, '127.0.0.1')
    onward.write(Buffer.from(received(), 'latin1'))
    socket.pipe(onward).pipe(socket)
    await once(socket, 'close')
    onward.destroy()
    expect(service.connections.map((each) => each.received()).join('')).toBe('')
  })

  it('ends the wait before a repeat', async () => {
    const server = await startRawServer(answering(busy('\r\nretry-after: 20')))
    const controller = new AbortController()
    const clock: Clock = {
      now: systemClock.now,
      after: (ms, run) => {
        if (ms === 20_000) controller.abort()
        return systemClock.after(ms, run)
      },
    }
    const { client } = createTestClient({ baseUrl: urlOf(server), clock })
    const failure = await failureOf(client.queryAccount({ signal: controller.signal }))
    expect(failure).toMatchObject({ kind: 'cancelled', sent: 'yes', httpStatus: 503 })
    expect(server.connections).toHaveLength(1)
  })

  it('by disposing of the client ends its reads but lets its commands receive their answers', async () => {
    const created = httpAnswer('{"success":true,"data":{"taskId":"1712345678901234567"}}')
    const server = await startRawServer()
    const { client } = createTestClient({ baseUrl: urlOf(server), limits: { answerMs: 60_000 } })
    const first = server.nextConnection()
    const creating = client.createAvatar(plainCreation)
    const { socket } = await first
    const second = server.nextConnection()
    const reading = failureOf(client.queryAccount())
    await second
    await client.dispose()
    await expect(reading).resolves.toMatchObject({ kind: 'cancelled' })
    socket.write(created)
    await expect(creating).resolves.toMatchObject({ taskId: '1712345678901234567' })
    await expect(failureOf(client.queryAccount())).resolves.toMatchObject({ kind: 'cancelled', sent: 'no' })
  })
})

describe('a read of a busy service', () => {
  it('is repeated after the Retry-After delay, and then answers', async () => {
    let asked = 0
    const server = await startRawServer((connection) => {
      asked += 1
      answering(asked <= 2 ? busy(`\r\nretry-after: ${asked * 3}`) : account)(connection)
    })
    const { clock, waits } = hurriedClock()
    const { client } = createTestClient({ baseUrl: urlOf(server), clock })
    await expect(client.queryAccount()).resolves.toMatchObject({ durationLeft: 4 })
    expect(waits).toEqual([3_000, 6_000])
  })

  it('ends immediately when Retry-After exceeds an operator’s patience', async () => {
    const server = await startRawServer(answering(busy('\r\nretry-after: 31')))
    const { clock, waits } = hurriedClock()
    const { client } = createTestClient({ baseUrl: urlOf(server), clock })
    await expect(failureOf(client.queryAccount())).resolves.toMatchObject({ kind: 'http', httpStatus: 503 })
    expect(waits).toEqual([])
  })

  it('ends at its retry budget: a hanging service is not asked three times', async () => {
    const server = await startRawServer()
    const repeats = { ...shortLimits.retries, retryBudgetMs: 200 }
    const { client } = createTestClient({ baseUrl: urlOf(server), limits: { retries: repeats } })
    await expect(failureOf(client.queryAccount())).resolves.toMatchObject({ kind: 'timeout', phase: 'answer' })
    expect(server.connections).toHaveLength(1)
  })
})

// Would catch "3,600 s" for an exchange, because a time server set the clock while it was in flight.
it('the duration of an exchange is independent of changes to the clock', async () => {
  const clock = createManualClock()
  const hourMs = 3_600_000
  for (const jumpMs of [hourMs, -hourMs]) {
    const server = await startRawServer((connection) => {
      if (connection.received().endsWith('\r\n\r\n')) clock.set(clock.now() + jumpMs)
      answering(account)(connection)
    })
    const { client, exchanges } = createTestClient({ baseUrl: `http://127.0.0.1:${server.port}/v2`, clock })
    await client.queryAccount()
    const [{ durationMs, startedAt } = { durationMs: NaN, startedAt: NaN }] = exchanges.all()
    expect(durationMs).toBeGreaterThanOrEqual(0)
    expect(durationMs).toBeLessThan(hourMs)
    expect(Math.abs(startedAt - clock.now())).toBe(hourMs)
  }
})
