/** The explanation of a failing exchange: the service's words, or facts that main knows besides the answer. */
import { describe, expect, it } from 'vitest'
import { systemClock } from '../../src/main/lib/clock.ts'
import { operationNames, operations } from '../../src/main/service/operations.ts'
import type { OperationRow } from '../../src/main/service/operation-row.ts'
import { commandCertainty } from '../../src/shared/model/command-certainty.ts'
import { createCertificate } from '../support/certificate.ts'
import { callOperation, createTestClient, failureOf, plainCreation } from '../support/client.ts'
import type { TestClientOptions } from '../support/client.ts'
import { answering, closedPort, httpAnswer, startRawServer, startRawTlsServer } from '../support/raw-server.ts'
import type { RawBehaviour } from '../support/raw-server.ts'

const account = httpAnswer('{"success":true,"data":{"companionCreateTimesBalance":3,"durationBalance":4}}')

/** Answers a GET, and a creation as soon as its body is complete. */
const saying =
  (bytes: string): RawBehaviour =>
  ({ socket, received }) => {
    if (/\r\n\r\n$|\}$/.test(received())) socket.write(bytes)
  }

async function clientOf(
  bytes: string,
  { path = '/openapi/v2', ...options }: Partial<TestClientOptions> & { path?: string } = {},
) {
  const server = await startRawServer(saying(bytes))
  return createTestClient({ baseUrl: `http://127.0.0.1:${server.port}${path}`, ...options }).client
}

const json = (status: string) => `HTTP/1.1 ${status}\r\ncontent-type: application/json`

describe('messages without the envelope', () => {
  it.each([
    ['451 Unavailable', '{"kind":"legal","description":"Not offered in this country"}', 'Not offered in this country'],
    [
      '422 Unprocessable',
      '{"title":"Unprocessable","detail":"ttsName: unknown voice"}',
      'ttsName: unknown voice · Unprocessable',
    ],
    ['500 Error', '{"error":"backend gone"}', 'backend gone'],
    ['400 Bad Request', '{"error":{"code":"E1","message":"image too dark"}}', 'image too dark'],
    [
      '400 Bad Request',
      '{"errors":[{"message":"name too long"},{"detail":"voice missing"},"and more"]}',
      'name too long · voice missing · and more',
    ],
    ['403 Forbidden', '{"Message":"User is not authorized"}', 'User is not authorized'],
    [
      '403 Forbidden',
      '{"error":"invalid_token","error_description":"The key was revoked"}',
      'The key was revoked · invalid_token',
    ],
    ['409 Conflict', '{"reason":"voice in use"}', 'voice in use'],
    ['503 Busy', '[{"message":"maintenance"}]', 'maintenance'],
    ['503 Busy', '"maintenance until noon"', 'maintenance until noon'],
    ['200 OK', '{"error":"no such session"}', 'no such session'],
    ['200 OK', '{"success":false,"data":{"reason":"quota used up"}}', 'quota used up'],
    ['200 OK', '{"success":false,"message":"","description":"quota used up"}', 'quota used up'],
    ['404 Not Found', '{"timestamp":1,"status":404,"error":"Not Found","path":"/x"}', 'Not Found'],
  ])('of HTTP %s are read: %s', async (status, body, message) => {
    const client = await clientOf(httpAnswer(body, json(status)))
    await expect(failureOf(client.createAvatar(plainCreation))).resolves.toMatchObject({ message })
  })

  it('are one line of limited length, without the token and without bidirectional control characters', async () => {
    const detail = `a\u202eb\r\nc test-access-token ${'x'.repeat(1e5)}`
    const client = await clientOf(httpAnswer(JSON.stringify({ detail }), json('409 Conflict')))
    const { message } = await failureOf(client.createAvatar(plainCreation))
    expect(message).toMatch(/^a b c \[redacted\] x+$/)
    expect(message?.length).toBeLessThanOrEqual(4_000)
  })
})

const withContent = operationNames.filter((operation) => (operations[operation] as OperationRow).answer === 'content')

describe('success without content', () => {
  it.each(withContent)('of %s is a failure with the service’s message', async (operation) => {
    for (const data of ['{}', 'null', '""', '[]', '{"status":null,"name":""}']) {
      const client = await clientOf(
        httpAnswer(`{"success":true,"code":"10004","message":"task does not exist","data":${data}}`),
      )
      const failure = await failureOf(callOperation(client, operation))
      const said = { kind: 'no-content', sent: 'yes', code: '10004', message: 'task does not exist' }
      expect(failure).toMatchObject(said)
      expect(commandCertainty(failure)).toBe('unknown')
    }
  })

  it('is reported for a numeric code too, and when there are no data', async () => {
    const client = await clientOf(httpAnswer('{"success":"true","code":10004,"msg":"gone"}'))
    const failure = await failureOf(callOperation(client, 'queryAvatar'))
    expect(failure).toMatchObject({ kind: 'no-content', code: '10004', message: 'gone' })
  })

  it.each(['"0"', '"200"', '""', '0', 'null'])('is accepted with the harmless code %s', async (code) => {
    const client = await clientOf(httpAnswer(`{"success":true,"code":${code},"data":{}}`))
    await expect(callOperation(client, 'queryAvatar')).resolves.toMatchObject({ status: null })
  })

  it('does not apply when there is content, whatever the code, nor to a close, whose data are always empty', async () => {
    const asked = await clientOf(httpAnswer('{"success":true,"code":"10004","data":{"status":0}}'))
    await expect(callOperation(asked, 'queryAvatar')).resolves.toMatchObject({ status: 0 })
    const closed = await clientOf(httpAnswer('{"success":true,"code":"7","data":{}}'))
    await expect(callOperation(closed, 'distroyCallSessionsByAppId')).resolves.toMatchObject({ code: '7' })
  })
})

// Would catch a gateway's page that is mistaken for the service's message, or shown.
describe('a refusal without the envelope', () =>
  it.each([
    ['401 Unauthorized', 'text/html', '<h1>Sign in to the office</h1>', { kind: 'token-rejected', body: 'page' }],
    ['403 Forbidden', 'text/html; charset=utf-8', '<h1>Blocked</h1>', { kind: 'http', body: 'page' }],
    ['502 Bad Gateway', 'application/octet-stream', '\n<html>nginx</html>', { kind: 'http', body: 'page' }],
    ['403 Forbidden', 'text/plain', 'Blocked by rule 7', { kind: 'http', body: 'text' }],
    ['503 Busy', 'text/plain', '', { kind: 'http', body: 'empty' }],
  ])('%s of %s is reported by its status and form: %s', async (status, type, body, expected) => {
    const client = await clientOf(httpAnswer(body, `HTTP/1.1 ${status}\r\ncontent-type: ${type}`))
    const failure = await failureOf(client.createAvatar(plainCreation))
    expect(failure).toMatchObject({ ...expected, httpStatus: Number(status.slice(0, 3)), message: null, sent: 'yes' })
    expect(JSON.stringify(failure)).not.toMatch(/office|Blocked|nginx/)
  }))

describe('a rejected token', () => {
  const hour = 3_600_000
  const apiKeys = { kind: 'api-keys', appId: '1983775419508027001', tokenLifetimeSeconds: 1_800 } as const
  const serviceAt = Math.floor(systemClock.now() / 1_000) * 1_000
  const date = `\r\ndate: ${new Date(serviceAt).toUTCString()}`
  const clockAt = (aheadMs: number) => ({ ...systemClock, now: () => serviceAt + aheadMs })

  it.each([
    ['401', httpAnswer('', `HTTP/1.1 401 Unauthorized${date}`)],
    ['403', httpAnswer('', `HTTP/1.1 403 Forbidden${date}`)],
    ['1005', httpAnswer('{"success":false,"code":"1005"}', `${json('200 OK')}${date}`)],
    ['1006', httpAnswer('{"success":false,"code":"1006"}', `${json('200 OK')}${date}`)],
    ['40001', httpAnswer('{"success":false,"code":"40001"}', `${json('200 OK')}${date}`)],
  ])('with %s reports how far this computer’s clock is off', async (_code, answer) => {
    for (const aheadMs of [2 * hour, -2 * hour, 60_000]) {
      const client = await clientOf(answer, { authentication: apiKeys, clock: clockAt(aheadMs) })
      const failure = await failureOf(client.queryAccount())
      expect(failure.hints).toEqual({ clockAheadMs: aheadMs })
    }
  })

  it('has no clock hint for a correct clock, for a pasted token, or without the service’s date', async () => {
    const [dated, undated] = [`HTTP/1.1 401 Unauthorized${date}`, 'HTTP/1.1 401 Unauthorized']
    const hintsOf = async (head: string, options: Partial<TestClientOptions>) =>
      (await failureOf((await clientOf(httpAnswer('', head), options)).queryAccount())).hints
    expect(await hintsOf(dated, { authentication: apiKeys, clock: clockAt(5_000) })).toBeUndefined()
    expect(await hintsOf(dated, { clock: clockAt(2 * hour) })).toBeUndefined()
    expect(await hintsOf(undated, { authentication: apiKeys, clock: clockAt(2 * hour) })).toBeUndefined()
  })
})

describe('a certificate', () => {
  const day = 86_400_000
  const names = { dnsNames: ['localhost'], ipAddresses: ['127.0.0.1'] }
  const root = createCertificate({ dnsNames: [], subject: 'Root' })
  const between = createCertificate({ dnsNames: [], subject: 'Between', issuer: root })
  const leaf = createCertificate({ ...names, subject: 'Leaf', issuer: between })
  const now = performance.timeOrigin + performance.now()

  const problemWith = async (served: { readonly cert: string; readonly key: string }, trusted: string) => {
    const server = await startRawTlsServer(served, answering(account))
    const baseUrl = `https://127.0.0.1:${server.port}/v2`
    const { client } = createTestClient({ baseUrl, certificates: [trusted] })
    return failureOf(client.createAvatar(plainCreation))
  }
  const own = (facts: Partial<Parameters<typeof createCertificate>[0]>) => createCertificate({ ...names, ...facts })
  const past = own({ validFrom: now - 3 * day, validTo: now - day })
  const future = own({ validFrom: now + day, validTo: now + 3 * day })
  const other = createCertificate({ dnsNames: ['other.example'] })

  it.each([
    ['whose intermediate the server leaves out', leaf, root.cert, 'incomplete-chain'],
    ['whose root nobody here knows', { ...leaf, cert: leaf.cert + between.cert }, past.cert, 'unknown-issuer'],
    ['that is its own issuer', own({}), root.cert, 'self-signed'],
    ['that has expired', past, past.cert, 'expired'],
    ['that is not valid yet', future, future.cert, 'not-yet-valid'],
    ['for another host', other, other.cert, 'wrong-host'],
  ])('%s is reported as such, and nothing is sent', async (_what, served, trusted, problem) => {
    const failure = await problemWith(served, trusted)
    expect(failure).toMatchObject({ kind: 'tls', problem, sent: 'no' })
    expect(failure.kind === 'tls' && failure.host).toMatch(/^127\.0\.0\.1:\d+$/)
  })

  // Would catch an administrator who installs the root of an authority that is already trusted.
  it('that is refused because of its issuer names the issuer', async () => {
    expect(await problemWith(leaf, root.cert)).toMatchObject({ issuer: 'Between' })
    const whole = { ...leaf, cert: leaf.cert + between.cert }
    expect(await problemWith(whole, past.cert)).toMatchObject({ issuer: 'Root' })
    const spaced = createCertificate({ dnsNames: [], subject: `Acme\u202e\n${'x'.repeat(200)}` })
    const failure = await problemWith(own({ subject: 'Leaf', issuer: spaced }), root.cert)
    expect(failure.kind === 'tls' && failure.issuer).toMatch(/^Acme x{10,}$/)
    expect(failure.kind === 'tls' && failure.issuer?.length).toBeLessThanOrEqual(80)
  })

  // Would catch a proxy whose certificates lead the operator to the service's administrators.
  it('made by a program that inspects connections is distinguished from an unknown authority', async () => {
    const inspector = createCertificate({ dnsNames: [], subject: 'Zscaler Root CA' })
    const made = own({ subject: 'Leaf', issuer: inspector })
    const inspected = { kind: 'tls', problem: 'inspected', issuer: 'Zscaler Root CA', sent: 'no' }
    expect(await problemWith(made, root.cert)).toMatchObject(inspected)
    expect(await problemWith({ ...made, cert: made.cert + inspector.cert }, root.cert)).toMatchObject(inspected)
  })

  it('is accepted with its complete chain', async () => {
    const server = await startRawTlsServer({ ...leaf, cert: leaf.cert + between.cert }, answering(account))
    const { client } = createTestClient({ baseUrl: `https://localhost:${server.port}/v2`, certificates: [root.cert] })
    await expect(client.queryAccount()).resolves.toMatchObject({ avatarCreationsLeft: 3 })
  })
})

describe('a port that speaks a different protocol', () => {
  it('than https is reported', async () => {
    const server = await startRawServer(({ socket }) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))
    const { client } = createTestClient({ baseUrl: `https://127.0.0.1:${server.port}/v2` })
    await expect(failureOf(client.queryAccount())).resolves.toMatchObject({ kind: 'tls', problem: 'plain-http' })
  })

  const alert = Buffer.of(0x15, 3, 1, 0, 2, 2, 70).toString('latin1')
  const nginx = '<html><center>The plain HTTP request was sent to HTTPS port</center></html>'
  const go = 'Client sent an HTTP request to an HTTPS server.\n'
  it.each([
    ['an alert of TLS', alert],
    ['the message of nginx', httpAnswer(nginx, 'HTTP/1.1 400 Bad Request\r\ncontent-type: text/html')],
    ['the message of Go', httpAnswer(go, 'HTTP/1.1 400 Bad Request')],
  ])('than http, as %s shows, is reported; a creation certainly did not happen', async (_what, bytes) => {
    const server = await startRawServer(({ socket, received }) => {
      if (/\r\n\r\n$|\}$/.test(received())) socket.end(Buffer.from(bytes, 'latin1'))
    })
    const { client } = createTestClient({ baseUrl: `http://127.0.0.1:${server.port}/v2` })
    const failure = await failureOf(client.createAvatar(plainCreation))
    expect(failure).toMatchObject({ kind: 'tls', problem: 'wants-https' })
    expect(commandCertainty(failure)).toBe('not-done')
  })

  it('than http, and only hangs up, might be one for https, but not once it has answered', async () => {
    const certificate = createCertificate({ dnsNames: ['localhost'], ipAddresses: ['127.0.0.1'] })
    const secure = await startRawTlsServer(certificate, answering(account))
    const { client } = createTestClient({ baseUrl: `http://127.0.0.1:${secure.port}/v2` })
    await expect(failureOf(client.createAvatar(plainCreation))).resolves.toMatchObject({
      kind: 'connection-reset',
      hints: { mayWantHttps: true },
    })
    let asked = 0
    const server = await startRawServer(({ socket, received }) => {
      if (!received().endsWith('\r\n\r\n')) return
      asked += 1
      if (asked === 1) socket.end(account)
      else socket.destroy()
    })
    const known = createTestClient({ baseUrl: `http://127.0.0.1:${server.port}/v2` }).client
    await known.queryAccount()
    const failure = await failureOf(known.queryAccount())
    expect(failure).toMatchObject({ kind: 'connection-reset' })
    expect(failure.hints).toBeUndefined()
  })
})

describe('an address that lacks its version', () => {
  const page = (status: string) =>
    httpAnswer('<html>Whitelabel Error Page</html>', `HTTP/1.1 ${status}\r\ncontent-type: text/html`)

  it.each([
    ['a page of 404', page('404 Not Found')],
    ['JSON of 404', httpAnswer('{"status":404,"error":"Not Found"}', json('404 Not Found'))],
    ['405', page('405 Not Allowed')],
    ['a page of 200', page('200 OK')],
    ['JSON of 200', httpAnswer('{"status":"up"}', json('200 OK'))],
    ['the way to a page of its own', 'HTTP/1.1 302 Found\r\nlocation: /login\r\ncontent-length: 0\r\n\r\n'],
  ])('is suspected at %s', async (_what, answer) => {
    for (const path of ['', '/', '/duix-openapi-v2', '/duix-openapi-v2/sdk/']) {
      const client = await clientOf(answer, { path })
      await expect(failureOf(client.createAvatar(plainCreation))).resolves.toMatchObject({
        hints: { lacksVersion: true },
      })
    }
    for (const path of ['/sdk/v2', '/sdk/v2/', '/V1.1']) {
      const client = await clientOf(answer, { path })
      expect((await failureOf(client.createAvatar(plainCreation))).hints).toBeUndefined()
    }
  })
})

// Would catch an operator who is sent to correct a Base URL that worked all day.
describe('a page instead of an answer', () =>
  it('does not cast doubt on the address once the service has answered', async () => {
    const client = await clientOf(
      httpAnswer('<html>Not here</html>', 'HTTP/1.1 404 Not Found\r\ncontent-type: text/html'),
      {
        path: '/v2',
        answered: { has: () => true, add: () => undefined },
      },
    )
    await expect(failureOf(client.queryAccount())).resolves.toMatchObject({ hints: { hasAnswered: true } })
  }))

describe('a refused connection', () =>
  it('reports that the service answered before', async () => {
    const port = await closedPort()
    const never = createTestClient({ baseUrl: `http://127.0.0.1:${port}/v2` }).client
    expect((await failureOf(never.queryAccount())).hints).toBeUndefined()
    const answered = { has: () => true, add: () => undefined }
    const before = createTestClient({ baseUrl: `http://127.0.0.1:${port}/v2`, answered }).client
    await expect(failureOf(before.queryAccount())).resolves.toMatchObject({
      kind: 'connection-refused',
      hints: { hasAnswered: true },
    })
  }))

// Would catch an operator who is sent to correct the Base URL because a gateway or a sign-in page answered once.
describe('an answer from a different server', () =>
  it.each([
    ['not found', httpAnswer('no such path', 'HTTP/1.1 404 Not Found')],
    ['a page', httpAnswer('<h1>Sign in</h1>', 'HTTP/1.1 200 OK\r\ncontent-type: text/html')],
    ['a redirect', 'HTTP/1.1 302 Found\r\nlocation: https://other.example/\r\ncontent-length: 0\r\n\r\n'],
  ])('(%s) is not blamed on the address of a service that answered before', async (_what, bytes) => {
    const answered = { has: () => true, add: () => undefined }
    const client = await clientOf(bytes, { path: '/openapi', answered })
    expect((await failureOf(client.queryAccount())).hints).toEqual({ hasAnswered: true })
  }))
