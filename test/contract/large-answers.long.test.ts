/** Answers of megabytes: abandoned when too large, but never losing a task id. */
import { describe, expect, it, vi } from 'vitest'
import { defaultServiceLimits } from '../../src/main/service/client.ts'
import { commandCertainty } from '../../src/shared/model/command-certainty.ts'
import { conversationId } from '../../src/shared/schemas/ids.ts'
import { anyTargets, callOperation, createTestClient, failureOf, plainCreation } from '../support/client.ts'
import type { TestClient } from '../support/client.ts'
import { httpAnswer, startRawServer } from '../support/raw-server.ts'
import type { RawServer } from '../support/raw-server.ts'

// Megabytes take long on a busy machine.
vi.setConfig({ testTimeout: 30_000 })

const megabyte = 2 ** 20
const { answerBytes: maxBytes } = defaultServiceLimits
const ok = 'HTTP/1.1 200 OK\r\ncontent-type: application/json'
const lobby = conversationId.parse(anyTargets.conversationId)

async function serviceOf(answer: string | Buffer): Promise<TestClient & { readonly server: RawServer }> {
  const server = await startRawServer(({ socket, received }) => {
    if (/\r\n\r\n$|\}$/.test(received())) socket.end(answer)
  })
  const limits = { answerMs: 20_000, creationAnswerMs: 20_000, answerBytes: maxBytes }
  const baseUrl = `http://127.0.0.1:${server.port}/openapi/v2`
  return { ...createTestClient({ baseUrl, limits }), server }
}

const padding = (bytes: number): string => '"1712345678901234567 \\\\ {[" '.repeat(bytes / 28).replaceAll('"', '\\"')

/** A conversation of `bytes` bytes. */
function bodyOf(bytes: number): string {
  const frame = '{"success":true,"data":{"id":1712345678901234567,"conversationName":"Lobby","prompt":""}}'
  return frame.replace('"prompt":""', `"prompt":"${'x'.repeat(bytes - frame.length)}"`)
}

/** The answer with a length header, or ended by closing the connection. */
const forms = [
  ['that says its length', (body: string) => httpAnswer(body)],
  ['that does not say its length', (body: string) => `${ok}\r\nconnection: close\r\n\r\n${body}`],
] as const

describe('a conversation of megabytes', () => {
  it('is returned as received, with every digit', async () => {
    const body = `{"success":true,"data":{"id":1712345678901234567,"conversationName":"Lobby","prompt":"${padding(megabyte)}","名":"您好"}}`
    const { client } = await serviceOf(httpAnswer(body))
    const received = await client.getConversation(lobby)
    expect(received).toMatchObject({ facts: { name: 'Lobby' } })
    expect(Buffer.from(received.body).equals(Buffer.from(body))).toBe(true)
  })

  it.each(forms)('%s is accepted up to 2 MB', async (_form, answerWith) => {
    expect(maxBytes).toBe(2_000_000)
    const { client } = await serviceOf(answerWith(bodyOf(maxBytes)))
    const { body, facts } = await client.getConversation(lobby)
    expect([body.byteLength, facts.name]).toEqual([maxBytes, 'Lobby'])
  })

  it.each([
    [...forms[0], maxBytes + 1],
    [...forms[1], null],
  ] as const)(
    '%s and is one byte larger is refused with the limit and the announced size',
    async (_form, answerWith, bytes) => {
      const { client, server } = await serviceOf(answerWith(bodyOf(maxBytes + 1)))
      const failure = await failureOf(client.getConversation(lobby))
      expect(failure).toMatchObject({ kind: 'too-large', limitBytes: maxBytes, bytes, sent: 'yes' })
      // A repeat would return the same answer.
      expect(server.connections).toHaveLength(1)
    },
  )

  it.each(forms)('%s is downloaded unread, whatever its content', async (_form, answerWith) => {
    const body = `${bodyOf(5 * megabyte)} and no JSON`
    const { client } = await serviceOf(answerWith(body))
    expect(Buffer.from(await client.downloadConversation(lobby)).equals(Buffer.from(body))).toBe(true)
  })

  it.each([
    ['401 Unauthorized', { kind: 'token-rejected' }],
    ['500 Internal Server Error', { kind: 'http', httpStatus: 500 }],
    ['302 Found\r\nlocation: http://other.example/', { kind: 'redirect' }],
  ])('is not downloaded from an answer of %s', async (status, failure) => {
    const { client } = await serviceOf(httpAnswer(bodyOf(1_000), `HTTP/1.1 ${status}`))
    expect(await failureOf(client.downloadConversation(lobby))).toMatchObject(failure)
  })

  it('beyond 64 MB is not downloaded either', async () => {
    const { client } = await serviceOf(`${ok}\r\ncontent-length: ${64 * megabyte + 1}\r\n\r\n`)
    const failure = await failureOf(client.downloadConversation(lobby))
    expect(failure).toMatchObject({ kind: 'too-large', limitBytes: 64 * megabyte, bytes: 64 * megabyte + 1 })
  })

  it.each([
    ['that is declined', '{"success":false,"code":"1007","msg":"no such dialogue","x":', 'declined'],
    ['whose data are no object', '{"success":true,"data":[],"x":', 'wrong-shape'],
    ['that contradicts itself', '{"success":true,"data":{},"data":{"id":1},"x":', 'wrong-shape'],
  ])('%s fails as a small one does', async (_what, start, kind) => {
    const { client } = await serviceOf(httpAnswer(`${start}"${padding(megabyte)}"}`))
    await expect(failureOf(callOperation(client, 'getConversationById'))).resolves.toMatchObject({ kind, sent: 'yes' })
  })

  it('that nests too deep, or stops midway, is reported as such', async () => {
    const deep = await serviceOf(httpAnswer('['.repeat(900_000) + ']'.repeat(900_000)))
    await expect(failureOf(callOperation(deep.client, 'getConversationById'))).resolves.toMatchObject({
      kind: 'wrong-shape',
      problems: ['nested deeper than 500 levels'],
    })
    const cut = await serviceOf(httpAnswer(`{"success":true,"data":{"x":"${padding(megabyte)}`))
    await expect(failureOf(callOperation(cut.client, 'getConversationById'))).resolves.toMatchObject({
      kind: 'cut-short',
    })
  })
})

describe('a body of 50 MB', () => {
  it.each([
    ['that says its length', `${ok}\r\ncontent-length: ${50 * megabyte}\r\n\r\n`],
    ['that does not', `${ok}\r\nconnection: close\r\n\r\n`],
  ])('%s is too large, and its remaining bytes are not read', async (_what, head) => {
    const server = await startRawServer(({ socket, received }) => {
      if (!received().endsWith('\r\n\r\n')) return
      socket.write(head)
      const piece = Buffer.alloc(megabyte, ' ')
      // Writes as fast as the client reads, so that the bytes written are little more than the bytes read.
      const more = (): void => {
        while (!socket.destroyed && socket.bytesWritten < 50 * megabyte) if (!socket.write(piece)) return
      }
      socket.on('drain', more)
      more()
    })
    const limits = { answerMs: 20_000, answerBytes: maxBytes }
    const { client, recorded } = createTestClient({ baseUrl: `http://127.0.0.1:${server.port}`, limits })
    const before = process.memoryUsage().rss
    const failure = await failureOf(callOperation(client, 'getConversationById'))
    expect(failure).toMatchObject({ kind: 'too-large', limitBytes: maxBytes, sent: 'yes' })
    expect(process.memoryUsage().rss - before).toBeLessThan(96 * megabyte)
    expect(server.connections[0]?.socket.bytesWritten).toBeLessThan(32 * megabyte)
    expect(recorded().length).toBeLessThan(20_000)
  })
})

describe('a creation with a long answer', () => {
  const created = `{"success":true,"data":{"taskId":1712345678901234567},"padding":"${padding(megabyte)}"}`

  it('returns its task id', async () => {
    const { client, server } = await serviceOf(httpAnswer(created))
    await expect(client.createAvatar(plainCreation)).resolves.toMatchObject({ taskId: '1712345678901234567' })
    expect(server.connections).toHaveLength(1)
  })

  it('stays unknown when it contradicts itself', async () => {
    const two = `{"success":true,"data":{"taskId":"1","taskId":"2"},"padding":"${padding(megabyte)}"}`
    const { client } = await serviceOf(httpAnswer(two))
    expect(commandCertainty(await failureOf(client.createAvatar(plainCreation)))).toBe('unknown')
  })
})
