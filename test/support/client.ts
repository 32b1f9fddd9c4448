/** The real service client with short timeouts, on connections that the test controls. */
import { randomUUID } from 'node:crypto'
import { onTestFinished } from 'vitest'
import { systemClock } from '../../src/main/lib/clock.ts'
import type { Clock } from '../../src/main/lib/clock.ts'
import { createServiceClient, defaultServiceLimits } from '../../src/main/service/client.ts'
import type { AnswerMemory, AnswerShapes, ServiceLimits } from '../../src/main/service/client.ts'
import { createExchanges } from '../../src/main/service/exchanges.ts'
import type { Exchanges } from '../../src/main/service/exchanges.ts'
import { createNetwork } from '../../src/main/service/network.ts'
import type { ProxySignIns } from '../../src/main/service/network.ts'
import type { OperationRow } from '../../src/main/service/operation-row.ts'
import { operations } from '../../src/main/service/operations.ts'
import type { CallOptions, OperationCalls, ServiceClient, ServiceOperation } from '../../src/main/service/operations.ts'
import type { CreateAvatarInput } from '../../src/main/service/creation-body.ts'
import { createTokenSource } from '../../src/main/service/token.ts'
import type { Authentication } from '../../src/shared/schemas/profile.ts'
import { Secret } from '../../src/main/vault/secret.ts'
import { FailureError, isServiceFailure } from '../../src/shared/failure.ts'
import type { ServiceFailure } from '../../src/shared/failure.ts'
import { conversationId } from '../../src/shared/schemas/ids.ts'

/** What a test can decide about its client. */
export interface TestClientOptions {
  readonly baseUrl: string
  /** Access token, or app key with `apiKeys`. */
  readonly secret?: string
  readonly authentication?: Authentication
  readonly proxy?: string
  readonly proxySignIns?: ProxySignIns
  readonly certificates?: readonly string[]
  readonly limits?: Partial<ServiceLimits>
  /** Default the machine's clock. */
  readonly clock?: Clock
  /** Default this client's own memory of answers. */
  readonly answered?: AnswerMemory
  /** Default none. */
  readonly shapes?: AnswerShapes
}

/** A client and the record of its exchanges. */
export interface TestClient {
  readonly client: ServiceClient
  readonly exchanges: Exchanges
  /** Everything recorded so far, as one text to search. */
  readonly recorded: () => string
}

/** Limits that abandon a hanging service within half a second, without a wait between repeats. */
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
  const exchanges = createExchanges(() => randomUUID())
  const secret = new Secret(options.secret ?? 'test-access-token')
  const authentication = options.authentication ?? { kind: 'access-token' }
  const token = createTokenSource(authentication, () => Promise.resolve(secret), { clock })
  const network = createNetwork(
    {
      resolveProxy: () => Promise.resolve(options.proxy ?? 'DIRECT'),
      certificates: () => options.certificates ?? [],
      ...(options.proxySignIns === undefined ? {} : { proxySignIns: options.proxySignIns }),
    },
    { connectMs: limits.connectMs },
  )
  const client = createServiceClient(
    {
      baseUrl: options.baseUrl,
      token,
      isOffline: () => false,
      ...(options.answered === undefined ? {} : { answered: options.answered }),
    },
    { exchanges, network, clock, random: () => 0, shapes: options.shapes },
    limits,
  )
  onTestFinished(() => client.dispose())
  return { client, exchanges, recorded: () => JSON.stringify(exchanges.all()) }
}

/** A creation from the conversation alone. */
export const plainCreation: CreateAvatarInput = {
  voice: 'Echo',
  conversationId: conversationId.parse('1983775419508027393'),
  coverImage: null,
  language: 'English',
  greeting: '',
  name: 'Ada',
  profileText: '',
}

/** Targets of the eight operations in tests; ids of 19 digits, as the service has them. */
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

const byParameter: Readonly<Record<string, keyof Targets>> = {
  taskId: 'taskId',
  conversationId: 'conversationId',
  appId: 'appId',
  uuid: 'sessionId',
}

/** Calls the operation as its row says; a parameter without a target gets the task's id. */
export function callOperation(
  client: ServiceClient,
  operation: ServiceOperation,
  { targets = anyTargets, ...options }: CallOptions & { readonly targets?: Targets } = {},
): Promise<unknown> {
  const { call, body, parameter }: OperationRow = operations[operation]
  const target = parameter === null ? null : parameter.schema.parse(targets[byParameter[parameter.name] ?? 'taskId'])
  const input = body === null ? target : plainCreation
  // The boundary: the row says which input the function takes.
  const send = client[call as keyof OperationCalls] as (...args: readonly unknown[]) => Promise<unknown>
  return input === null ? send(options) : send(input, options)
}

export async function failureOf(work: Promise<unknown>): Promise<ServiceFailure> {
  const error = await work.then(
    () => new Error('the call did not fail'),
    (reason: unknown) => reason,
  )
  if (error instanceof FailureError && isServiceFailure(error.failure)) return error.failure
  throw error
}
