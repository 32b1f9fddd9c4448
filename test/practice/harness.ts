import { Agent, request } from 'node:http'
import type { IncomingHttpHeaders } from 'node:http'
import { onTestFinished } from 'vitest'
import type { OperationName } from '../../src/practice/operations.ts'
import type { PracticeClock } from '../../src/practice/practice-world.ts'
import { createPracticeService } from '../../src/practice/service.ts'
import type { PracticeOptions, PracticeService } from '../../src/practice/service.ts'

/** A clock that moves only by `advance`. */
interface VirtualClock extends PracticeClock {
  /** Moves time forward and runs due timers, in order, each at its own instant. */
  readonly advance: (ms: number) => void
  /** Number of pending timers. */
  readonly pending: () => number
}

interface Waiting {
  readonly at: number
  readonly run: () => void
}

/** Starts at `startAt` (epoch milliseconds). */
function createVirtualClock(startAt: number): VirtualClock {
  let now = startAt
  const waiting = new Set<Waiting>()
  const due = (until: number): Waiting | undefined =>
    [...waiting].filter((entry) => entry.at <= until).sort((one, other) => one.at - other.at)[0]
  return {
    now: () => now,
    after: (delayMs, run) => {
      const entry = { at: now + Math.max(0, delayMs), run }
      waiting.add(entry)
      return () => {
        waiting.delete(entry)
      }
    },
    advance: (ms) => {
      const until = now + ms
      for (let next = due(until); next !== undefined; next = due(until)) {
        waiting.delete(next)
        now = Math.max(now, next.at)
        next.run()
      }
      now = until
    },
    pending: () => waiting.size,
  }
}

/** An answer as received. */
export interface Received {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly bytes: Buffer
  readonly text: string
}

/** A request to send. */
export interface Sent {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer
  readonly agent?: Agent
}

/** One exchange over HTTP on a fresh connection; rejects as node:http does when the connection fails. */
export function exchange(url: string, sent: Sent = {}): Promise<Received> {
  return new Promise((resolve, reject) => {
    const { method = 'GET', headers = {}, body, agent = new Agent() } = sent
    const outgoing = request(url, { method, headers, agent }, (incoming) => {
      const chunks: Buffer[] = []
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
      incoming.on('error', reject)
      incoming.on('end', () => {
        const bytes = Buffer.concat(chunks)
        resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, bytes, text: bytes.toString('utf8') })
      })
    })
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}

/** An envelope after plain JSON.parse. */
export interface Envelope {
  readonly success: boolean
  readonly code: string
  readonly msg?: string
  readonly message?: string
  readonly data?: Readonly<Record<string, unknown>> | string | null
}

/** The envelope in an answer. */
export function envelope(received: Received): Envelope {
  return JSON.parse(received.text) as Envelope
}

/** The `data` object in an answer; fails when it is not an object. */
export function dataOf(received: Received): Readonly<Record<string, unknown>> {
  const { data } = envelope(received)
  if (typeof data !== 'object' || data === null) throw new Error(`no data object in ${received.text}`)
  return data
}

/** A started practice service on a clock moved by the test, and ways to send it requests. */
export interface Harness extends PracticeService {
  readonly clock: VirtualClock
  readonly address: Awaited<ReturnType<PracticeService['start']>>
  readonly get: (operation: OperationName, query?: Readonly<Record<string, string>>, sent?: Sent) => Promise<Received>
  readonly create: (fields: Readonly<Record<string, unknown>>, sent?: Sent) => Promise<Received>
  /** The application with that label. */
  readonly appId: (label: string) => string
}

/** The start of the virtual clock. */
export const startOfTime = Date.UTC(2026, 10, 21, 9)

/** Starts a service that stops when the test ends. */
export async function startPractice(options: PracticeOptions = {}): Promise<Harness> {
  const clock = createVirtualClock(startOfTime)
  const service = createPracticeService({ clock, ...options })
  const address = await service.start()
  onTestFinished(() => service.stop())
  const { accessToken: token } = service.credentials
  return {
    ...service,
    clock,
    address,
    get: (operation, query = {}, sent = {}) =>
      exchange(`${address.baseUrl}/${operation}?${new URLSearchParams(query).toString()}`, {
        ...sent,
        headers: { token, ...sent.headers },
      }),
    create: (fields, sent = {}) =>
      exchange(`${address.baseUrl}/createAvatar`, {
        ...sent,
        method: 'POST',
        headers: { token, 'content-type': 'application/json', ...sent.headers },
        body: JSON.stringify(fields),
      }),
    appId: (label) => {
      const found = service.control.applications().find((app) => app.label === label)
      if (found === undefined) throw new Error(`no application ${label}`)
      return found.appId
    },
  }
}

/** The minimum fields of a creation. */
export const minimal = { ttsName: 'Aria', conversationId: '1871234567890123473' } as const
