/**
 * The service as main's subjects see it, with answers that a test decides: it implements the client's port and counts
 * the requests. The contract tests cover what goes over the wire.
 */
import { FailureError } from '../../src/shared/failure.ts'
import type { ServiceFacts, ServiceFailure, ServiceProblem } from '../../src/shared/failure.ts'
import type { AppId, ConversationId, ExchangeId, SessionId } from '../../src/shared/ids.ts'
import type { AccountSample } from '../../src/shared/schemas/account.ts'
import type { CloseAnswer } from '../../src/shared/schemas/session.ts'
import type { Clock } from '../../src/main/lib/clock.ts'
import { operationNames, operations } from '../../src/main/service/operations.ts'
import type {
  CallOptions,
  OperationCalls,
  ServiceClient,
  ServiceOperation,
  ConcurrencyList,
} from '../../src/main/service/operations.ts'
import { received } from './received.ts'

/** The service's next answers; a test replaces those it needs. A function can throw or never resolve. */
export interface Script {
  count: (appId: AppId, signal: AbortSignal | undefined) => number | Promise<number>
  /** getconcurrentList: null repeats the figures of the last count. */
  list: (appId: AppId, signal: AbortSignal | undefined) => ScriptedList | Promise<ScriptedList>
  account: () => Omit<AccountSample, 'at'>
  closeAll: (appId: AppId) => void | Promise<void>
  stop: (sessionId: SessionId) => void | Promise<void>
  /** Fields of the answer to a stop that differ from a plain success. */
  stopSaid: (sessionId: SessionId) => Partial<CloseAnswer>
  conversation: (conversationId: ConversationId) => string
  /** The exchange under which the calls are recorded; null: they are not recorded. */
  exchange: ExchangeId | null
}

/** The answer of getconcurrentList. */
export type ScriptedList = Omit<ConcurrencyList, 'at'> | null

/** A scripted service: its client, its requests (operation and target, in order), and its script. */
export interface ScriptedService {
  readonly client: ServiceClient
  readonly asked: string[]
  readonly script: Script
  readonly askedFor: (operation: ServiceOperation) => number
}

/** A failed call, as the client throws it. */
export function serviceFailure(
  problem: ServiceProblem,
  facts: Partial<ServiceFacts> = {},
): FailureError & { readonly failure: ServiceFailure } {
  const failure: ServiceFailure = {
    operation: 'getconcurrentNumber',
    sent: 'yes',
    at: 0,
    httpStatus: null,
    code: null,
    message: null,
    exchangeId: null,
    ...facts,
    ...problem,
  }
  return Object.assign(new FailureError(failure), { failure })
}

/** A promise that never resolves, and that the signal aborts as the client does. */
export function untilCancelled(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_, reject) => {
    const end = (): void => reject(serviceFailure({ kind: 'cancelled' }, { sent: 'maybe' }))
    if (signal?.aborted === true) end()
    signal?.addEventListener('abort', end)
  })
}

function notScripted(): never {
  throw new Error('Not part of this test')
}

// The boundary: a function for every row.
const unscripted = Object.fromEntries(
  operationNames.map((operation) => [operations[operation].call, notScripted]),
) as unknown as OperationCalls

/** Makes a service with 12 live calls, 37 creations left and answers that report success. */
export function createScriptedService(clock: Clock): ScriptedService {
  const asked: string[] = []
  const counted = new Map<AppId, number>()
  const script: Script = {
    count: () => 12,
    list: () => null,
    account: () => ({ avatarCreationsLeft: 37, durationLeft: 600 }),
    closeAll: () => undefined,
    stop: () => undefined,
    stopSaid: () => ({}),
    conversation: () => '{"success":true,"data":{}}',
    exchange: null,
  }
  const recorded = ({ onExchange }: CallOptions = {}): void => {
    if (script.exchange !== null) onExchange?.(script.exchange)
  }
  const answer = (): CloseAnswer => ({
    form: 'envelope',
    httpStatus: 200,
    code: '200',
    message: 'success',
    at: clock.now(),
  })
  const client: ServiceClient = {
    ...unscripted,
    concurrentList: async (appId, options: CallOptions = {}) => {
      asked.push(`getconcurrentList ${appId}`)
      const list = await script.list(appId, options.signal)
      const at = clock.now()
      if (list !== null) return { ...list, at }
      const total = counted.get(appId) ?? 0
      const figures = { appId, at, corporateId: '1003645', total, yours: total }
      return { figures, hasMore: false, dataText: '{}', at }
    },
    getConversation: async (conversationId, options) => {
      recorded(options)
      asked.push(`getConversationById ${conversationId}`)
      return Promise.resolve({ ...received(script.conversation(conversationId)), at: clock.now() })
    },
    downloadConversation: async (conversationId, options) => {
      recorded(options)
      asked.push(`getConversationById ${conversationId}`)
      return Promise.resolve(Buffer.from(script.conversation(conversationId)))
    },
    queryAccount: async (options) => {
      recorded(options)
      asked.push('queryAccount')
      return Promise.resolve({ ...script.account(), at: clock.now() })
    },
    concurrentNumber: async (appId, options: CallOptions = {}) => {
      asked.push(`getconcurrentNumber ${appId}`)
      const total = await script.count(appId, options.signal)
      counted.set(appId, total)
      return { appId, at: clock.now(), corporateId: '1003645', total, yours: total }
    },
    closeAllSessions: async (appId, options) => {
      recorded(options)
      asked.push(`distroyCallSessionsByAppId ${appId}`)
      await script.closeAll(appId)
      return answer()
    },
    stopSession: async (sessionId, options) => {
      recorded(options)
      asked.push(`sessionStop ${sessionId}`)
      await script.stop(sessionId)
      return { ...answer(), ...script.stopSaid(sessionId) }
    },
    dispose: () => Promise.resolve(),
  }
  const askedFor = (operation: ServiceOperation): number => asked.filter((line) => line.startsWith(operation)).length
  return { client, asked, script, askedFor }
}
