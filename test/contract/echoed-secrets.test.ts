/** A service that writes the token into its answers: nothing that is made from an answer contains it. */
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { operationNames } from '../../src/main/service/operations.ts'
import type { ServiceOperation } from '../../src/main/service/operations.ts'
import { Secret } from '../../src/main/vault/secret.ts'
import { callOperation, createTestClient } from '../support/client.ts'
import type { TestClientOptions } from '../support/client.ts'
import { httpAnswer, startRawServer } from '../support/raw-server.ts'

const token = 'tok/En+of=the"service&desk'
const remembered = 'the-key-of-another-profile'

const spellings: readonly (readonly [how: string, spell: (text: string) => string])[] = [
  ['as it is', (text) => text],
  ['in an address', (text) => `https://media.example/a.png?token=${encodeURIComponent(text)}&size=2`],
  ['in base64', (text) => Buffer.from(`user:${text}`).toString('base64')],
  ['in hex', (text) => Buffer.from(text).toString('hex')],
  ['in HTML', (text) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('/', '&#47;')],
]

const dataWith = (echo: string) => ({
  taskId: '1712345678901234567',
  name: echo,
  conversationName: `Lobby ${echo}`,
  modelSceneId: null,
  conversationId: '108',
  coverImage: echo,
  status: 2,
  processingStep: echo,
  companionCreateTimesBalance: 37,
  durationBalance: 600,
  cropId: echo,
  totalConcurrentNumber: 4,
  userConcurrentNumber: 1,
  [echo]: { [echo]: [echo] },
})

async function serviceSaying(answer: string, options: Partial<TestClientOptions> = {}) {
  const server = await startRawServer(({ socket, received }) => {
    if (/\r\n\r\n$|\}$/.test(received())) socket.end(answer)
  })
  return createTestClient({ baseUrl: `http://127.0.0.1:${server.port}/openapi/v2`, secret: token, ...options })
}

/** Every result of a call, including its failure and its record, as one text; bytes as text. */
async function cameTo(operation: ServiceOperation, answer: string, options: Partial<TestClientOptions> = {}) {
  const { client, recorded } = await serviceSaying(answer, options)
  const outcome = await callOperation(client, operation).catch((error: unknown) => ({ ...(error as object) }))
  const asText = (_name: string, value: unknown): unknown =>
    value instanceof Uint8Array ? Buffer.from(value).toString() : value
  return JSON.stringify(outcome, (name, value: unknown) => {
    const bytes = asText(name, value)
    // Buffers have a special form in JSON.
    const isBuffer = typeof bytes === 'object' && bytes !== null && 'type' in bytes && bytes.type === 'Buffer'
    return isBuffer ? Buffer.from((bytes as unknown as { data: number[] }).data).toString() : bytes
  }).concat(recorded())
}

const head = 'HTTP/1.1 200 OK\r\ncontent-type: application/json'
const every = operationNames.flatMap((operation) => spellings.map(([how, spell]) => [operation, how, spell] as const))

describe('the results of an answer', () => {
  // Would catch the token in the database, in exports and on the page, because a conversation names an address with it.
  it.each(every)('%s: an echo %s is in none of them', async (operation, _how, spell) => {
    void new Secret(remembered)
    const echo = spell(token)
    const body = { success: true, code: '0', message: echo, data: dataWith(`${echo} and ${spell(remembered)}`) }
    for (const isGood of [true, false]) {
      const text = await cameTo(operation, httpAnswer(JSON.stringify({ ...body, success: isGood }), head))
      expect(text).toContain('[redacted]')
      for (const secret of [echo, spell(remembered)]) {
        expect(text).not.toContain(JSON.stringify(secret).slice(1, -1))
        expect(text).not.toContain(JSON.stringify(JSON.stringify(secret).slice(1, -1)).slice(1, -1))
      }
    }
  })

  it('contain no echo from a header either', async () => {
    const echoing = 'HTTP/1.1 200 OK\r\ncontent-type: text/plain; token=the-key-of-another-profile'
    const text = await cameTo('queryAccount', httpAnswer('hello', echoing))
    expect(text).toContain('not-json')
    expect(text).not.toContain(remembered)
  })

  // Would catch a body that is saved as received, because nothing parses it.
  it.each(spellings)('contain no echo %s after a download either', async (_how, spell) => {
    const echo = spell(token)
    const { client, recorded } = await serviceSaying(httpAnswer(`no JSON at all: ${echo}`, head))
    const bytes = await client.downloadConversation('108' as never)
    expect(Buffer.from(bytes).toString()).toContain('[redacted]')
    expect(Buffer.from(bytes).toString() + recorded()).not.toContain(echo)
  })

  // Would catch a minted token that lives for hours, echoed to the client of a different profile in the same run.
  it('contain no token that was minted in this run', async () => {
    const authentication = { kind: 'api-keys', appId: 'app', tokenLifetimeSeconds: 1_800 } as const
    const seen: string[] = []
    const server = await startRawServer(({ socket, received }) => {
      if (!received().endsWith('\r\n\r\n')) return
      const sent = /^token: (.+)$/im.exec(received())?.[1]?.trim() ?? ''
      seen.push(sent)
      socket.end(httpAnswer(JSON.stringify({ success: true, data: dataWith(Buffer.from(sent).toString('hex')) }), head))
    })
    const baseUrl = `http://127.0.0.1:${server.port}/openapi/v2`
    const { client } = createTestClient({ baseUrl, secret: randomUUID(), authentication })
    const status = await client.queryAvatar('1712345678901234567' as never)
    expect(seen[0]).toMatch(/^eyJ/)
    expect(JSON.stringify(status)).not.toContain(Buffer.from(seen[0] ?? '').toString('hex'))
    const other = await serviceSaying(
      httpAnswer(
        JSON.stringify({ success: true, data: dataWith(Buffer.from(seen[0] ?? '').toString('base64')) }),
        head,
      ),
    )
    expect(JSON.stringify(await other.client.queryAvatar('1712345678901234567' as never))).toContain('[redacted]')
  })
})

describe('redaction keeps', () => {
  // Would catch media whose own signature is mistaken for a token, and bodies that are rewritten without need.
  it('every byte of a conversation without a known secret', async () => {
    const signed = 'https://cdn.example/a.png?sig=eyJhbGciOiJIUzI1NiJ9.eyJleHAiOjF9.c2lnbmF0dXJl'
    const body = `{ "success" : true,\n "data": { "url": "${signed}", "n": 1712345678901234567, "x": 1e0 } }`
    const { client } = await serviceSaying(httpAnswer(body, head))
    const { body: snapshot } = await client.getConversation('108' as never)
    expect(Buffer.from(snapshot).toString()).toBe(body)
  })

  it('everything besides the echo', async () => {
    const [before, after] = ['{ "success" : true,\n "data": { "url": "?a=', '&b=%20", "n": 1712345678901234567 } }']
    const { client } = await serviceSaying(httpAnswer(before + encodeURIComponent(token) + after, head))
    const { body: snapshot } = await client.getConversation('108' as never)
    expect(Buffer.from(snapshot).toString()).toBe(`${before}[redacted]${after}`)
  })
})
