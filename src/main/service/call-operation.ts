/**
 * One call of one operation: token, exchange, verdict, record. It ends with an accepted answer or throws the failure
 * with all its facts. It never sends twice; the repeat policy is `client.ts`'s.
 */
import { FailureError } from '../../shared/failure.ts'
import type { Sent, ServiceOperation, ServiceProblem } from '../../shared/failure.ts'
import type { ExchangeId } from '../../shared/ids.ts'
import type { Clock } from '../lib/clock.ts'
import type { Exchanges } from './exchanges.ts'
import type { Connections } from './network.ts'
import { parseOnFittingThread } from './parse-dispatch.ts'
import type { ParseOnWorker } from './parse-dispatch.ts'
import type { AnswerValues, ParsedAnswer } from './parse-response.ts'
import { addressOf, operations } from './operations.ts'
import { redactedStart } from '../lib/redaction.ts'
import { exchange } from './http-exchange.ts'
import type { ExchangeLimits, Outgoing, OutgoingBody, ReceivedAnswer } from './http-exchange.ts'
import type { TokenSource } from './token.ts'

/** What a call asks for. */
export interface CallRequest<Operation extends ServiceOperation> {
  readonly operation: Operation
  /** Value of the operation's query parameter; "" when it has none. */
  readonly argument: string
  readonly body: OutgoingBody | null
  readonly signal: AbortSignal | undefined
}

type Accepted<Operation extends ServiceOperation> = Extract<ParsedAnswer<Operation>, { readonly kind: 'accepted' }>

/** What came back. */
export interface Replied<Operation extends ServiceOperation> {
  readonly value: AnswerValues[Operation]
  /** Code and message as the service wrote them. */
  readonly accepted: Accepted<Operation>
  readonly httpStatus: number
  /** Epoch milliseconds at which the answer was whole. */
  readonly at: number
  readonly exchangeId: ExchangeId
}

export interface CallDeps {
  readonly baseUrl: string
  readonly token: TokenSource
  readonly exchanges: Exchanges
  readonly connections: Connections
  readonly clock: Clock
  readonly limitsOf: (operation: ServiceOperation) => CallLimits
  readonly parseOnWorker: ParseOnWorker
}

/** Limits of one call. */
export interface CallLimits extends ExchangeLimits {
  /** Longest wait for a large answer to be judged, in milliseconds. */
  readonly parseTimeoutMs: number
}

/** A failed call, with the answer's headers for the one who decides about repeating. */
export class CallError extends FailureError {
  /** Names in lower case; empty when no answer came. */
  readonly answerHeaders: Readonly<Record<string, string>>

  constructor(failure: FailureError['failure'], answerHeaders: Readonly<Record<string, string>>) {
    super(failure)
    this.answerHeaders = answerHeaders
  }
}

// Longer words of the service are for the exchange: a failure crosses to the page and goes into the journal.
const maxMessageLength = 4_000

/** Makes the call. Throws `CallError`, and before anything is sent also what the token source throws. */
export async function call<Operation extends ServiceOperation>(
  request: CallRequest<Operation>,
  deps: CallDeps,
): Promise<Replied<Operation>> {
  const { clock, connections } = deps
  const { operation, argument, signal } = request
  const outgoing = await prepare(request, deps)
  const startedAt = clock.now()
  const limits = deps.limitsOf(operation)
  const outcome = await exchange(outgoing, { connections, clock, limits, signal })
  const answer = outcome.kind === 'answered' ? outcome.answer : outcome.partial
  const ended: Ended = { operation, outgoing, answer, start: startOf(answer), startedAt, at: clock.now() }
  if (outcome.kind === 'failed') {
    const { problem, sent, detail } = outcome
    throw failed(ended, { problem, sent, detail, code: null, message: null }, deps)
  }
  const parsed = await parseOnFittingThread(
    { operation, argument, url: outgoing.url.href, at: ended.at, answer },
    { clock, parseTimeoutMs: limits.parseTimeoutMs, parseOnWorker: deps.parseOnWorker },
  )
  if (parsed.kind === 'refused') throw failed(ended, { ...parsed, sent: 'yes' }, deps)
  deps.token.accepted()
  const exchangeId = record(ended, null, deps)
  return { value: parsed.value, accepted: parsed, httpStatus: answer.status, at: ended.at, exchangeId }
}

// The record keeps much less of it.
const maxStartBytes = 100_000

function startOf({ bytes }: ReceivedAnswer): string {
  return new TextDecoder().decode(bytes.subarray(0, maxStartBytes))
}

interface Ended {
  readonly operation: ServiceOperation
  readonly outgoing: Outgoing
  /** Its bytes may be gone: an answer of megabytes is handed over to another thread. */
  readonly answer: Omit<ReceivedAnswer, 'bytes'>
  readonly start: string
  readonly startedAt: number
  readonly at: number
}

interface Gone {
  readonly problem: ServiceProblem
  readonly sent: Sent
  readonly detail: string
  readonly code: string | null
  readonly message: string | null
}

async function prepare(
  { operation, argument, body }: CallRequest<ServiceOperation>,
  { baseUrl, token }: CallDeps,
): Promise<Outgoing> {
  const { method, repeatable } = operations[operation]
  const headers = {
    token: await token.header(),
    accept: 'application/json',
    'accept-encoding': 'identity',
    // Commands are GETs here: a cache on the way must neither keep an answer nor answer for the service.
    'cache-control': 'no-store',
    'user-agent': 'Greenroom',
  }
  const url = addressOf(baseUrl, operation, argument)
  return { method, url, headers, body, connection: repeatable ? 'kept' : 'fresh' }
}

function failed(ended: Ended, gone: Gone, deps: CallDeps): CallError {
  const { problem, sent } = gone
  const { answer } = ended
  if (problem.kind === 'token-rejected') deps.token.rejected(ended.outgoing.headers['token'] ?? '')
  const exchangeId = sent === 'no' ? null : record(ended, `${problem.kind}: ${gone.detail}`, deps)
  const facts = {
    operation: ended.operation,
    sent,
    at: ended.at,
    httpStatus: answer.status === 0 ? null : answer.status,
    code: gone.code && redactedStart(gone.code, maxMessageLength, deps.token.redact),
    message: gone.message && redactedStart(gone.message, maxMessageLength, deps.token.redact),
    exchangeId,
  }
  return new CallError({ ...problem, ...facts }, answer.headers)
}

function record(
  { operation, outgoing, answer, start, startedAt, at }: Ended,
  problem: string | null,
  deps: CallDeps,
): ExchangeId {
  const raw = {
    operation,
    method: outgoing.method,
    url: outgoing.url.href,
    startedAt,
    endedAt: at,
    requestHeaders: outgoing.headers,
    requestBody: outgoing.body?.recorded ?? null,
    httpStatus: answer.status === 0 ? null : answer.status,
    answerHeaders: answer.headers,
    answerText: answer.status === 0 ? null : start,
    problem,
  }
  return deps.exchanges.record(raw, deps.token.redact)
}
