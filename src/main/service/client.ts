/** The client of one profile: one typed function per operation, and the one repeat policy. */
import { FailureError, isServiceFailure } from '../../shared/failure.ts'
import type { ServiceOperation } from '../../shared/failure.ts'
import type { CloseAnswer } from '../../shared/schemas/session.ts'
import type { Clock } from '../lib/clock.ts'
import { call, CallError } from './call-operation.ts'
import type { CallRequest, CallDeps, CallLimits, Replied } from './call-operation.ts'
import { creationBody } from './creation-body.ts'
import type { Exchanges } from './exchanges.ts'
import type { ParseOnWorker } from './parse-dispatch.ts'
import type { Network } from './network.ts'
import { operations } from './operations.ts'
import { redactedStart } from '../lib/redaction.ts'
import type { Redact } from '../lib/redaction.ts'
import { retryDelayMs } from './retry.ts'
import type { RetryPolicy } from './retry.ts'
import type { CallOptions, ServiceClient } from './service-client.ts'
import type { TokenSource } from './token.ts'

/** Limits of a client. */
export interface ServiceLimits extends CallLimits {
  /** As `answerMs`, for createAvatar: counted from the last part of the body that was taken. */
  readonly creationAnswerMs: number
  readonly retries: RetryPolicy
}

/** The limits in daily use. A read that hangs is given up after 30 s in all, a close after 30 s, a creation after 60 s. */
export const defaultServiceLimits: ServiceLimits = {
  connectMs: 10_000,
  answerMs: 15_000,
  creationAnswerMs: 60_000,
  answerBytes: 16 * 2 ** 20,
  parseTimeoutMs: 20_000,
  retries: { maxRetries: 2, initialBackoffMs: 500, maxRetryAfterMs: 30_000, retryBudgetMs: 20_000 },
}

export interface ServiceClientDeps {
  /** Includes the version prefix; with or without a trailing slash. */
  readonly baseUrl: string
  readonly token: TokenSource
  readonly exchanges: Exchanges
  readonly network: Network
  readonly clock: Clock
  /** A number from 0 up to 1, such as `Math.random`. */
  readonly random: () => number
  readonly limits: ServiceLimits
  /** True while nothing is to be sent for want of a network; also of what an operator asks for. */
  readonly isOffline: () => boolean
  /** Judges answers over 256 kB, so that this thread need not. */
  readonly parseOnWorker: ParseOnWorker
}

function offline(operation: ServiceOperation, at: number): FailureError {
  const unsaid = { httpStatus: null, code: null, message: null, exchangeId: null }
  return new FailureError({ kind: 'offline', operation, sent: 'no', at, ...unsaid })
}

/** Gives the client of one profile. Connects and reads nothing before the first call. */
export function createServiceClient(deps: ServiceClientDeps): ServiceClient {
  const { baseUrl, token, exchanges, network, clock, limits, parseOnWorker } = deps
  const connections = network.open()
  const disposal = new AbortController()
  const limitsOf = (operation: ServiceOperation): CallLimits => limitsFor(operation, limits)
  const callDeps: CallDeps = { baseUrl, token, exchanges, connections, clock, limitsOf, parseOnWorker }
  const send = <Operation extends ServiceOperation>(request: CallRequest<Operation>): Promise<Replied<Operation>> => {
    if (deps.isOffline()) return Promise.reject(offline(request.operation, clock.now()))
    return operations[request.operation].repeatable
      ? callWithRetry(withDisposal(request, disposal.signal), { ...deps, callDeps })
      : call(request, callDeps)
  }

  return {
    createAvatar: async (input, options) => {
      const request = callRequest('createAvatar', '', options)
      const { value, at, exchangeId } = await send({ ...request, body: await creationBody(input) })
      return { taskId: value, at, exchangeId }
    },
    queryAvatar: async (taskId, options) => (await send(callRequest('queryAvatar', taskId, options))).value,
    getConversation: async (conversationId, options) => {
      const { value, at } = await send(callRequest('getConversationById', conversationId, options))
      return { ...value, at }
    },
    queryAccount: async (options) => (await send(callRequest('queryAccount', '', options))).value,
    concurrentNumber: async (appId, options) => (await send(callRequest('getconcurrentNumber', appId, options))).value,
    concurrentList: async (appId, options) => {
      const { value, at } = await send(callRequest('getconcurrentList', appId, options))
      return { ...value, at }
    },
    closeAllSessions: async (appId, options) =>
      closeAnswer(await send(callRequest('distroyCallSessionsByAppId', appId, options)), token.redact),
    stopSession: async (sessionId, options) =>
      closeAnswer(await send(callRequest('sessionStop', sessionId, options)), token.redact),
    dispose: async () => {
      disposal.abort()
      await connections.destroy()
    },
  }
}

function callRequest<Operation extends ServiceOperation>(
  operation: Operation,
  argument: string,
  options: CallOptions | undefined,
): CallRequest<Operation> {
  return { operation, argument, body: null, signal: options?.signal }
}

function limitsFor(operation: ServiceOperation, limits: ServiceLimits): CallLimits {
  switch (operation) {
    case 'createAvatar':
      return { ...limits, answerMs: limits.creationAnswerMs }
    case 'distroyCallSessionsByAppId':
    case 'sessionStop':
      // Given up, a close becomes "may have been cut": it gets the time of two reads before that.
      return { ...limits, answerMs: limits.answerMs * 2 }
    case 'queryAvatar':
    case 'getConversationById':
    case 'queryAccount':
    case 'getconcurrentNumber':
    case 'getconcurrentList':
      return limits
  }
}

// Commands on their way are left alone when the client is disposed of: cutting one would only lose its answer.
function withDisposal<Operation extends ServiceOperation>(
  request: CallRequest<Operation>,
  disposal: AbortSignal,
): CallRequest<Operation> {
  return { ...request, signal: request.signal === undefined ? disposal : AbortSignal.any([request.signal, disposal]) }
}

type RetryDeps = ServiceClientDeps & { readonly callDeps: CallDeps }

async function callWithRetry<Operation extends ServiceOperation>(
  request: CallRequest<Operation>,
  deps: RetryDeps,
): Promise<Replied<Operation>> {
  const { clock, limits, random } = deps
  let tookMs = 0
  for (let index = 0; ; index += 1) {
    const startedAt = clock.now()
    try {
      return await call(request, deps.callDeps)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      const { failure, answerHeaders } = error
      const now = clock.now()
      tookMs += now - startedAt
      const waitMs = retryDelayMs({ failure, answerHeaders, index, tookMs }, limits.retries, { now, random })
      if (waitMs === null) throw error
      if (!(await passes(waitMs, { clock, signal: request.signal }))) throw cancelledWhileWaiting(error)
    }
  }
}

// True when the time has passed, false when the caller gave up before.
function passes(
  waitMs: number,
  { clock, signal }: { readonly clock: Clock; readonly signal: AbortSignal | undefined },
): Promise<boolean> {
  return new Promise((resolve) => {
    const stop = (): void => {
      stopTimer()
      resolve(false)
    }
    const stopTimer = clock.after(waitMs, () => {
      signal?.removeEventListener('abort', stop)
      resolve(true)
    })
    if (signal?.aborted === true) stop()
    else signal?.addEventListener('abort', stop, { once: true })
  })
}

function cancelledWhileWaiting({ failure }: CallError): FailureError {
  if (!isServiceFailure(failure)) return new FailureError(failure)
  const { operation, sent, at, httpStatus, code, message, exchangeId } = failure
  return new FailureError({ kind: 'cancelled', operation, sent, at, httpStatus, code, message, exchangeId })
}

// Longer texts are for the exchange; what is kept here goes into the journal.
const maxCloseTextLength = 500

function closeAnswer(
  { accepted, httpStatus, at }: Replied<'distroyCallSessionsByAppId' | 'sessionStop'>,
  redact: Redact,
): CloseAnswer {
  const { form, code, message } = accepted
  const start = (text: string | null): string | null => text && redactedStart(text, maxCloseTextLength, redact)
  return { form, httpStatus, code: start(code), message: start(message), at }
}
