/** Answers of megabytes: judged on the reader's thread, given up when too large, and never the loss of a task id. */
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { systemClock } from '../../src/main/lib/clock.ts'
import { createParseOnWorker, createReader } from '../../src/main/conversations/reader/reader.ts'
import type { ParseOnWorker } from '../../src/main/service/parse-response.ts'
import { commandCertainty } from '../../src/shared/model/command-certainty.ts'
import { conversationId } from '../../src/shared/schemas/ids.ts'
import { openDatabase } from '../../src/main/store/database.ts'
import { decompressedBody } from '../../src/main/store/snapshot-body.ts'
import { migrations } from '../../src/main/store/migrations.ts'
import { listeningLog, scratchFolder } from '../main/store/scratch.ts'
import { anyTargets, callOperation, createTestClient, failureOf, plainCreation } from '../support/client.ts'
import type { TestClient } from '../support/client.ts'
import { httpAnswer, startRawServer } from '../support/raw-server.ts'
import type { RawServer } from '../support/raw-server.ts'

// Megabytes and a thread that is started for each test take their time on a busy machine.
vi.setConfig({ testTimeout: 30_000 })

const megabyte = 2 ** 20
const answerBytes = 16 * megabyte
const ok = 'HTTP/1.1 200 OK\r\ncontent-type: application/json'

/** The thread that judges, on a database of its own. */
function startReader(): ParseOnWorker {
  const log = listeningLog()
  const file = join(scratchFolder(), 'greenroom.db')
  const { database } = openDatabase({ file, migrations, clock: systemClock, log })
  const reader = createReader({ clock: systemClock, log }, file)
  onTestFinished(async () => {
    await reader.dispose()
    database.close()
  })
  return createParseOnWorker(reader)
}

async function serviceOf(
  answer: string | Buffer,
  parseOnWorker: ParseOnWorker,
): Promise<TestClient & { readonly server: RawServer }> {
  const server = await startRawServer(({ socket, received }) => {
    if (/\r\n\r\n$|\}$/.test(received())) socket.write(answer)
  })
  const limits = { answerMs: 20_000, creationAnswerMs: 20_000, answerBytes }
  const baseUrl = `http://127.0.0.1:${server.port}/openapi/v2`
  return { ...createTestClient({ baseUrl, limits, parseOnWorker }), server }
}

const padding = (bytes: number): string => '"1712345678901234567 \\\\ {[" '.repeat(bytes / 28).replaceAll('"', '\\"')

const gone: ParseOnWorker = () => Promise.reject(new Error('the thread is gone'))

describe('a conversation of megabytes', () => {
  it('is judged on the reader’s thread and given as it came, with every digit', async () => {
    const body = `{"success":true,"data":{"id":1712345678901234567,"conversationName":"Lobby","prompt":"${padding(5 * megabyte)}","名":"您好"}}`
    const { client } = await serviceOf(httpAnswer(body), startReader())
    const received = await client.getConversation(conversationId.parse(anyTargets.conversationId))
    expect(received).toMatchObject({
      facts: { name: 'Lobby' },
      body: { isPacked: true, size: Buffer.byteLength(body) },
    })
    expect(Buffer.from(decompressedBody(received.body) ?? []).equals(Buffer.from(body))).toBe(true)
  })

  it.each([
    ['that is declined', '{"success":false,"code":"1007","msg":"no such dialogue","x":', 'declined'],
    ['whose data are no object', '{"success":true,"data":[],"x":', 'wrong-shape'],
    ['that contradicts itself', '{"success":true,"data":{},"data":{"id":1},"x":', 'wrong-shape'],
  ])('%s fails as a small one would', async (_what, start, kind) => {
    const { client } = await serviceOf(httpAnswer(`${start}"${padding(megabyte)}"}`), startReader())
    await expect(failureOf(callOperation(client, 'getConversationById'))).resolves.toMatchObject({ kind, sent: 'yes' })
  })

  it('that nests too deep, or stops midway, is named so', async () => {
    const parseOnWorker = startReader()
    const deep = await serviceOf(httpAnswer('['.repeat(megabyte) + ']'.repeat(megabyte)), parseOnWorker)
    await expect(failureOf(callOperation(deep.client, 'getConversationById'))).resolves.toMatchObject({
      kind: 'wrong-shape',
      problems: ['nested deeper than 500 levels'],
    })
    const cut = await serviceOf(httpAnswer(`{"success":true,"data":{"x":"${padding(megabyte)}`), parseOnWorker)
    await expect(failureOf(callOperation(cut.client, 'getConversationById'))).resolves.toMatchObject({
      kind: 'cut-short',
    })
  })
})

describe('a body of 50 MB', () => {
  it.each([
    ['that says its length', `${ok}\r\ncontent-length: ${50 * megabyte}\r\n\r\n`],
    ['that does not', `${ok}\r\nconnection: close\r\n\r\n`],
  ])('%s is too large, and the rest of it is not taken', async (_what, head) => {
    const server = await startRawServer(({ socket, received }) => {
      if (!received().endsWith('\r\n\r\n')) return
      socket.write(head)
      const piece = Buffer.alloc(megabyte, ' ')
      // Writes as long as it is taken, so that what is sent is what the client took, and a little more.
      const more = (): void => {
        while (!socket.destroyed && socket.bytesWritten < 50 * megabyte) if (!socket.write(piece)) return
      }
      socket.on('drain', more)
      more()
    })
    const limits = { answerMs: 20_000, answerBytes }
    const { client, recorded } = createTestClient({ baseUrl: `http://127.0.0.1:${server.port}`, limits })
    const before = process.memoryUsage().rss
    const failure = await failureOf(callOperation(client, 'getConversationById'))
    expect(failure).toMatchObject({ kind: 'too-large', limitBytes: answerBytes, sent: 'yes' })
    expect(process.memoryUsage().rss - before).toBeLessThan(96 * megabyte)
    expect(server.connections[0]?.socket.bytesWritten).toBeLessThan(32 * megabyte)
    expect(recorded().length).toBeLessThan(20_000)
  })
})

describe('a creation that is answered at length', () => {
  const created = `{"success":true,"data":{"taskId":1712345678901234567},"padding":"${padding(megabyte)}"}`

  it.each([
    ['on the reader’s thread', startReader],
    ['here, when that thread is gone', () => gone],
  ])('gives its task id, parsed %s', async (_where, parsing) => {
    const { client, server } = await serviceOf(httpAnswer(created), parsing())
    await expect(client.createAvatar(plainCreation)).resolves.toMatchObject({ taskId: '1712345678901234567' })
    expect(server.connections).toHaveLength(1)
  })

  it('stays unknown when it contradicts itself', async () => {
    const two = `{"success":true,"data":{"taskId":"1","taskId":"2"},"padding":"${padding(megabyte)}"}`
    const { client } = await serviceOf(httpAnswer(two), startReader())
    expect(commandCertainty(await failureOf(client.createAvatar(plainCreation)))).toBe('unknown')
  })
})

describe('when the reader’s thread is gone', () =>
  it('a large read fails, and says so where the exchange is shown', async () => {
    const account = `{"success":true,"data":{"durationBalance":600},"padding":"${padding(megabyte)}"}`
    const { client, recorded } = await serviceOf(httpAnswer(account), gone)
    await expect(failureOf(client.queryAccount())).resolves.toMatchObject({ kind: 'unread', sent: 'yes' })
    expect(recorded()).toContain('the thread is gone')
  }))
