/** The real service client with a short patience, on connections that the test decides. */
import { randomUUID } from 'node:crypto'
import { onTestFinished } from 'vitest'
import { systemClock } from '../../src/main/lib/clock.ts'
import type { Clock } from '../../src/main/lib/clock.ts'
import { createServiceClient, defaultServiceLimits } from '../../src/main/service/client.ts'
import type { ServiceLimits } from '../../src/main/service/client.ts'
import { createExchanges } from '../../src/main/service/exchanges.ts'
import type { Exchanges } from '../../src/main/service/exchanges.ts'
import { parseAnswer } from '../../src/main/service/parse-response.ts'
import type { ParseOnWorker } from '../../src/main/service/parse-dispatch.ts'
import { createNetwork } from '../../src/main/service/network.ts'
import type { CallOptions, CreateAvatarInput, ServiceClient } from '../../src/main/service/service-client.ts'
import { createTokenSource } from '../../src/main/service/token.ts'
import type { TokenSourceDeps } from '../../src/main/service/token.ts'
import { Secret } from '../../src/main/vault/secret.ts'
import { FailureError, isServiceFailure } from '../../src/shared/failure.ts'
import type { ServiceFailure, ServiceOperation } from '../../src/shared/failure.ts'
import { appId, conversationId, sessionId, taskId } from '../../src/shared/schemas/ids.ts'

/** What a test may decide about its client. */
export interface TestClientOptions {
  readonly baseUrl: string
  /** Access token, or app key with `apiKeys`. */
  readonly secret?: string
  readonly authentication?: TokenSourceDeps['authentication']
  readonly proxy?: string
  readonly certificates?: readonly string[]
  readonly limits?: Partial<ServiceLimits>
  /** What judges large answers; by default nobody but this thread. */
  readonly parseOnWorker?: ParseOnWorker
  /** Default the machine's. */
  readonly clock?: Clock
}

/** A client and the record of its exchanges. */
export interface TestClient {
  readonly client: ServiceClient
  readonly exchanges: Exchanges
  /** Everything recorded so far, as one text to search. */
  readonly recorded: () => string
}

/** Limits under which a hanging service is given up within half a second. No wait between repeats. */
export const shortLimits: ServiceLimits = {
  ...defaultServiceLimits,
  connectMs: 2_000,
  answerMs: 250,
  creationAnswerMs: 500,
  answerBytes: 2 ** 20,
}

export function createTestClient(options: TestClientOptions): TestClient {
  const limits = { ...shortLimits, ...options.limits }
  const clock = options.clock ?? systemClock
  const exchanges = createExchanges({ newId: randomUUID })
  const client = createServiceClient({
    baseUrl: options.baseUrl,
    token: createTokenSource({
      authentication: options.authentication ?? { kind: 'access-token' },
      secret: () => Promise.resolve(new Secret(options.secret ?? 'test-access-token')),
      clock,
    }),
    exchanges,
    network: createNetwork({
      resolveProxy: () => Promise.resolve(options.proxy ?? 'DIRECT'),
      certificates: () => options.certificates ?? [],
      connectMs: limits.connectMs,
    }),
    clock,
    random: () => 0,
    isOffline: () => false,
    limits,
    parseOnWorker: options.parseOnWorker ?? ((given) => Promise.resolve(parseAnswer(given))),
  })
  onTestFinished(() => client.dispose())
  return { client, exchanges, recorded: () => JSON.stringify(exchanges.all()) }
}

/** A creation from the conversation alone. */
export const plainCreation: CreateAvatarInput = {
  voice: 'Echo',
  conversationId: conversationId.parse('1983775419508027393'),
  coverImage: null,
  language: 'English',
  greeting: null,
  name: 'Ada',
  profileText: null,
}

/** What the eight operations are asked for in tests; ids of 19 digits, as the service has them. */
export interface Targets {
  readonly taskId: string
  readonly conversationId: string
  readonly appId: string
  readonly sessionId: string
}

/** Targets for servers that answer anything. */
export const anyTargets: Targets = {
  taskId: '1712345678901234567',
  conversationId: '1983775419508027393',
  appId: '1983775419508027001',
  sessionId: 'session-1',
}

export function callOperation(
  client: ServiceClient,
  operation: ServiceOperation,
  { targets = anyTargets, ...options }: CallOptions & { readonly targets?: Targets } = {},
): Promise<unknown> {
  const calls: Readonly<Record<ServiceOperation, () => Promise<unknown>>> = {
    createAvatar: () => client.createAvatar(plainCreation, options),
    queryAvatar: () => client.queryAvatar(taskId.parse(targets.taskId), options),
    getConversationById: () => client.getConversation(conversationId.parse(targets.conversationId), options),
    queryAccount: () => client.queryAccount(options),
    getconcurrentNumber: () => client.concurrentNumber(appId.parse(targets.appId), options),
    getconcurrentList: () => client.concurrentList(appId.parse(targets.appId), options),
    distroyCallSessionsByAppId: () => client.closeAllSessions(appId.parse(targets.appId), options),
    sessionStop: () => client.stopSession(sessionId.parse(targets.sessionId), options),
  }
  return calls[operation]()
}

export async function failureOf(work: Promise<unknown>): Promise<ServiceFailure> {
  const error = await work.then(
    () => new Error('the call did not fail'),
    (reason: unknown) => reason,
  )
  if (error instanceof FailureError && isServiceFailure(error.failure)) return error.failure
  throw error
}
