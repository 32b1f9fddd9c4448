/** The client of one profile: one typed function per operation, and the one repeat policy. */
import { FailureError, isServiceFailure } from '../../shared/failure.ts'
import type { ServiceOperation } from '../../shared/failure.ts'
import type { CloseAnswer, ConcurrencySample } from '../../shared/schemas/session.ts'
import type { Clock } from '../clock.ts'
import { call, CallError } from './call.ts'
import type { Asked, CallDeps, Replied } from './call.ts'
import { creationBody } from './creation-body.ts'
import type { Exchanges } from './exchanges.ts'
import { writeJson } from './json.ts'
import type { Network } from './network.ts'
import { operations } from './operations.ts'
import type { Redact } from './redaction.ts'
import { waitBeforeRepeat } from './repeat.ts'
import type { RepeatPolicy } from './repeat.ts'
import type { ExchangeLimits } from './request.ts'
import type { CallOptions, ConcurrencyList, ServiceClient } from './service-client.ts'
import type { TokenSource } from './token.ts'
import { checkConversation, readAccount, readConcurrency, readCreated, readStatus } from './wire.ts'
import type { Shaped } from './wire.ts'

/** Limits of a client. */
export interface ServiceLimits extends ExchangeLimits {
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
}

/** Gives the client of one profile. Connects and reads nothing before the first call. */
export function createServiceClient(deps: ServiceClientDeps): ServiceClient {
  const { baseUrl, token, exchanges, network, clock, limits } = deps
  const connections = network.open()
  const disposal = new AbortController()
  const limitsOf = (operation: ServiceOperation): ExchangeLimits => limitsFor(operation, limits)
  const callDeps: CallDeps = { baseUrl, token, exchanges, connections, clock, limitsOf }
  const ask = <Value>(asked: Asked<Value>): Promise<Replied<Value>> =>
    operations[asked.operation].repeatable
      ? askRepeatedly(withDisposal(asked, disposal.signal), { ...deps, callDeps })
      : call(asked, callDeps)

  return {
    createAvatar: async (input, options) => {
      const asked = asking('createAvatar', '', { options, read: readCreated })
      const { value, at, exchangeId } = await ask({ ...asked, body: await creationBody(input) })
      return { taskId: value, at, exchangeId }
    },
    queryAvatar: async (taskId, options) => {
      return (await ask(asking('queryAvatar', taskId, { options, read: readStatus }))).value
    },
    getConversation: async (conversationId, options) => {
      const asked = asking('getConversationById', conversationId, { options, read: checkConversation })
      const { answer, at } = await ask(asked)
      return { rawText: answer.text, at }
    },
    queryAccount: async (options) => (await ask(asking('queryAccount', '', { options, read: readAccount }))).value,
    concurrentNumber: async (appId, options) => {
      const read = (data: unknown, at: number) => readConcurrency(data, { appId, at })
      return (await ask(asking('getconcurrentNumber', appId, { options, read }))).value
    },
    concurrentList: async (appId, options) => {
      const read = (data: unknown, at: number) => listOf(data, readConcurrency(data, { appId, at }))
      const { value, at } = await ask(asking('getconcurrentList', appId, { options, read }))
      return { ...value, at }
    },
    closeAllSessions: async (appId, options) => {
      return closeAnswer(
        await ask(asking('distroyCallSessionsByAppId', appId, { options, read: ignored })),
        token.redact,
      )
    },
    stopSession: async (sessionId, options) => {
      return closeAnswer(await ask(asking('sessionStop', sessionId, { options, read: ignored })), token.redact)
    },
    dispose: async () => {
      disposal.abort()
      await connections.destroy()
    },
  }
}

interface Asking<Value> {
  readonly options: CallOptions | undefined
  readonly read: Asked<Value>['read']
}

function asking<Value>(operation: ServiceOperation, argument: string, { options, read }: Asking<Value>): Asked<Value> {
  return { operation, argument, body: null, signal: options?.signal, read }
}

function limitsFor(operation: ServiceOperation, limits: ServiceLimits): ExchangeLimits {
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
function withDisposal<Value>(asked: Asked<Value>, disposal: AbortSignal): Asked<Value> {
  return { ...asked, signal: asked.signal === undefined ? disposal : AbortSignal.any([asked.signal, disposal]) }
}

type RepeatDeps = ServiceClientDeps & { readonly callDeps: CallDeps }

async function askRepeatedly<Value>(asked: Asked<Value>, deps: RepeatDeps): Promise<Replied<Value>> {
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

// The list is documented with the number's shape and may come in any other: what came is shown then.
function listOf(data: unknown, figures: Shaped<ConcurrencySample>): Shaped<Omit<ConcurrencyList, 'at'>> {
  const dataText = data === undefined ? '' : writeJson(data)
  return { ok: true, value: { figures: figures.ok ? figures.value : null, dataText } }
}

// What a close answers as `data` is `{}`, "" or nothing, and says nothing.
function ignored(): Shaped<null> {
  return { ok: true, value: null }
}

// Longer texts are for the exchange; what is kept here goes into the journal.
const longestCloseText = 500

function closeAnswer({ accepted, answer, at }: Replied<null>, redact: Redact): CloseAnswer {
  const { form, envelope } = accepted
  const { code, message } = envelope ?? { code: null, message: form === 'text' ? answer.text.trim() : null }
  return {
    form,
    httpStatus: answer.status,
    code: code && redact(code),
    message: message && redact(message).slice(0, longestCloseText),
    at,
  }
}
