/** How far a request got, and what happened to its line, in cases that no real socket can produce on demand. */
import { getEventListeners } from 'node:events'
import { Readable } from 'node:stream'
import type { Dispatcher } from 'undici'
import { describe, expect, it } from 'vitest'
import { createServiceClient, defaultServiceLimits } from '../../../src/main/service/client.ts'
import { Stopped } from '../../../src/main/service/exchange-deadline.ts'
import { createExchanges, hashOfExchange } from '../../../src/main/service/exchanges.ts'
import { exchange } from '../../../src/main/service/http-exchange.ts'
import type { ExchangeLimits, Outgoing, OutgoingBody } from '../../../src/main/service/http-exchange.ts'
import type { Line } from '../../../src/main/service/network.ts'
import { createTokenSource } from '../../../src/main/service/token.ts'
import { conversationId } from '../../../src/shared/schemas/ids.ts'
import { createManualClock } from '../../support/manual-clock.ts'

const limits: ExchangeLimits = { connectMs: 1_000, answerMs: 2_000, answerBytes: 300_000 }
const read: Outgoing = {
  method: 'GET',
  url: new URL('https://service.example/v2/queryAccount'),
  headers: {},
  body: null,
  connection: 'kept',
}

/** The events of a line, as calls that undici makes. */
class Wire {
  readonly aborted: unknown[] = []
  readonly handler: Dispatcher.DispatchHandler
  readonly #controller: Dispatcher.DispatchController

  constructor(handler: Dispatcher.DispatchHandler) {
    this.handler = handler
    // The boundary: an exchange uses nothing else of the controller.
    this.#controller = {
      abort: (reason: Error) => {
        this.aborted.push(reason)
        handler.onResponseError?.(this.#controller, reason)
      },
    } as Dispatcher.DispatchController
  }

  start = (): void => this.handler.onRequestStart?.(this.#controller, {})
  head = (status: number, headers: Record<string, string | string[]> = {}): void =>
    this.handler.onResponseStart?.(this.#controller, status, headers)
  data = (chunk: Buffer): void => this.handler.onResponseData?.(this.#controller, chunk)
  end = (): void => this.handler.onResponseEnd?.(this.#controller, {})
  fail = (code: string): void =>
    this.handler.onResponseError?.(this.#controller, Object.assign(new Error(code), { code }))
}

type Behaviour = (wire: Wire) => void

/** Sends over lines that behave as given; `proxy` of each, or null. */
function send(
  lines: readonly (readonly [string | null, Behaviour])[],
  outgoing: Outgoing = read,
  signal?: AbortSignal,
) {
  const clock = createManualClock()
  const asked: Dispatcher.DispatchOptions[] = []
  const closed: number[] = []
  const wires: Wire[] = []
  const made = lines.map(([proxy, behave], index): Line => {
    const dispatch: Dispatcher['dispatch'] = (options, handler) => {
      asked.push(options)
      const wire = new Wire(handler)
      wires.push(wire)
      behave(wire)
      return true
    }
    return { proxy, dispatcher: { dispatch } as Dispatcher, close: () => Promise.resolve(void closed.push(index)) }
  })
  const connections = { lines: () => Promise.resolve(made), destroy: () => Promise.resolve() }
  return { clock, asked, closed, wires, outcome: exchange(outgoing, { connections, clock, limits, signal }) }
}

const answers: Behaviour = (wire) => {
  wire.start()
  wire.head(200)
  wire.data(Buffer.from('{}'))
  wire.end()
}
const failing =
  (code: string): Behaviour =>
  (wire) =>
    wire.fail(code)

describe('a second line', () => {
  it.each(['ECONNREFUSED', 'ENETUNREACH', 'ETIMEDOUT'])(
    'is tried when a proxy cannot be reached because of %s',
    async (code) => {
      const { outcome, closed, clock } = send([
        ['proxy:1', failing(code)],
        [null, answers],
      ])
      expect(await outcome).toMatchObject({ kind: 'answered' })
      expect(closed).toEqual([0, 1])
      expect(clock.waiting()).toBe(0)
    },
  )

  // Would catch a command that is sent, and paid, twice.
  it.each<[string, Behaviour, string]>([
    [
      'the network went away under the request',
      (wire) => {
        wire.start()
        wire.fail('ENETDOWN')
      },
      'maybe',
    ],
    [
      'the answer was no good',
      (wire) => {
        wire.start()
        wire.head(502)
        wire.end()
      },
      '',
    ],
    ['it is a matter of certificates', failing('CERT_HAS_EXPIRED'), 'no'],
  ])('is not tried when %s', async (_when, behave, sent) => {
    const { outcome, asked, closed } = send([
      ['proxy:1', behave],
      [null, answers],
    ])
    expect(await outcome).toMatchObject(sent === '' ? { kind: 'answered', answer: { status: 502 } } : { sent })
    expect(asked).toHaveLength(1)
    expect(closed).toEqual([0])
  })

  it('is not tried after a direct line', async () => {
    const { outcome, asked } = send([
      [null, failing('ECONNREFUSED')],
      ['proxy:1', answers],
    ])
    expect(await outcome).toMatchObject({ problem: { kind: 'connection-refused', host: 'service.example' } })
    expect(asked).toHaveLength(1)
  })
})

describe('an answer', () => {
  const body = (...chunks: readonly Buffer[]): Behaviour => {
    return (wire) => {
      wire.start()
      wire.head(200)
      for (const chunk of chunks) wire.data(chunk)
    }
  }

  it('is assembled from its pieces, with its headers in lower case and repeated ones together', async () => {
    const { outcome } = send([
      [
        null,
        (wire) => {
          wire.start()
          wire.head(103, { link: '</x>' })
          wire.head(200, { 'Set-Cookie': ['a', 'b'], ETag: 'e' })
          for (const piece of ['{"a"', ':', '1}']) wire.data(Buffer.from(piece))
          wire.end()
        },
      ],
    ])
    const { answer } = (await outcome) as { readonly answer: { readonly headers: unknown; readonly bytes: Uint8Array } }
    expect(answer).toMatchObject({ status: 200, headers: { 'set-cookie': 'a, b', etag: 'e' } })
    expect(Buffer.from(answer.bytes).toString()).toBe('{"a":1}')
  })

  it('does not consist of informational responses alone', async () => {
    const { outcome } = send([
      [
        null,
        (wire) => {
          wire.start()
          wire.head(103)
          wire.fail('ECONNRESET')
        },
      ],
    ])
    expect(await outcome).toMatchObject({ sent: 'maybe', partial: { status: 0, headers: {} } })
  })

  it('can be as large as the limit, and is aborted beyond, announced or not', async () => {
    const largest = Buffer.alloc(limits.answerBytes)
    const said = (bytes: number): Behaviour => {
      return (wire) => {
        wire.start()
        wire.head(200, { 'content-length': String(bytes) })
        if (wire.aborted.length > 0) return
        wire.data(largest)
        wire.end()
      }
    }
    expect(await send([[null, said(limits.answerBytes)]]).outcome).toMatchObject({ kind: 'answered' })
    const tooLarge = { kind: 'too-large', limitBytes: limits.answerBytes }
    const announced = send([[null, said(limits.answerBytes + 1)]])
    expect(await announced.outcome).toMatchObject({
      problem: tooLarge,
      sent: 'yes',
      partial: { bytes: Buffer.alloc(0) },
    })
    expect(await send([[null, body(largest, Buffer.alloc(1))]]).outcome).toMatchObject({
      problem: tooLarge,
      sent: 'yes',
    })
  })

  it('that ends midway leaves the first 100,000 bytes for the record, and says how many came', async () => {
    const chunks = ['a', 'b', 'c'].map((letter) => Buffer.alloc(60_000, letter))
    const { outcome } = send([
      [
        null,
        (wire) => {
          body(...chunks)(wire)
          wire.fail('UND_ERR_SOCKET')
        },
      ],
    ])
    const failed = await outcome
    expect(failed).toMatchObject({ problem: { kind: 'cut-short', receivedBytes: 180_000 }, sent: 'yes' })
    if (failed.kind !== 'failed') throw new Error('it was answered')
    expect(Buffer.from(failed.partial.bytes).equals(Buffer.concat(chunks).subarray(0, 100_000))).toBe(true)
  })

  it.each([300, 404])('with status %d that ends midway is that status', async (status) => {
    const { outcome } = send([
      [
        null,
        (wire) => {
          wire.start()
          wire.head(status)
          wire.fail('UND_ERR_SOCKET')
        },
      ],
    ])
    expect(await outcome).toMatchObject({ kind: 'answered', answer: { status } })
  })
})

// Would catch a large conversation that can never be saved on a slow line.
it('a download may take as long as parts of the answer arrive', async () => {
  const clock = createManualClock()
  const { promise: sent, resolve } = Promise.withResolvers<Wire>()
  const dispatch: Dispatcher['dispatch'] = (_options, handler) => {
    resolve(new Wire(handler))
    return true
  }
  const line: Line = { proxy: null, dispatcher: { dispatch } as Dispatcher, close: () => Promise.resolve() }
  const connections = { lines: () => Promise.resolve([line]), destroy: () => Promise.resolve() }
  const secret = () => Promise.resolve({ open: () => 'token-of-the-lobby' })
  const client = createServiceClient(
    {
      baseUrl: 'https://service.example/v2',
      token: createTokenSource({ kind: 'access-token' }, secret, { clock }),
      isOffline: () => false,
    },
    { exchanges: createExchanges(hashOfExchange), network: { open: () => connections }, clock, random: () => 0 },
  )
  const download = client.downloadConversation(conversationId.parse('108'))
  const wire = await sent
  wire.start()
  wire.head(200)
  for (const part of ['{"data":', '"a long ', 'answer"}']) {
    await clock.pass(defaultServiceLimits.answerMs - 1)
    wire.data(Buffer.from(part))
  }
  wire.end()
  expect(Buffer.from(await download).toString()).toBe('{"data":"a long answer"}')
})

describe('while a connection is made', () => {
  const connecting: Behaviour = () => undefined

  it('time runs, for each line that is tried, and nothing was sent', async () => {
    const { outcome, clock, closed, wires } = send([[null, connecting]])
    await clock.pass(limits.connectMs - 1)
    expect(closed).toEqual([])
    await clock.pass(1)
    expect(await outcome).toMatchObject({
      problem: { kind: 'timeout', phase: 'connect', timeoutMs: 1_000 },
      sent: 'no',
    })
    expect(closed).toEqual([0])
    // It connects after all: nothing must be sent any more.
    wires[0]?.start()
    expect(wires[0]?.aborted).toHaveLength(1)
  })

  // Would catch a proxy that is slow to be unreachable, and leaves no time to the next line.
  it('the time starts again for the line after an unreachable one', async () => {
    const { outcome, clock, wires, closed } = send([
      ['proxy:1', connecting],
      [null, connecting],
    ])
    await clock.pass(limits.connectMs - 1)
    wires[0]?.fail('ECONNREFUSED')
    await clock.pass(limits.connectMs - 1)
    expect(closed).toEqual([0])
    await clock.pass(1)
    expect(await outcome).toMatchObject({ problem: { kind: 'timeout', phase: 'connect' }, sent: 'no' })
    expect(wires).toHaveLength(2)
  })

  // Would catch a laptop away from its office, whose proxy swallows every packet: nothing would ever be read there.
  it('a silent proxy is replaced by the next line, and never sends when it connects too late', async () => {
    const { outcome, clock, wires, closed, asked } = send([
      ['proxy:1', connecting],
      [null, answers],
    ])
    await clock.pass(limits.connectMs)
    expect(await outcome).toMatchObject({ kind: 'answered' })
    expect(asked).toHaveLength(2)
    expect(closed).toEqual([0, 1])
    wires[0]?.start()
    expect(wires[0]?.aborted).toHaveLength(1)
    expect(clock.waiting()).toBe(0)
  })

  it('no second line is tried for a caller who has given up', async () => {
    const caller = new AbortController()
    const { outcome, asked } = send(
      [
        ['proxy:1', connecting],
        [null, answers],
      ],
      read,
      caller.signal,
    )
    await Promise.resolve()
    caller.abort(new Stopped(5))
    expect(await outcome).toMatchObject({ problem: { kind: 'timeout', timeoutMs: 5 }, sent: 'no' })
    expect(asked).toHaveLength(1)
  })

  it('cancelling is reported immediately, and a longer-lived signal keeps no listener', async () => {
    const caller = new AbortController()
    const { outcome } = send([[null, connecting]], read, caller.signal)
    await Promise.resolve()
    expect(getEventListeners(caller.signal, 'abort')).toHaveLength(1)
    caller.abort()
    expect(await outcome).toMatchObject({ problem: { kind: 'cancelled' }, sent: 'no', detail: 'cancelled' })
    const going = new AbortController()
    expect(await send([[null, answers]], read, going.signal).outcome).toMatchObject({ kind: 'answered' })
    expect(getEventListeners(going.signal, 'abort')).toEqual([])
  })
})

it('an abandoned request is aborted on its line, and leaves nothing behind', async () => {
  const file = Readable.from(['{}'])
  const body: OutgoingBody = {
    contentType: 'application/json',
    bytes: 2,
    stream: () => file,
    recorded: '{}',
  }
  const command: Outgoing = { ...read, method: 'POST', body, connection: 'fresh' }
  const { outcome, clock, wires, closed, asked } = send([[null, (wire) => wire.start()]], command)
  await clock.pass(limits.answerMs)
  expect(await outcome).toMatchObject({ problem: { kind: 'timeout', timeoutMs: limits.answerMs }, sent: 'maybe' })
  expect(wires[0]?.aborted).toHaveLength(1)
  expect(asked).toMatchObject([{ reset: true, headers: { 'content-length': '2' } }])
  expect([file.destroyed, closed, clock.waiting()]).toEqual([true, [0], 0])
})
