/**
 * One call of one operation: token, exchange, verdict, record. It ends with an accepted answer or throws the failure
 * with all its facts. It never sends twice; the repeat policy is `client.ts`'s.
 */
import { FailureError } from '../../shared/failure.ts'
import type { Sent, ServiceOperation, ServiceProblem } from '../../shared/failure.ts'
import type { ExchangeId } from '../../shared/ids.ts'
import type { Clock } from '../clock.ts'
import type { Exchanges } from './exchanges.ts'
import type { Connections } from './network.ts'
import { addressOf, operations } from './operations.ts'
import { exchange } from './request.ts'
import type { ExchangeLimits, Outcome, Outgoing, OutgoingBody } from './request.ts'
import type { TokenSource } from './token.ts'
import { judge } from './verdict.ts'
import type { Accepted, Answer, NotAccepted } from './verdict.ts'
import type { Shaped } from './wire.ts'

/** What a call asks for, and how the answer's `data` is read. */
export interface Asked<Value> {
  readonly operation: ServiceOperation
  /** Value of the operation's query parameter; "" when it has none. */
  readonly argument: string
  readonly body: OutgoingBody | null
  readonly signal: AbortSignal | undefined
  /** `data` is undefined when absent; `at` is when the answer was whole, in epoch milliseconds. */
  readonly read: (data: unknown, at: number) => Shaped<Value>
}

/** What came back. */
export interface Replied<Value> {
  readonly value: Value
  readonly accepted: Accepted
  readonly answer: Answer
  /** Epoch milliseconds at which the answer was whole. */
  readonly at: number
  readonly exchangeId: ExchangeId
}

/** What calls need. */
export interface CallDeps {
  readonly baseUrl: string
  readonly token: TokenSource
  readonly exchanges: Exchanges
  readonly connections: Connections
  readonly clock: Clock
  readonly limitsOf: (operation: ServiceOperation) => ExchangeLimits
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

/** Makes the call. Throws `CallError`, and before anything is sent also what the token source throws. */
export async function call<Value>(asked: Asked<Value>, deps: CallDeps): Promise<Replied<Value>> {
  const { clock, connections } = deps
  const outgoing = await prepare(asked, deps)
  const startedAt = clock.now()
  const limits = deps.limitsOf(asked.operation)
  const outcome = await exchange(outgoing, { connections, clock, limits, signal: asked.signal })
  const ended: Ended = { operation: asked.operation, outgoing, outcome, startedAt, at: clock.now() }
  if (outcome.kind === 'failed') {
    const { problem, sent, partial, detail } = outcome
    throw failed(ended, { problem, sent, answer: partial, detail, code: null, message: null }, deps)
  }
  const { answer } = outcome
  const accepted = judge(answer, operations[asked.operation].answer, outgoing.url)
  if (!accepted.accepted) throw failed(ended, refused(accepted, answer), deps)
  const shaped = asked.read(accepted.envelope?.data, ended.at)
  if (!shaped.ok) throw failed(ended, misshapen(accepted, answer, shaped.problems), deps)
  return { value: shaped.value, accepted, answer, at: ended.at, exchangeId: record(ended, null, deps) }
}

interface Ended {
  readonly operation: ServiceOperation
  readonly outgoing: Outgoing
  readonly outcome: Outcome
  readonly startedAt: number
  readonly at: number
}

interface Gone {
  readonly problem: ServiceProblem
  readonly sent: Sent
  readonly answer: Answer
  readonly detail: string
  readonly code: string | null
  readonly message: string | null
}

function refused({ problem, code, message }: NotAccepted, answer: Answer): Gone {
  return { problem, sent: 'yes', answer, detail: `HTTP ${answer.status}`, code, message }
}

function misshapen({ envelope }: Accepted, answer: Answer, problems: readonly string[]): Gone {
  const { code = null, message = null } = envelope ?? {}
  const detail = problems.join('; ')
  return { problem: { kind: 'wrong-shape', problems }, sent: 'yes', answer, detail, code, message }
}

async function prepare({ operation, argument, body }: Asked<unknown>, { baseUrl, token }: CallDeps): Promise<Outgoing> {
  const { method, repeatable } = operations[operation]
  const headers = {
    token: await token.header(),
    accept: 'application/json',
    'accept-encoding': 'identity',
    'user-agent': 'Greenroom',
  }
  const url = addressOf(baseUrl, operation, argument)
  return { method, url, headers, body, connection: repeatable ? 'kept' : 'fresh' }
}

function failed(ended: Ended, gone: Gone, deps: CallDeps): CallError {
  const { problem, sent, answer } = gone
  if (problem.kind === 'token-rejected') deps.token.rejected()
  const exchangeId = sent === 'no' ? null : record(ended, `${problem.kind}: ${gone.detail}`, deps)
  const facts = {
    operation: ended.operation,
    sent,
    at: ended.at,
    httpStatus: answer.status === 0 ? null : answer.status,
    code: gone.code && deps.token.redact(gone.code),
    message: gone.message && deps.token.redact(gone.message),
    exchangeId,
  }
  return new CallError({ ...problem, ...facts }, answer.headers)
}

function record(
  { operation, outgoing, outcome, startedAt, at }: Ended,
  problem: string | null,
  deps: CallDeps,
): ExchangeId {
  const answer = outcome.kind === 'answered' ? outcome.answer : outcome.partial
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
    answerText: answer.status === 0 ? null : answer.text,
    problem,
  }
  return deps.exchanges.record(raw, deps.token.redact)
}
