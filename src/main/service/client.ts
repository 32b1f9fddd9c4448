/** The client of one profile: a function per row of `operations.ts`. Only rows with `repeatable: true` are retried. */
import { FailureError } from '../../shared/failure.ts'
import type { Sent, ServiceProblem } from '../../shared/failure.ts'
import type { ExchangeId } from '../../shared/ids.ts'
import type { Clock } from '../lib/clock.ts'
import { redactedStart, redactHeaders } from '../lib/redaction.ts'
import type { Exchanges } from './exchanges.ts'
import { failureHints } from './failure-hints.ts'
import { exchange } from './http-exchange.ts'
import type { ExchangeLimits, Outgoing, OutgoingBody, ReceivedAnswer } from './http-exchange.ts'
import type { CallEnds } from './last-hour.ts'
import type { Connections, Network } from './network.ts'
import type { AnswerLimits, OperationRow, Replied } from './operation-row.ts'
import { addressOf, operationNames, operations } from './operations.ts'
import type { CallOptions, OperationCalls, ServiceClient, ServiceOperation } from './operations.ts'
import { downloaded, parseAnswer } from './parse-response.ts'
import type { ParsedResponse } from './parse-response.ts'
import { CallError, withRetry } from './retry.ts'
import type { RetryPolicy } from './retry.ts'
import type { TokenSource } from './token.ts'

export interface ServiceLimits extends ExchangeLimits, AnswerLimits {
  readonly retries: RetryPolicy
}

/**
 * The limits in daily use. A hanging read ends after two attempts and 30 s in all, a download 15 s after the last part
 * of the answer, a close after 30 s, a creation 60 s after its upload or its last progress.
 */
export const defaultServiceLimits: ServiceLimits = {
  connectMs: 10_000,
  answerMs: 15_000,
  creationAnswerMs: 60_000,
  answerBytes: 2_000_000,
  retries: { maxRetries: 2, initialBackoffMs: 500, maxRetryAfterMs: 30_000, retryBudgetMs: 20_000 },
}

interface ServiceTarget {
  /** Includes the version prefix; with or without a trailing slash. */
  readonly baseUrl: string
  readonly token: TokenSource
  /** True while nothing is sent because there is no network, not even on an operator's request. */
  readonly isOffline: () => boolean
  /** Records whether this address ever answered; by default only for the life of this client. */
  readonly answered?: AnswerMemory
}

/** Whether an address ever answered. */
export interface AnswerMemory {
  readonly has: () => boolean
  readonly add: () => void
}

/** Learns the shapes of accepted answers. */
export interface AnswerShapes {
  /** Takes a whole answer as `readJson` returns it, without the profile's secrets. Never throws. */
  readonly observe: (operation: ServiceOperation, answer: unknown) => void
}

interface ClientParts {
  readonly exchanges: Pick<Exchanges, 'record'>
  readonly network: Network
  readonly clock: Clock
  /** A number from 0 up to 1, such as `Math.random`. */
  readonly random: () => number
  /** Without it, shapes are not learned. */
  readonly shapes?: AnswerShapes | undefined
  /** Without it, the ends of calls are not counted. */
  readonly ends?: CallEnds | undefined
}

interface CallRequest {
  readonly operation: ServiceOperation
  /** Value of the operation's query parameter; "" for an operation without a parameter. */
  readonly argument: string
  readonly body: OutgoingBody | null
  readonly signal: AbortSignal | undefined
  readonly onExchange: CallOptions['onExchange']
  readonly onFailedAttempt: CallOptions['onFailedAttempt']
  readonly onUpload: CallOptions['onUpload']
  /** Returns only the unparsed body, within `downloadLimits`. */
  readonly isDownload?: boolean
}

function newAnswerMemory(): AnswerMemory {
  let hasAnswered = false
  return {
    has: () => hasAnswered,
    add: () => {
      hasAnswered = true
    },
  }
}

interface Line extends ServiceTarget, ClientParts {
  readonly answered: AnswerMemory
  readonly limits: ServiceLimits
  readonly connections: Connections
  /** Aborts reads when the client is disposed. */
  readonly disposal: AbortSignal
}

/** Does not connect or read anything before the first call. */
export function createServiceClient(
  target: ServiceTarget,
  parts: ClientParts,
  limits: ServiceLimits = defaultServiceLimits,
): ServiceClient {
  const connections = parts.network.open()
  const disposal = new AbortController()
  const line: Line = {
    answered: newAnswerMemory(),
    ...target,
    ...parts,
    limits,
    connections,
    disposal: disposal.signal,
  }
  const calls = operationNames.map((operation) => [
    operations[operation].call,
    (...args: readonly unknown[]) => callByRow(operation, args, line),
  ])
  return {
    // The boundary: each function takes and returns the types of its row.
    ...(Object.fromEntries(calls) as OperationCalls),
    downloadConversation: async (argument, { signal, onExchange, onFailedAttempt } = {}) => {
      const operation = 'getConversationById'
      const request = {
        operation,
        argument,
        body: null,
        signal,
        onExchange,
        onFailedAttempt,
        onUpload: undefined,
      } as const
      const { value } = await send({ ...request, isDownload: true }, line)
      // The boundary: a download returns bytes.
      return value as Uint8Array
    },
    dispose: async () => {
      disposal.abort()
      await connections.destroy()
    },
  }
}

async function callByRow(operation: ServiceOperation, args: readonly unknown[], line: Line): Promise<unknown> {
  const row: OperationRow = operations[operation]
  const hasInput = row.parameter !== null || row.body !== null
  // The boundary: the types of `OperationCalls` put the options after the row's input.
  const { signal, onExchange, onFailedAttempt, onUpload } = (args[hasInput ? 1 : 0] ?? {}) as CallOptions
  const argument = row.parameter === null ? '' : String(args[0])
  const body = row.body === null ? null : await row.body(args[0] as never)
  const replied = await send({ operation, argument, body, signal, onExchange, onFailedAttempt, onUpload }, line)
  return row.reply === undefined ? replied.value : row.reply(replied as Replied<never>, line.token.redact)
}

function send(request: CallRequest, line: Line): Promise<Replied<unknown>> {
  const { clock, random, limits, disposal } = line
  const { operation } = request
  // Disposal does not abort commands in flight: aborting a command would only lose its answer.
  if (!operations[operation].repeatable) return callOnce(request, line)
  const signal = request.signal === undefined ? disposal : AbortSignal.any([request.signal, disposal])
  return withRetry(() => callOnce({ ...request, signal }, line), limits.retries, {
    clock,
    random,
    signal,
    onFailedAttempt: request.onFailedAttempt,
  })
}

/** Sends once. Throws `CallError`; before sending also `offline` and the errors of the token source. */
async function callOnce(request: CallRequest, line: Line): Promise<Replied<unknown>> {
  const { clock, connections, limits } = line
  const { operation, argument, signal, onExchange, onUpload, isDownload = false } = request
  if (line.isOffline()) {
    const unsaid = { httpStatus: null, code: null, message: null, exchangeId: null }
    throw new FailureError({ kind: 'offline', operation, sent: 'no', at: clock.now(), ...unsaid })
  }
  const row: OperationRow = operations[operation]
  const outgoing = await prepare(request, line)
  const startedAt = clock.now()
  // The duration does not use the clock, because the clock can be set during the call.
  const began = performance.now()
  const exchangeLimits = { ...limits, answerMs: row.answerMs(limits), ...(isDownload ? downloadLimits : {}) }
  const outcome = await exchange(outgoing, { connections, clock, limits: exchangeLimits, signal, onUpload })
  const answer = outcome.kind === 'answered' ? outcome.answer : outcome.partial
  const start = new TextDecoder().decode(answer.bytes.subarray(0, maxStartBytes))
  const taskId = row.taskIn?.(new TextDecoder().decode(answer.bytes)) ?? null
  const endedAt = startedAt + Math.round(performance.now() - began)
  const at = clock.now()
  const ended: Ended = { operation, outgoing, answer, start, taskId, startedAt, endedAt, at, onExchange }
  if (outcome.kind === 'failed') throw failed(ended, { ...outcome, code: null, message: null }, line)
  const toParse = { operation, argument, url: outgoing.url.href, at: ended.at, answer, secrets: line.token.secrets() }
  const parsed = isDownload && isSuccess(answer) ? downloaded(toParse) : parseAnswer(toParse)
  if (parsed.kind === 'refused') throw failed(ended, { ...parsed, sent: 'yes' }, line)
  line.token.accepted()
  line.answered.add()
  const { value, form, code, message } = parsed
  noteEnd(ended, null, line)
  record(ended, null, line)
  observeShape(request, parsed.json, line)
  return { value, form, code, message, httpStatus: answer.status, at: ended.at }
}

function noteEnd(
  { operation, startedAt, endedAt, answer }: Ended,
  problem: ServiceProblem | null,
  { ends }: Line,
): void {
  const durationMs = Math.max(0, endedAt - startedAt)
  ends?.add({ operation, at: endedAt, durationMs, httpStatus: answer.status || null, problem })
}

function observeShape({ operation, isDownload }: CallRequest, answer: unknown, { shapes }: Line): void {
  // A download is not parsed.
  if (isDownload !== true) shapes?.observe(operation, answer)
}

// Far more than any known conversation; the limit keeps an endless body from filling the memory. On a slow line a large
// answer takes minutes, so the time counts from its last part.
const downloadLimits = { answerBytes: 64 * 2 ** 20, isAnswerMsOfParts: true } as const

function isSuccess({ status }: Pick<ReceivedAnswer, 'status'>): boolean {
  return status >= 200 && status < 300
}

// The record of exchanges keeps much less.
const maxStartBytes = 100_000

// A failure goes to the page and into the journal, so its message is limited to this length.
const maxMessageLength = 4_000

interface Ended {
  readonly operation: ServiceOperation
  readonly outgoing: Outgoing
  readonly answer: Omit<ReceivedAnswer, 'bytes'>
  /** The start of the answer's text. */
  readonly start: string
  /** The task id that the answer's text names. */
  readonly taskId: string | null
  readonly startedAt: number
  /** The start plus the elapsed time, so that a clock change during the call has no effect. */
  readonly endedAt: number
  readonly at: number
  readonly onExchange: CallOptions['onExchange']
}

async function prepare({ operation, argument, body }: CallRequest, { baseUrl, token }: Line): Promise<Outgoing> {
  const { method, repeatable } = operations[operation]
  const headers = {
    token: await token.header(),
    accept: 'application/json',
    'accept-encoding': 'identity',
    // Commands are GET requests in this API: a cache must neither store an answer nor answer in place of the service.
    'cache-control': 'no-store',
    'user-agent': 'Greenroom',
  }
  const url = addressOf(baseUrl, operation, argument)
  return { method, url, headers, body, connection: repeatable ? 'kept' : 'fresh' }
}

function failed(
  ended: Ended,
  refusedResponse: Omit<Extract<ParsedResponse, { kind: 'refused' }>, 'kind'> & { readonly sent: Sent },
  line: Line,
): CallError {
  const { problem, sent } = refusedResponse
  const { operation, outgoing, answer, at } = ended
  noteEnd(ended, problem, line)
  if (problem.kind === 'token-rejected') line.token.rejected(outgoing.headers['token'] ?? '')
  const start = (text: string | null) => text && redactedStart(text, maxMessageLength, line.token.redact)
  const answerCodes = {
    code: start(refusedResponse.code),
    message: start(refusedResponse.message),
    httpStatus: answer.status || null,
  }
  const headers = redactHeaders(answer.headers, line.token.redact)
  const exchangeId = sent === 'no' ? null : record(ended, `${problem.kind}: ${refusedResponse.detail}`, line)
  const taskId = start(ended.taskId)
  const hints = failureHints({ ...ended, problem, ...answerCodes }, line)
  const facts = {
    operation,
    sent,
    at,
    ...answerCodes,
    exchangeId,
    ...(taskId === null ? {} : { taskId }),
    ...(hints === null ? {} : { hints }),
  }
  return new CallError({ ...problem, ...facts }, headers)
}

function record(
  { operation, outgoing, answer, start, startedAt, endedAt, onExchange }: Ended,
  problem: string | null,
  { exchanges, token }: Line,
): ExchangeId {
  const request = {
    method: outgoing.method,
    url: outgoing.url.href,
    requestHeaders: outgoing.headers,
    requestBody: outgoing.body?.recorded ?? null,
  }
  const { status: httpStatus, headers: answerHeaders } = answer
  // Without a status line, nothing was received.
  const responseFields = httpStatus === 0 ? { httpStatus: null, answerText: null } : { httpStatus, answerText: start }
  const id = exchanges.record(
    { operation, ...request, startedAt, endedAt, ...responseFields, answerHeaders, problem },
    token.redact,
  )
  onExchange?.(id)
  return id
}
