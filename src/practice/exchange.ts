/** One request from its head to its answer: fault, body, token, operation, log. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { answerInstead, corrupt } from './corrupt-answers.ts'
import type { PracticeClock, Timers } from './clock.ts'
import { reset, send, sendFaulty } from './delivery.ts'
import { jsonAnswer, refusalAnswer } from './envelope.ts'
import type { Answer } from './envelope.ts'
import type { ArmedFault, Faults } from './faults.ts'
import { headerOf, headersOf, readBody, targetOf } from './incoming.ts'
import type { Media } from './media.ts'
import { operations } from './operations.ts'
import type { OperationName, Quirks } from './operations.ts'
import type { LoggedRequest, RequestLog } from './request-log.ts'
import { refuseToken } from './token.ts'
import type { PracticeCredentials } from './token.ts'
import type { World } from './practice-world.ts'

/** What there is once in a running service. */
export interface PracticeContext {
  readonly clock: PracticeClock
  readonly timers: Timers
  readonly world: World
  readonly quirks: Quirks
  readonly credentials: PracticeCredentials
  readonly faults: Faults
  readonly log: RequestLog
  readonly media: Media
  /** Path prefix of the operations, such as `/openapi/v2`, without a trailing slash. */
  readonly prefix: string
  readonly keepBodies: boolean
  /** Known once it listens. */
  readonly origin: () => string
}

export interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly operation: OperationName
  readonly isReused: boolean
}

/** The log entry of a request of which only the head is known. */
export function describeHead(
  request: IncomingMessage,
  rest: Pick<LoggedRequest, 'at' | 'operation' | 'isReused'>,
): LoggedRequest {
  return {
    ...rest,
    method: request.method ?? '',
    target: request.url ?? '',
    query: Object.fromEntries(targetOf(request).searchParams),
    headers: headersOf(request),
    body: '',
    fault: undefined,
    isProcessed: false,
  }
}

function isResetAtOnce(armed: ArmedFault | undefined): boolean {
  return armed?.fault.kind === 'reset-before-read' || armed?.fault.kind === 'reset-kept-alive'
}

function tooLarge(response: ServerResponse): void {
  response.shouldKeepAlive = false
  send(response, jsonAnswer({ status: 413, error: 'Payload Too Large' }, 413))
}

export function createExchanges(context: PracticeContext): (exchange: Exchange) => Promise<void> {
  const { clock, timers, world, quirks, credentials, faults, log, keepBodies, origin } = context
  let closeAllsBefore = 0

  const operate = ({ request, operation }: Exchange, body: string): Answer => {
    const { style, answer } = operations[operation]
    const refusal = refuseToken(headerOf(request, 'token'), credentials, clock.now())
    if (refusal !== undefined) return refusalAnswer(style, refusal)
    const { searchParams: query } = targetOf(request)
    const contentType = headerOf(request, 'content-type') ?? ''
    const now = clock.now()
    const answered = answer({ query, body, contentType }, { world, quirks, now, origin: origin(), closeAllsBefore })
    if (operation === 'distroyCallSessionsByAppId') closeAllsBefore += 1
    return answered
  }

  const answerFaulty = (exchange: Exchange, body: string, armed: ArmedFault): boolean => {
    const { fault, processed = false } = armed
    const instead = answerInstead(fault, operations[exchange.operation].style)
    const isProcessed = instead === undefined || processed
    const own = isProcessed ? operate(exchange, body) : undefined
    const answer = instead ?? (own === undefined ? undefined : corrupt(own, fault))
    if (answer !== undefined) sendFaulty(exchange.response, answer, { fault, timers })
    return isProcessed
  }

  const respond = (exchange: Exchange, body: string, armed: ArmedFault | undefined): boolean => {
    if (armed !== undefined) return answerFaulty(exchange, body, armed)
    send(exchange.response, operate(exchange, body))
    return true
  }

  return async (exchange) => {
    const { request, response, operation, isReused } = exchange
    const armed = faults.consume(operation, isReused)
    const head: LoggedRequest = {
      ...describeHead(request, { at: clock.now(), operation, isReused }),
      fault: armed?.fault.kind,
    }
    if (isResetAtOnce(armed)) {
      reset(response)
      log.add(head)
      return
    }
    const body = await readBody(request)
    if (body.kind !== 'complete') {
      if (body.kind === 'too-large') tooLarge(response)
      log.add(head)
      return
    }
    const isProcessed = respond(exchange, body.text, armed)
    log.add({ ...head, isProcessed, body: keepBodies ? body.text : '' })
  }
}
