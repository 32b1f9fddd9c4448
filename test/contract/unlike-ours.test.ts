/**
 * Services that follow the contract in their own way, or almost: certain results stay certain, uncertain ones
 * uncertain.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { networkInterfaces } from 'node:os'
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { ServiceOperation } from '../../src/main/service/operations.ts'
import { taskId } from '../../src/shared/schemas/ids.ts'
import { commandCertainty } from '../../src/shared/model/command-certainty.ts'
import { callOperation, createTestClient, failureOf, plainCreation } from '../support/client.ts'
import type { TestClient } from '../support/client.ts'
import { httpAnswer, startRawServer } from '../support/raw-server.ts'
import type { RawServer } from '../support/raw-server.ts'

const ok = 'HTTP/1.1 200 OK\r\ncontent-type: application/json'
const created = '{"success":true,"code":"0","data":{"taskId":"1712345678901234567"}}'
const task = { taskId: '1712345678901234567' }

/** A service that answers every request, GET or POST, with the same bytes. */
async function serviceOf(answer: string | Buffer, { ends = false } = {}): Promise<TestClient & { server: RawServer }> {
  const server = await startRawServer(({ socket, received }) => {
    if (!/\r\n\r\n$|\}$/.test(received())) return
    socket.write(answer)
    if (ends) socket.end()
  })
  return { ...createTestClient({ baseUrl: `http://127.0.0.1:${server.port}/openapi/v2` }), server }
}

function withBody(body: Buffer, head: string): Buffer {
  return Buffer.concat([Buffer.from(`${head}\r\ncontent-length: ${body.byteLength}\r\n\r\n`), body])
}

describe('a creation', () => {
  it.each([
    ['success as a word', ok, '{"success":"true","data":{"taskId":1712345678901234567}}'],
    ['a code that is a number', ok, '{"success":true,"code":200,"data":{"taskId":"1712345678901234567"}}'],
    ['HTTP 201', 'HTTP/1.1 201 Created', created],
    ['HTTP 202', 'HTTP/1.1 202 Accepted', created],
    ['a byte order mark', ok, `\uFEFF${created}`],
    ['headers in capitals', 'HTTP/1.1 200 OK\r\nCONTENT-TYPE: APPLICATION/JSON', created],
  ])('is accepted with %s', async (_what, head, body) => {
    const { client, server } = await serviceOf(httpAnswer(body, head))
    await expect(client.createAvatar(plainCreation)).resolves.toMatchObject(task)
    expect(server.connections).toHaveLength(1)
  })

  it('is accepted over HTTP/1.0, whose answer ends with the connection', async () => {
    const { client } = await serviceOf(`HTTP/1.0 200 OK\r\n\r\n${created}`, { ends: true })
    await expect(client.createAvatar(plainCreation)).resolves.toMatchObject(task)
  })

  it.each([
    ['no task id', '200 OK', '{"success":true,"data":null}'],
    ['a task id of no use', '200 OK', '{"success":true,"data":{"taskId":{}}}'],
    ['no value for success, and an unknown code', '200 OK', '{"code":"201","data":{"taskId":"1"}}'],
    ['a gateway’s JSON', '502 Bad Gateway', '{"code":"502","message":"Bad Gateway"}'],
    ['a gateway that says false', '504 Gateway Timeout', '{"success":false,"code":"504","message":"upstream"}'],
  ])('stays unknown with %s, sent once', async (_what, status, body) => {
    const { client, server } = await serviceOf(httpAnswer(body, `HTTP/1.1 ${status}`))
    const failure = await failureOf(client.createAvatar(plainCreation))
    expect(commandCertainty(failure)).toBe('unknown')
    expect(server.connections).toHaveLength(1)
  })
})

describe('an answer to a creation that names a task', () => {
  const named = '"data":{"taskId":"1712345678901234567"}'

  // Would catch an avatar that is paid a second time: the service refuses with a message but names the task that it
  // made.
  it.each([
    ['success false', '200 OK', `{"success":false,"code":"1009",${named}}`],
    ['success as the word false', '200 OK', `{"success":"false","code":"0",${named}}`],
    ['a refusing code and no word on success', '200 OK', `{"code":"1009",${named}}`],
    ['a code that rejects the token', '200 OK', `{"success":false,"code":"1006",${named}}`],
    ['HTTP 400', '400 Bad Request', `{"success":false,${named}}`],
    ['HTTP 401', '401 Unauthorized', `{"success":true,${named}}`],
    ['HTTP 409 without success', '409 Conflict', `{${named}}`],
    ['HTTP 422', '422 Unprocessable Content', `{"success":true,"code":"0",${named}}`],
    ['HTTP 429', '429 Too Many Requests', `{"message":"busy",${named}}`],
    ['HTTP 500', '500 Internal Server Error', `{"success":false,${named}}`],
    ['the task beside data', '400 Bad Request', '{"success":false,"taskId":1712345678901234567,"data":null}'],
    ['the task in a list', '200 OK', '{"success":false,"data":[{"taskId":"1712345678901234567"}]}'],
    ['a list of tasks', '200 OK', '{"success":false,"data":{"taskId":[ "1712345678901234567"]}}'],
    ['a blank one before it', '200 OK', `{"success":false,"taskId":" ",${named}}`],
    ['keys that contradict each other', '400 Bad Request', `{"success":false,"success":true,${named}}`],
    ['an end that is missing', '400 Bad Request', `{"success":false,${named}`],
    ['100 kB of text before it', '400 Bad Request', `{"msg":"${'x'.repeat(120_000)}","success":false,${named}}`],
  ])('is never “not created”: %s', async (_what, status, body) => {
    const { client, server } = await serviceOf(httpAnswer(body, `HTTP/1.1 ${status}`))
    const failure = await failureOf(client.createAvatar(plainCreation))
    expect(commandCertainty(failure)).toBe('unknown')
    expect(failure).toMatchObject(task)
    expect(server.connections).toHaveLength(1)
  })

  it.each([
    ['null', '{"success":false,"data":{"taskId":null}}'],
    ['empty', '{"success":false,"data":{"taskId":""}}'],
    ['a word in the message', '{"success":false,"msg":"taskId is missing: \'taskId\'","data":{}}'],
  ])('is an ordinary refusal when the task id is unusable: %s', async (_what, body) => {
    const { client } = await serviceOf(httpAnswer(body, ok))
    const failure = await failureOf(client.createAvatar(plainCreation))
    expect(commandCertainty(failure)).toBe('not-done')
    expect(failure).not.toHaveProperty('taskId')
  })

  it('does not return a part of a truncated number', async () => {
    const { client } = await serviceOf(
      httpAnswer('{"success":false,"data":{"taskId":17123', `HTTP/1.1 400 Bad Request`),
    )
    expect(await failureOf(client.createAvatar(plainCreation))).not.toHaveProperty('taskId')
  })

  it('as text other than digits is unknown too, and is passed on as received', async () => {
    const { client } = await serviceOf(httpAnswer('{"success":false,"data":{"taskId":"task-7"}}', ok))
    const failure = await failureOf(client.createAvatar(plainCreation))
    expect(commandCertainty(failure)).toBe('unknown')
    expect(failure).toMatchObject({ taskId: 'task-7' })
  })
})

describe('a compressed answer', () => {
  const packings: readonly (readonly [string, (bytes: Buffer) => Buffer])[] = [
    ['gzip', gzipSync],
    ['x-gzip', gzipSync],
    ['GZIP', gzipSync],
    ['deflate', deflateSync],
    ['deflate', deflateRawSync],
    ['identity', (bytes) => bytes],
    ['identity, gzip', gzipSync],
    ['', (bytes) => bytes],
  ]

  it.each(packings)('with %s is read: its task id must not be lost', async (name, pack) => {
    const body = pack(Buffer.from(created))
    const { client, server } = await serviceOf(withBody(body, `${ok}\r\ncontent-encoding: ${name}`))
    await expect(client.createAvatar(plainCreation)).resolves.toMatchObject(task)
    expect(server.connections[0]?.received()).toContain('accept-encoding: identity\r\n')
  })

  it('that grows beyond the limit is too large, whatever its length header says', async () => {
    const body = gzipSync(Buffer.alloc(4 * 2 ** 20, ' '))
    const { client } = await serviceOf(withBody(body, `${ok}\r\ncontent-encoding: gzip`))
    await expect(failureOf(client.queryAccount())).resolves.toMatchObject({ kind: 'too-large', limitBytes: 2 ** 20 })
  })

  // Would catch a decoder that runs on untrusted bytes although this compression was not offered, and a creation that
  // counts as refused because Greenroom could not decompress the answer.
  it.each([
    ['br', brotliCompressSync(Buffer.from(created)), 'br'],
    ['BR', Buffer.from(created), 'br'],
    ['zstd', Buffer.from([0x28, 0xb5, 0x2f, 0xfd]), 'zstd'],
    ['compress', Buffer.from(created), 'compress'],
    ['snappy', Buffer.from([1, 2, 3]), 'snappy'],
    ['gzip, br', brotliCompressSync(gzipSync(created)), 'gzip, br'],
    ['br, gzip', gzipSync(brotliCompressSync(created)), 'br, gzip'],
    ['gzip, gzip', gzipSync(gzipSync(created)), 'gzip, gzip'],
    ['gzip;q=1', gzipSync(created), 'gzip;q=1'],
    [`x<${'y'.repeat(80)}`, Buffer.from(created), `x${'y'.repeat(29)}`],
  ])('with %j is not decompressed, and its outcome is unknown', async (name, body, encoding) => {
    const { client, server } = await serviceOf(withBody(body, `${ok}\r\ncontent-encoding: ${name}`))
    const failure = await failureOf(client.createAvatar(plainCreation))
    expect(failure).toMatchObject({ kind: 'unknown-encoding', encoding, sent: 'yes', httpStatus: 200 })
    expect(commandCertainty(failure)).toBe('unknown')
    expect(server.connections).toHaveLength(1)
  })

  it('causes no problem when the body is empty', async () => {
    const { client } = await serviceOf(withBody(Buffer.alloc(0), `${ok}\r\ncontent-encoding: br`))
    await expect(failureOf(client.createAvatar(plainCreation))).resolves.toMatchObject({ kind: 'empty-answer' })
  })

  it('that stops midway is reported as truncated', async () => {
    const half = gzipSync(Buffer.from(created)).subarray(0, 30)
    const cut = await serviceOf(withBody(half, `${ok}\r\ncontent-encoding: gzip`))
    const failure = await failureOf(cut.client.createAvatar(plainCreation))
    expect(failure).toMatchObject({ kind: 'cut-short', sent: 'yes', httpStatus: 200 })
    expect(commandCertainty(failure)).toBe('unknown')
  })

  it('that is not really compressed is read as it is', async () => {
    const { client } = await serviceOf(withBody(Buffer.from(created), `${ok}\r\ncontent-encoding: gzip`))
    await expect(client.createAvatar(plainCreation)).resolves.toMatchObject(task)
  })

  it('with a failing status keeps its status', async () => {
    const body = gzipSync('<html>Bad gateway</html>').subarray(0, 20)
    const { client } = await serviceOf(withBody(body, 'HTTP/1.1 502 Bad Gateway\r\ncontent-encoding: gzip'))
    await expect(failureOf(client.createAvatar(plainCreation))).resolves.toMatchObject({
      kind: 'http',
      httpStatus: 502,
    })
  })
})

describe('figures and polls', () => {
  it('are read when written as text, and ids when written as numbers', async () => {
    const data = '{"cropId":1003645,"totalConcurrentNumber":"12","userConcurrentNumber":"3"}'
    const { client } = await serviceOf(httpAnswer(`{"success":true,"code":200,"data":${data}}`))
    await expect(callOperation(client, 'getconcurrentNumber')).resolves.toMatchObject({
      corporateId: '1003645',
      total: 12,
      yours: 3,
    })
  })

  it('report an avatar ready whose status is text and whose step is missing, with every digit of its conversation', async () => {
    const data = '{"status":"2","conversationId":1983775419508027393}'
    const { client } = await serviceOf(httpAnswer(`{"success":true,"data":${data}}`))
    await expect(callOperation(client, 'queryAvatar')).resolves.toMatchObject({
      status: 2,
      step: null,
      conversationId: '1983775419508027393',
    })
  })
})

// Would catch a token that a service repeats and that reaches the page: failures and exchanges cross to it.
describe('an answer with the token in it', () =>
  it.each<ServiceOperation>(['createAvatar', 'queryAccount', 'sessionStop'])(
    'is reported and recorded without it: %s',
    async (operation) => {
      const head = `${ok}\r\nx-echo: test-access-token\r\nset-cookie: session=of-the-service`
      const body = '{"success":false,"code":"test-access-token","message":"test-access-token is not of this account"}'
      const { client, exchanges, recorded } = await serviceOf(httpAnswer(body, head))
      const failure = await failureOf(callOperation(client, operation))
      expect(failure).toMatchObject({ code: '[redacted]', message: '[redacted] is not of this account' })
      expect(exchanges.all()).toMatchObject([{ operation, answerHeaders: { 'x-echo': '[redacted]' } }])
      expect(recorded()).not.toMatch(/test-access-token|of-the-service/)
    },
  ))

describe('an answer to a close', () => {
  it('in plain text is passed on, without the token in it', async () => {
    const { client } = await serviceOf(
      httpAnswer('no such session for test-access-token\n', 'HTTP/1.1 200 OK\r\ncontent-type: text/plain'),
    )
    await expect(callOperation(client, 'sessionStop')).resolves.toMatchObject({
      form: 'text',
      message: 'no such session for [redacted]',
    })
  })

  const packed = gzipSync('{"success":false,"code":"2002"}')
  const damaged = Buffer.from(packed.map((byte, place) => (place === packed.length - 6 ? byte ^ 0xff : byte)))

  // Would catch a call that counts as ended although the answer, perhaps a refusal, could not be read.
  it.each([
    ['packed and damaged', withBody(damaged, `${ok}\r\ncontent-encoding: gzip`)],
    ['packed without saying so', withBody(packed, ok)],
    ['in UTF-16', withBody(Buffer.from('\uFEFF{"success":false}', 'utf16le'), ok)],
  ])('in bytes that are not text leaves its outcome unknown: %s', async (_what, answer) => {
    const { client, server } = await serviceOf(answer)
    const failure = await failureOf(callOperation(client, 'sessionStop'))
    expect(failure).toMatchObject({ kind: 'not-json', sent: 'yes' })
    expect(commandCertainty(failure)).toBe('unknown')
    expect(server.connections).toHaveLength(1)
  })

  it('in an older Chinese encoding still counts as text', async () => {
    const gbk = Buffer.from([0xb3, 0xc9, 0xb9, 0xa6])
    const { client } = await serviceOf(withBody(gbk, 'HTTP/1.1 200 OK\r\ncontent-type: text/plain;charset=gbk'))
    await expect(callOperation(client, 'sessionStop')).resolves.toMatchObject({ form: 'text' })
  })

  it.each<ServiceOperation>(['sessionStop', 'distroyCallSessionsByAppId'])('%s never repeats the token', async (op) => {
    const { client } = await serviceOf(httpAnswer('{"success":true,"code":"200","message":"by test-access-token"}'))
    await expect(callOperation(client, op)).resolves.toMatchObject({ message: 'by [redacted]', code: '200' })
  })
})

// Containers often have no IPv6 at all.
const hasIpv6 = Object.values(networkInterfaces()).some((found) => found?.some(({ address }) => address === '::1'))

const addresses: readonly (readonly [string, string, string])[] = [
  ['[::1]', '/openapi/v2', '/openapi/v2'],
  ['LOCALHOST', '/openapi/v2/', '/openapi/v2'],
  ['127.0.0.1', '/open api/é/%2F', '/open%20api/%C3%A9/%2F'],
  ['127.0.0.1', '', ''],
]

describe('addresses', () =>
  it.each(addresses.filter(([host]) => hasIpv6 || host !== '[::1]'))(
    'http://%s with %o',
    async (host, prefix, seen) => {
      const paths: (string | undefined)[] = []
      const server = createServer((request, response) => {
        paths.push(request.url)
        request.resume()
        response.end(created)
      })
      await new Promise<void>((resolve) => server.listen(0, host === '[::1]' ? '::1' : '127.0.0.1', resolve))
      onTestFinished(() => {
        server.closeAllConnections()
        server.close()
      })
      const { port } = server.address() as AddressInfo
      const { client } = createTestClient({ baseUrl: `http://${host}:${port}${prefix}` })
      await client.queryAccount()
      await client.createAvatar(plainCreation)
      expect(paths).toEqual([`${seen}/queryAccount`, `${seen}/createAvatar`])
    },
  ))

describe('a kept-alive connection', () => {
  it('that the service closed between two reads is replaced, and the second read answers', async () => {
    const account = httpAnswer('{"success":true,"data":{"companionCreateTimesBalance":3}}')
    const server = await startRawServer(({ socket, received }) => {
      if (!received().endsWith('\r\n\r\n')) return
      // A second request on the same connection meets a closed server.
      if (received().split('GET ').length > 2) socket.resetAndDestroy()
      else socket.write(account)
    })
    const { client } = createTestClient({ baseUrl: `http://127.0.0.1:${server.port}/openapi/v2` })
    await client.queryAccount()
    await expect(client.queryAccount()).resolves.toMatchObject({ avatarCreationsLeft: 3 })
    expect(server.connections).toHaveLength(2)
  })
})

describe('a failed training', () => {
  const failing = async (envelope: string) => {
    const { client } = await serviceOf(httpAnswer(envelope, ok))
    return client.queryAvatar(taskId.parse('1712345678901234567'))
  }

  // Would catch a reason that the operator finds only in a recorded exchange.
  it.each([
    ['msg', '{"success":true,"code":"0","msg":"No face found","data":{"status":1}}', ['msg: No face found']],
    ['message', '{"success":true,"message":"No face found","data":{"status":1}}', ['message: No face found']],
    [
      'both',
      '{"success":true,"msg":"Failed","message":"No face found","data":{"status":1}}',
      ['msg: Failed', 'message: No face found'],
    ],
    [
      'fields that nobody documented',
      '{"success":true,"msg":"success","traceId":"t-7","data":{"status":1,"name":"Mei","failReason":"blurred","errorCode":1712345678901234567,"hints":{"faces":[2]},"taskId":"1712345678901234567","note":null,"list":[]}}',
      ['failReason: blurred', 'errorCode: 1712345678901234567', 'hints: {"faces":[2]}', 'traceId: t-7'],
    ],
    ['a code', '{"success":true,"code":30012,"data":{"status":1}}', ['code: 30012']],
    ['the same twice', '{"success":true,"msg":"blurred","data":{"status":1,"failReason":"blurred"}}', ['msg: blurred']],
    ['nothing', '{"success":true,"msg":"OK","data":{"status":1,"processingStep":"done"}}', []],
  ])('returns every reason in its answer: %s', async (_what, envelope, reasons) => {
    const seen = await failing(envelope)
    expect(seen.status).toBe(1)
    expect((seen.reasons ?? []).map(({ field, text }) => `${field}: ${text}`)).toEqual(reasons)
  })

  it('returns no reasons while training or ready, limits them, and redacts the token', async () => {
    expect(await failing('{"success":true,"msg":"busy","data":{"status":0,"queue":3}}')).not.toHaveProperty('reasons')
    expect(await failing('{"success":true,"msg":"done","data":{"status":2,"size":3}}')).not.toHaveProperty('reasons')
    const fields = Array.from({ length: 40 }, (_, n) => `"f${String(n)}":"${String(n)}${'x'.repeat(2_000)}"`)
    const long = (await failing(`{"success":true,"data":{"status":1,${fields.join()}}}`)).reasons ?? []
    expect(long).toHaveLength(20)
    expect(Math.max(...long.map(({ text }) => text.length))).toBeLessThan(520)
    // This is the test client's own token.
    const echo = await failing('{"success":true,"data":{"status":1,"failReason":"no right: test-access-token"}}')
    expect(JSON.stringify(echo.reasons)).not.toContain('test-access-token')
  })
})
