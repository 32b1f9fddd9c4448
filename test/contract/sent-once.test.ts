/** The requests that leave this computer, how often, and on which connection: counted by the receiver. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { operations } from '../../src/main/service/operations.ts'
import { createPracticeService } from '../../src/practice/service.ts'
import type { ServiceOperation } from '../../src/main/service/operations.ts'
import type { ExchangeId } from '../../src/shared/ids.ts'
import { appId, conversationId, sessionId } from '../../src/shared/schemas/ids.ts'
import type { CloseRun } from '../../src/shared/schemas/session.ts'
import { commandCertainty } from '../../src/shared/model/command-certainty.ts'
import { anyTargets, callOperation, createTestClient, failureOf, plainCreation } from '../support/client.ts'
import { setClosingStage } from '../support/close-stage.ts'
import { createImage } from '../support/image-file.ts'
import { answering, httpAnswer, startRawServer } from '../support/raw-server.ts'
import type { RawConnection } from '../support/raw-server.ts'
import { profileOf } from '../support/subjects.ts'

describe('commands on the practice service', () => {
  const practice = createPracticeService()
  let baseUrl = ''
  beforeAll(async () => {
    baseUrl = (await practice.start()).baseUrl
  })
  afterAll(() => practice.stop())
  afterEach(() => {
    practice.control.faults.clear()
    practice.control.clearRequests()
  })
  const connect = () => createTestClient({ baseUrl, secret: practice.credentials.accessToken })

  it('never use a connection that carried a different request, and close their own', async () => {
    const { client } = connect()
    const appId = practice.control.applications()[0]?.appId ?? ''
    const [sessionId = ''] = practice.control.addCalls(appId, 1)
    const targets = { ...anyTargets, appId, sessionId }
    for (const operation of ['queryAccount', 'createAvatar', 'sessionStop', 'createAvatar'] as const) {
      await callOperation(client, operation, { targets })
    }
    await callOperation(client, 'distroyCallSessionsByAppId', { targets })
    await callOperation(client, 'queryAccount', { targets })
    const seen = practice.control.requests().map(({ operation, isReused, headers }) => {
      return `${operation ?? ''} ${isReused ? 'kept' : 'new'} ${headers['connection'] ?? ''}`
    })
    expect(seen).toEqual([
      'queryAccount new keep-alive',
      'createAvatar new close',
      'sessionStop new close',
      'createAvatar new close',
      'distroyCallSessionsByAppId new close',
      'queryAccount kept keep-alive',
    ])
  })

  it('are unaffected by the reset of a kept-alive connection, which a read survives by its repeat', async () => {
    const { client } = connect()
    await client.queryAccount()
    practice.control.faults.arm({ kind: 'reset-kept-alive' })
    await client.createAvatar(plainCreation)
    await client.queryAccount()
    expect(practice.control.count('createAvatar')).toBe(1)
    expect(practice.control.count('queryAccount')).toBe(3)
  })

  it('carry the image as the data URI of exactly its bytes, with a length header', async () => {
    const { client, exchanges } = connect()
    const image = await createImage('png', 500_001)
    const recorded: ExchangeId[] = []
    const onExchange = (id: ExchangeId): void => void recorded.push(id)
    await client.createAvatar({ ...plainCreation, coverImage: image.coverImage }, { onExchange })
    const [exchangeId = expect.fail()] = recorded
    const request = practice.control.requests('createAvatar').at(-1)
    const sent = JSON.parse(request?.body ?? '') as Readonly<Record<string, string>>
    expect(sent).toEqual({
      ttsName: 'Echo',
      conversationId: '1983775419508027393',
      defaultSpeakingLanguage: 'English',
      name: 'Ada',
      coverImage: `data:image/png;base64,${image.bytes.toString('base64')}`,
    })
    expect(request?.headers).toMatchObject({
      'content-length': String(request?.body.length),
      'content-type': 'application/json',
    })
    expect(request?.headers).not.toHaveProperty('transfer-encoding')
    expect(JSON.parse(exchanges.read(exchangeId)?.requestBody ?? '')).toMatchObject({
      coverImage: `[image/png, 500001 bytes, SHA-256 ${image.coverImage.sha256}]`,
    })
  })

  it('send nothing when the image is gone or differs from the confirmed one', async () => {
    const { client } = connect()
    const { coverImage } = await createImage('jpeg', 1_000)
    for (const changed of [{ bytes: 999 }, { path: `${coverImage.path}.gone` }]) {
      const creating = client.createAvatar({ ...plainCreation, coverImage: { ...coverImage, ...changed } })
      await expect(creating).rejects.toMatchObject({ failure: { kind: 'storage' } })
    }
    expect(practice.control.count('createAvatar')).toBe(0)
  })
})

describe('every operation', () => {
  it.each(Object.keys(operations) as ServiceOperation[])(
    '%s states the accepted type and its sender, and forbids caching',
    async (operation) => {
      const server = await startRawServer(({ socket }) => socket.end(httpAnswer('{"success":true,"data":{}}')))
      const { client } = createTestClient({ baseUrl: `http://127.0.0.1:${server.port}` })
      await Promise.allSettled([callOperation(client, operation)])
      expect(server.connections).toHaveLength(1)
      expect(server.connections[0]?.received()).toMatch(
        new RegExp(`^(GET|POST) /${operation}[? ][^]*\\r\\ncache-control: no-store\\r\\n`),
      )
      expect(server.connections[0]?.received()).toMatch(/\r\naccept: application\/json\r\n/)
      expect(server.connections[0]?.received()).toMatch(/\r\nuser-agent: Greenroom\r\n/)
    },
  )

  it('that is repeated says so each time', async () => {
    const server = await startRawServer(({ socket }) => socket.end(httpAnswer('', 'HTTP/1.1 502 Bad Gateway')))
    const { client } = createTestClient({ baseUrl: `http://127.0.0.1:${server.port}` })
    await failureOf(client.queryAccount())
    const asked = server.connections.map((connection) => connection.received())
    expect(asked).toHaveLength(3)
    expect(asked.filter((text) => text.includes('\r\ncache-control: no-store\r\n'))).toHaveLength(3)
  })
})

describe('on the wire', () => {
  const at = (port: number, prefix = '/openapi/v2') => `http://127.0.0.1:${port}${prefix}`

  it('every id keeps its 19 digits, sent and received, as text or as a JSON number', async () => {
    const created = '{"success":true,"data":{"taskId":1712345678901234567}}'
    const status = '{"success":true,"data":{"conversationId":1983775419508027393,"status":2}}'
    const server = await startRawServer(({ socket, received }) => {
      if (received().startsWith('POST') && received().endsWith('}')) socket.end(httpAnswer(created))
      if (received().startsWith('GET')) socket.write(httpAnswer(status))
    })
    const { client } = createTestClient({ baseUrl: at(server.port) })
    const { taskId } = await client.createAvatar(plainCreation)
    expect(taskId).toBe('1712345678901234567')
    await expect(client.queryAvatar(taskId)).resolves.toMatchObject({ conversationId: '1983775419508027393' })
    expect(server.connections[1]?.received()).toMatch(
      /^GET \/openapi\/v2\/queryAvatar\?taskId=1712345678901234567 HTTP\/1\.1\r\n/,
    )
  })

  it('a conversation’s text is returned byte for byte', async () => {
    const text = '{ "success" : true,\n "data":{"id":1983775419508027393,"名":"\\u4f60好","f":1.10} }'
    const server = await startRawServer(answering(httpAnswer(text)))
    const { client } = createTestClient({ baseUrl: at(server.port) })
    const id = conversationId.parse('a&b=c/é')
    const { body } = await client.getConversation(id)
    expect(Buffer.from(body).toString()).toBe(text)
    expect(server.connections[0]?.received()).toContain('?conversationId=a%26b%3Dc%2F%C3%A9 HTTP/1.1\r\n')
  })

  it('a list of a different shape is shown as received', async () => {
    const server = await startRawServer(answering(httpAnswer('{"success":true,"data":[{"id":1983775419508027393}]}')))
    const { client } = createTestClient({ baseUrl: at(server.port) })
    await expect(callOperation(client, 'getconcurrentList')).resolves.toMatchObject({
      figures: null,
      hasMore: true,
      dataText: '[{"id":1983775419508027393}]',
    })
  })

  it('a redirect is refused, and the other host receives nothing', async () => {
    const other = await startRawServer()
    const location = `http://127.0.0.1:${other.port}/openapi/v2/queryAccount`
    const head = `HTTP/1.1 302 Found\r\nlocation: ${location}`
    const server = await startRawServer(answering(httpAnswer('', head)))
    const { client } = createTestClient({ baseUrl: at(server.port) })
    const failure = await failureOf(client.queryAccount())
    expect(failure).toMatchObject({ kind: 'redirect', targetOrigin: `http://127.0.0.1:${other.port}`, sent: 'yes' })
    expect(server.connections).toHaveLength(1)
    expect(other.connections).toHaveLength(0)
  })

  it('an answer that comes before the upload’s end is read', async () => {
    const answer = httpAnswer('<p>too large', 'HTTP/1.1 413 Payload Too Large\r\nconnection: close')
    const answered = new WeakSet<RawConnection>()
    const server = await startRawServer((connection) => {
      if (answered.has(connection)) return
      answered.add(connection)
      connection.socket.write(answer)
    })
    const { client } = createTestClient({ baseUrl: at(server.port) })
    const { coverImage } = await createImage('jpeg', 20_000_000)
    const failure = await failureOf(client.createAvatar({ ...plainCreation, coverImage }))
    expect(failure).toMatchObject({ kind: 'http', httpStatus: 413, sent: 'yes' })
    expect(commandCertainty(failure)).toBe('not-done')
    expect(server.connections).toHaveLength(1)
  })

  // Would catch a portrait on a slow line that is abandoned midway: its outcome would be unknown, and perhaps paid.
  it('an upload that makes progress may take any time', async () => {
    const server = createServer((request, response) => {
      let parts = 0
      request.on('data', () => {
        parts += 1
        if (parts % 16 !== 0) return
        request.pause()
        setTimeout(() => request.resume(), 40)
      })
      request.on('end', () => response.end('{"success":true,"data":{"taskId":"1712345678901234567"}}'))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const { port } = server.address() as AddressInfo
    const creationAnswerMs = 1_000
    const { client } = createTestClient({ baseUrl: at(port), limits: { creationAnswerMs } })
    const { coverImage } = await createImage('jpeg', 40_000_000)
    const startedAt = performance.now()
    const { taskId } = await client.createAvatar({ ...plainCreation, coverImage })
    expect(taskId).toBe('1712345678901234567')
    expect(performance.now() - startedAt).toBeGreaterThan(creationAnswerMs)
  })

  it('a connection that ends during a creation leaves its outcome unknown, sent once', async () => {
    const server = await startRawServer(({ socket }) => socket.resetAndDestroy())
    const { client } = createTestClient({ baseUrl: at(server.port) })
    const failure = await failureOf(client.createAvatar(plainCreation))
    expect(failure).toMatchObject({ kind: 'connection-reset', sent: 'maybe', httpStatus: null })
    expect(commandCertainty(failure)).toBe('unknown')
    expect(server.connections).toHaveLength(1)
  })

  it('informational answers do not count as the answer', async () => {
    const early = 'HTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n'
    const server = await startRawServer(answering(early + httpAnswer('{"success":true,"data":{}}')))
    const { client } = createTestClient({ baseUrl: at(server.port) })
    await expect(client.queryAccount()).resolves.toMatchObject({ avatarCreationsLeft: null })
  })

  it('a truncated answer without a length is distinguished from a complete one', async () => {
    const head = 'HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n'
    const server = await startRawServer(({ socket }) => socket.end(`${head}{"success":true,"da`))
    const { client, exchanges } = createTestClient({ baseUrl: at(server.port) })
    await expect(failureOf(client.queryAccount())).resolves.toMatchObject({ kind: 'cut-short', sent: 'yes' })
    expect(exchanges.all()[0]?.answerExcerpt).toBe('{"success":true,"da')
  })

  it('an answer is recorded from its first character', async () => {
    const body = '{"success":true,"data":{"companionCreateTimesBalance":3,"durationBalance":4}}'
    const server = await startRawServer(answering(httpAnswer(body)))
    const { client, exchanges } = createTestClient({ baseUrl: at(server.port) })
    await client.queryAccount()
    expect(exchanges.all()[0]?.answerExcerpt).toBe(body)
  })

  it('half a chunked answer is truncated; half a page of a 502 is a 502', async () => {
    const chunked = 'transfer-encoding: chunked\r\n\r\n20\r\n{"success"'
    const server = await startRawServer(({ socket, received }) => {
      const status = received().startsWith('POST') ? '502 Bad Gateway' : '200 OK'
      socket.end(`HTTP/1.1 ${status}\r\n${chunked}`)
    })
    const { client } = createTestClient({ baseUrl: at(server.port) })
    await expect(failureOf(client.queryAccount())).resolves.toMatchObject({ kind: 'cut-short', receivedBytes: 10 })
    const failure = await failureOf(client.createAvatar(plainCreation))
    expect(failure).toMatchObject({ kind: 'http', httpStatus: 502 })
    expect(commandCertainty(failure)).toBe('unknown')
  })

  it('bytes that are not HTTP are not an answer', async () => {
    const server = await startRawServer(({ socket }) => socket.end('SSH-2.0-OpenSSH_9.2\r\n'))
    const { client } = createTestClient({ baseUrl: at(server.port) })
    await expect(failureOf(client.createAvatar(plainCreation))).resolves.toMatchObject({
      kind: 'connection-reset',
      sent: 'maybe',
    })
  })
})

describe('an image file', () =>
  it('of every length near a chunk’s end is sent completely', async () => {
    const server = await startRawServer(({ socket, received }) => {
      const { 1: length = '' } = /content-length: (\d+)/.exec(received()) ?? []
      const body = received().split('\r\n\r\n').slice(1).join('\r\n\r\n')
      if (length !== '' && body.length === Number(length)) {
        socket.end(httpAnswer('{"success":true,"data":{"taskId":"1"}}'))
      }
    })
    const { client } = createTestClient({ baseUrl: `http://127.0.0.1:${server.port}` })
    for (const bytes of [1, 2, 3, 196_607, 196_608, 196_609, 393_217]) {
      const image = await createImage('webp', bytes)
      await client.createAvatar({ ...plainCreation, coverImage: image.coverImage })
      const received = server.connections.at(-1)?.received() ?? ''
      expect(received.endsWith(`"data:image/webp;base64,${image.bytes.toString('base64')}"}`)).toBe(true)
    }
  }))

describe('closing, through the page’s handlers', () => {
  const id = sessionId.parse('session-1')
  /** Closing on the real client and a real wire, with a clock that the test moves. */
  const connectClosing = (baseUrl: string, access: { readonly secret?: string; readonly appId?: string } = {}) => {
    const stage = setClosingStage()
    const applications = [{ appId: appId.parse(access.appId ?? 'lobby'), label: '' }]
    const secret = access.secret ?? 'test-access-token'
    const { client } = createTestClient({ baseUrl, secret, clock: stage.clock })
    stage.open({ profile: profileOf({ applications }), client })
    stage.activeProfiles.update()
    return stage
  }
  const closed = async (run: () => CloseRun | undefined): Promise<readonly string[]> => {
    await expect.poll(() => run()?.items.some(({ state }) => state === 'sending' || state === 'waiting')).toBe(false)
    return run()?.items.map(({ outcome }) => outcome?.failure?.kind ?? outcome?.answer?.form ?? 'left out') ?? []
  }

  it.each([
    ['nothing', 'HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n', { answer: { form: 'empty' } }],
    ['204', 'HTTP/1.1 204 No Content\r\n\r\n', { answer: { form: 'empty', httpStatus: 204 } }],
    [
      'text',
      httpAnswer('ok', 'HTTP/1.1 200 OK\r\ncontent-type: text/plain'),
      { answer: { form: 'text', message: 'ok' } },
    ],
    ['an envelope', httpAnswer('{"success":true,"code":"0"}'), { answer: { form: 'envelope', code: '0' } }],
    [
      'an envelope that says no',
      httpAnswer('{"success":false,"code":"2002","message":"no such session"}'),
      { answer: null, failure: { kind: 'declined', code: '2002', message: 'no such session', sent: 'yes' } },
    ],
    [
      'an error of a gateway',
      httpAnswer('<p>bad', 'HTTP/1.1 502 Bad Gateway'),
      { answer: null, failure: { kind: 'http', httpStatus: 502, sent: 'yes' } },
    ],
    [
      'half an answer',
      'HTTP/1.1 200 OK\r\ncontent-length: 40\r\n\r\n{"succ',
      { answer: null, failure: { sent: 'yes' } },
    ],
  ])('%s in answer to a close is reported correctly, after one request', async (_, answer, outcome) => {
    const server = await startRawServer(({ socket, received }) => {
      if (received().endsWith('\r\n\r\n')) socket.end(answer)
    })
    const { call } = connectClosing(`http://127.0.0.1:${server.port}`)
    const { ticket } = await call('session.openClose', { sessionId: id, appId: null })
    await expect(call('session.close', { ticket, typed: '' })).resolves.toMatchObject(outcome)
    expect(server.connections.map(({ received }) => received().split(' ')[1])).toEqual(['/sessionStop?uuid=session-1'])
  })

  it('several sessions are one request each, on separate connections, whatever the answers', async () => {
    const ends = [httpAnswer('{"success":true}'), 'reset', httpAnswer('{"success":false}'), httpAnswer('')]
    const server = await startRawServer(({ socket, received }) => {
      if (!received().endsWith('\r\n\r\n')) return
      const end = ends.shift() ?? ''
      if (end === 'reset') socket.resetAndDestroy()
      else socket.end(end)
    })
    const { call, clock, pushed } = connectClosing(`http://127.0.0.1:${server.port}`)
    const sessionIds = ['a', 'b', 'c', 'd'].map((name) => sessionId.parse(name))
    const { ticket } = await call('session.openCloseMany', { sessionIds })
    await call('session.closeMany', { ticket, typed: '' })
    for (const index of sessionIds.keys()) {
      await expect.poll(() => pushed('closeRun.changed').at(-1)?.items[index]?.state).toBe('ended')
      await clock.pass(1_000)
    }
    expect(await closed(() => pushed('closeRun.changed').at(-1))).toEqual([
      'envelope',
      'connection-reset',
      'declined',
      'empty',
    ])
    expect(server.connections.map(({ received }) => received().split(' ')[1])).toEqual(
      sessionIds.map((session) => `/sessionStop?uuid=${session}`),
    )
  })
})
