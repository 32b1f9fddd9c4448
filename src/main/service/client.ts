/** The client of one profile: one typed function per operation, and the one repeat policy. */
import { FailureError, isServiceFailure } from '../../shared/failure.ts'
import type { ServiceOperation } from '../../shared/failure.ts'
import type { CloseAnswer } from '../../shared/schemas/session.ts'
import type { Clock } from '../clock.ts'
import { call, CallError } from './call.ts'
import type { Asked, CallDeps, CallLimits, Replied } from './call.ts'
import { creationBody } from './creation-body.ts'
import type { Exchanges } from './exchanges.ts'
import type { JudgeAside } from './judge-aside.ts'
import type { Network } from './network.ts'
import { operations } from './operations.ts'
import { redactedStart } from './redaction.ts'
import type { Redact } from './redaction.ts'
import { waitBeforeRepeat } from './repeat.ts'
import type { RepeatPolicy } from './repeat.ts'
import type { CallOptions, ServiceClient } from './service-client.ts'
import type { TokenSource } from './token.ts'

/** Limits of a client. */
export interface ServiceLimits extends CallLimits {
  /** As `answerMs`, for createAvatar: counted from the last part of the body that was taken. */
  readonly creationAnswerMs: number
  readonly repeats: RepeatPolicy
}

/** The limits in daily use. A read that hangs is given up after 30 s in all, a close after 30 s, a creation after 60 s. */
export const usualLimits: ServiceLimits = {
  connectMs: 10_000,
  answerMs: 15_000,
  creationAnswerMs: 60_000,
  answerBytes: 16 * 2 ** 20,
  judgeMs: 20_000,
  repeats: { mostRepeats: 2, firstWaitMs: 500, longestAskedWaitMs: 30_000, patienceMs: 20_000 },
}

/** What a client needs. */
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
  readonly judgeAside: JudgeAside
}

function offline(operation: ServiceOperation, at: number): FailureError {
  const unsaid = { httpStatus: null, code: null, message: null, exchangeId: null }
  return new FailureError({ kind: 'offline', operation, sent: 'no', at, ...unsaid })
}

/** Gives the client of one profile. Connects and reads nothing before the first call. */
export function createServiceClient(deps: ServiceClientDeps): ServiceClient {
  const { baseUrl, token, exchanges, network, clock, limits, judgeAside } = deps
  const connections = network.open()
  const disposal = new AbortController()
  const limitsOf = (operation: ServiceOperation): CallLimits => limitsFor(operation, limits)
  const callDeps: CallDeps = { baseUrl, token, exchanges, connections, clock, limitsOf, judgeAside }
  const ask = <Operation extends ServiceOperation>(asked: Asked<Operation>): Promise<Replied<Operation>> => {
    if (deps.isOffline()) return Promise.reject(offline(asked.operation, clock.now()))
    return operations[asked.operation].repeatable
      ? askRepeatedly(withDisposal(asked, disposal.signal), { ...deps, callDeps })
      : call(asked, callDeps)
  }

  return {
    createAvatar: async (input, options) => {
      const asked = asking('createAvatar', '', options)
      const { value, at, exchangeId } = await ask({ ...asked, body: await creationBody(input) })
      return { taskId: value, at, exchangeId }
    },
    queryAvatar: async (taskId, options) => (await ask(asking('queryAvatar', taskId, options))).value,
    getConversation: async (conversationId, options) => {
      const { value, at } = await ask(asking('getConversationById', conversationId, options))
      return { ...value, at }
    },
    queryAccount: async (options) => (await ask(asking('queryAccount', '', options))).value,
    concurrentNumber: async (appId, options) => (await ask(asking('getconcurrentNumber', appId, options))).value,
    concurrentList: async (appId, options) => {
      const { value, at } = await ask(asking('getconcurrentList', appId, options))
      return { ...value, at }
    },
    closeAllSessions: async (appId, options) =>
      closeAnswer(await ask(asking('distroyCallSessionsByAppId', appId, options)), token.redact),
    stopSession: async (sessionId, options) =>
      closeAnswer(await ask(asking('sessionStop', sessionId, options)), token.redact),
    dispose: async () => {
      disposal.abort()
      await connections.destroy()
    },
  }
}

function asking<Operation extends ServiceOperation>(
  operation: Operation,
  argument: string,
  options: CallOptions | undefined,
): Asked<Operation> {
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
  asked: Asked<Operation>,
  disposal: AbortSignal,
): Asked<Operation> {
  return { ...asked, signal: asked.signal === undefined ? disposal : AbortSignal.any([asked.signal, disposal]) }
}

type RepeatDeps = ServiceClientDeps & { readonly callDeps: CallDeps }

async function askRepeatedly<Operation extends ServiceOperation>(
  asked: Asked<Operation>,
  deps: RepeatDeps,
): Promise<Replied<Operation>> {
  const { clock, limits, random } = deps
  let tookMs = 0
  for (let index = 0; ; index += 1) {
    const startedAt = clock.now()
    try {
      return await call(asked, deps.callDeps)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      const { failure, answerHeaders } = error
      const now = clock.now()
      tookMs += now - startedAt
      const waitMs = waitBeforeRepeat({ failure, answerHeaders, index, tookMs }, limits.repeats, { now, random })
      if (waitMs === null) throw error
      if (!(await passes(waitMs, { clock, signal: asked.signal }))) throw cancelledWhileWaiting(error)
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
const longestCloseText = 500

function closeAnswer(
  { accepted, httpStatus, at }: Replied<'distroyCallSessionsByAppId' | 'sessionStop'>,
  redact: Redact,
): CloseAnswer {
  const { form, code, message } = accepted
  const start = (text: string | null): string | null => text && redactedStart(text, longestCloseText, redact)
  return { form, httpStatus, code: start(code), message: start(message), at }
}
