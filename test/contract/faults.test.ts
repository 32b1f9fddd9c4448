/** Every fault of the practice service under every operation: the report, the certainty, and the number of requests. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '../../src/main/lib/clock.ts'
import type { ServiceFailure } from '../../src/shared/failure.ts'
import { operationNames, operations } from '../../src/main/service/operations.ts'
import type { ServiceOperation } from '../../src/main/service/operations.ts'
import type { Fault } from '../../src/practice/faults.ts'
import { createPracticeService } from '../../src/practice/service.ts'
import { anyTargets, callOperation, createTestClient, failureOf } from '../support/client.ts'
import type { Targets } from '../support/client.ts'

const isRead = (operation: ServiceOperation): boolean => operations[operation].repeatable

interface Expected {
  readonly failure: Partial<ServiceFailure>
  /** Whether a read is repeated: then three requests are counted instead of one. */
  readonly isPassing?: true
  /** Operations for which this is not a failure. */
  readonly fineFor?: readonly ServiceOperation[]
}

const closes: readonly ServiceOperation[] = ['distroyCallSessionsByAppId', 'sessionStop']
const elsewhere = 'http://elsewhere.invalid:81'

const table: readonly (readonly [Fault, Expected])[] = [
  [
    { kind: 'status', status: 502 },
    { failure: { kind: 'http', sent: 'yes', httpStatus: 502 }, isPassing: true },
  ],
  [{ kind: 'status', status: 500 }, { failure: { kind: 'http', sent: 'yes', httpStatus: 500 } }],
  [{ kind: 'status', status: 404 }, { failure: { kind: 'http', sent: 'yes', httpStatus: 404 } }],
  [{ kind: 'reset-before-read' }, { failure: { kind: 'connection-reset', sent: 'maybe' }, isPassing: true }],
  [{ kind: 'reset-after-processing' }, { failure: { kind: 'connection-reset', sent: 'maybe' }, isPassing: true }],
  [
    { kind: 'hang' },
    { failure: { kind: 'timeout', phase: 'answer', sent: 'maybe', httpStatus: null }, isPassing: true },
  ],
  [
    { kind: 'slow-drip', intervalMs: 100 },
    { failure: { kind: 'timeout', phase: 'answer', sent: 'yes', httpStatus: 200 }, isPassing: true },
  ],
  [{ kind: 'expired-token' }, { failure: { kind: 'token-rejected', sent: 'yes', httpStatus: 200, code: '1006' } }],
  [{ kind: 'empty-body' }, { failure: { kind: 'empty-answer', sent: 'yes' }, fineFor: ['sessionStop'] }],
  [{ kind: 'truncated-body' }, { failure: { kind: 'cut-short', sent: 'yes', httpStatus: 200 } }],
  [{ kind: 'truncated-json' }, { failure: { kind: 'cut-short', sent: 'yes', httpStatus: 200 } }],
  [
    { kind: 'not-json' },
    { failure: { kind: 'not-json', contentType: 'text/plain', sent: 'yes' }, fineFor: ['sessionStop'] },
  ],
  [
    { kind: 'wrong-shape', shape: 'no-data' },
    { failure: { kind: 'wrong-shape', sent: 'yes' }, fineFor: ['getconcurrentList', ...closes] },
  ],
  [
    { kind: 'wrong-shape', shape: 'array' },
    { failure: { kind: 'wrong-shape', sent: 'yes' }, fineFor: ['getconcurrentList', ...closes] },
  ],
  [{ kind: 'deep-json', depth: 100_000 }, { failure: { kind: 'wrong-shape', sent: 'yes' } }],
  [
    { kind: 'redirect', to: `${elsewhere}/x`, status: 307 },
    { failure: { kind: 'redirect', targetOrigin: elsewhere, sent: 'yes', httpStatus: 307 } },
  ],
  [{ kind: 'huge-body', bytes: 4 * 2 ** 20 }, { failure: { kind: 'too-large', limitBytes: 2 ** 20, sent: 'yes' } }],
  [
    { kind: 'too-many-requests', retryAfterSeconds: 0 },
    { failure: { kind: 'http', sent: 'yes', httpStatus: 429 }, isPassing: true },
  ],
  [
    { kind: 'declined', code: '1009', message: 'quota insufficient' },
    { failure: { kind: 'declined', sent: 'yes', httpStatus: 200, code: '1009', message: 'quota insufficient' } },
  ],
]

describe('the practice service', () => {
  const practice = createPracticeService({ trainingMs: 60_000 })
  const { accessToken, appId: ownAppId, appKey } = practice.credentials
  const apiKeys = { kind: 'api-keys', appId: ownAppId, tokenLifetimeSeconds: 1_800 } as const
  let baseUrl = ''
  let targets: Targets = anyTargets

  const connect = () => createTestClient({ baseUrl: `${baseUrl}/`, secret: accessToken })
  const connectWithKeys = () => createTestClient({ baseUrl, secret: appKey, authentication: apiKeys })

  beforeAll(async () => {
    baseUrl = (await practice.start()).baseUrl
  })
  afterAll(() => practice.stop())
  afterEach(() => {
    practice.control.faults.clear()
    practice.control.setBalances({ creations: 37 })
  })

  // An existing session and task, so that only the fault causes a refusal.
  const prepare = async (): Promise<void> => {
    const application = practice.control.applications()[0]
    const { client } = connect()
    const task = (await callOperation(client, 'createAvatar')) as { readonly taskId: string }
    const appId = application?.appId ?? ''
    const [sessionId = ''] = practice.control.addCalls(appId, 1)
    targets = { ...anyTargets, taskId: task.taskId, conversationId: '108', appId, sessionId }
  }

  const expectNoSecret = (recorded: string): void => {
    const sent = practice.control.requests().map(({ headers }) => headers['token'] ?? '')
    for (const secret of [accessToken, appKey, ...sent]) expect(recorded.includes(secret)).toBe(false)
  }

  const ways = [
    ['an access token', connect],
    ['API keys', connectWithKeys],
  ] as const

  describe.each(ways)('with %s', (_name, connectThus) =>
    it.each(operationNames)('answers %s, sent once', async (operation) => {
      await prepare()
      const { client, recorded } = connectThus()
      const before = practice.control.count(operation)
      await callOperation(client, operation, { targets })
      expect(practice.control.count(operation) - before).toBe(1)
      expectNoSecret(recorded())
    }),
  )

  it('gets a new token only after the service rejected a minted one', async () => {
    let aheadMs = 0
    const clock = { ...systemClock, now: () => Date.now() + aheadMs }
    const { client } = createTestClient({ baseUrl, secret: appKey, authentication: apiKeys, clock })
    const tokens = () => practice.control.requests('queryAccount').map(({ headers }) => headers['token'])
    await client.queryAccount()
    practice.control.faults.arm({ kind: 'expired-token' }, { times: 1 })
    await expect(failureOf(client.queryAccount())).resolves.toMatchObject({ kind: 'token-rejected' })
    // Two tokens minted within one second are identical.
    aheadMs = 1_000
    await client.queryAccount()
    const [first, second, third] = tokens().slice(-3)
    expect(second).toBe(first)
    expect(third).not.toBe(first)
  })

  describe.each(table)('%o', (fault, expected) =>
    it.each(operationNames)('under %s', async (operation) => {
      await prepare()
      const { client, exchanges, recorded } = connect()
      const before = practice.control.count(operation)
      practice.control.faults.arm(fault, { on: operation })
      if (expected.fineFor?.includes(operation) === true) {
        await callOperation(client, operation, { targets })
        expect(practice.control.count(operation) - before).toBe(1)
        return
      }
      const failure = await failureOf(callOperation(client, operation, { targets }))
      expect(failure).toMatchObject({ ...expected.failure, operation })
      const isRepeated = expected.isPassing === true && isRead(operation)
      expect(practice.control.count(operation) - before).toBe(isRepeated ? 3 : 1)
      const exchange = failure.exchangeId === null ? undefined : exchanges.read(failure.exchangeId)
      expect(exchange).toMatchObject({ operation, httpStatus: failure.httpStatus })
      expect(exchange?.problem).toContain(failure.kind)
      expectNoSecret(recorded())
    }),
  )
})
