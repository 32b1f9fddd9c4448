/** Handles one request from its head to its answer: fault, body, token, operation, log. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { LoggedRequest, RequestLog } from './control.ts'
import { answerInstead, corrupt, reset, send, sendFaulty } from './delivery.ts'
import { jsonAnswer, refusalAnswer } from './envelope.ts'
import type { Answer } from './envelope.ts'
import type { ArmedFault, Faults } from './faults.ts'
import type { Media } from './media.ts'
import { operations } from './operations.ts'
import type { OperationName, Quirks } from './operations.ts'
import type { PracticeClock, World } from './practice-world.ts'
import { refuseToken } from './token.ts'
import type { PracticeCredentials } from './token.ts'

/** Shared state of a running service. */
export interface PracticeContext {
  readonly clock: PracticeClock
  readonly timers: Set<() => void>
  readonly world: World
  readonly quirks: Quirks
  readonly credentials: PracticeCredentials
  readonly faults: Faults
  readonly log: RequestLog
  readonly media: Media
  /** Such as `/openapi/v2`, without a trailing slash. */
  readonly prefix: string
  readonly keepBodies: boolean
  readonly origin: () => string
}

interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly operation: OperationName
  readonly isReused: boolean
}

/** A larger body gets a 413 answer. */
export const bodyLimitBytes = 32 * 1024 * 1024

/** Never rejects. */
function readBody(request: IncomingMessage): Promise<{ readonly text: string } | 'too-large' | 'aborted'> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let length = 0
    const abort = (): void => resolve('aborted')
    request.on('data', (chunk: Buffer) => {
      length += chunk.length
      if (length > bodyLimitBytes) {
        request.pause()
        resolve('too-large')
      } else chunks.push(chunk)
    })
    request.on('end', () => resolve({ text: Buffer.concat(chunks).toString('utf8') }))
    request.on('close', abort)
    request.on('error', abort)
  })
}

/** The request's path and query; an unreadable target is the path `/`. */
export function targetOf(request: IncomingMessage): URL {
  const base = 'http://practice.invalid'
  const target = request.url ?? '/'
  // Not `new URL(target, base)`, which would read `//host/…` as a different host.
  return URL.canParse(base + target) ? new URL(base + target) : new URL(base)
}

/** Repeated headers are joined by a comma. */
export function headerOf(request: IncomingMessage, name: string): string | undefined {
  return request.headersDistinct[name]?.join(', ')
}

export function describeHead(
  request: IncomingMessage,
  facts: Pick<LoggedRequest, 'at' | 'operation' | 'isReused'>,
): LoggedRequest {
  return {
    ...facts,
    method: request.method ?? '',
    target: request.url ?? '',
    query: Object.fromEntries(targetOf(request).searchParams),
    headers: Object.fromEntries(Object.keys(request.headers).map((name) => [name, headerOf(request, name) ?? ''])),
    body: '',
    fault: undefined,
    isProcessed: false,
  }
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
    const now = clock.now()
    const refusal = refuseToken(headerOf(request, 'token'), credentials, now)
    if (refusal !== undefined) return refusalAnswer(style, refusal)
    const { searchParams: query } = targetOf(request)
    const contentType = headerOf(request, 'content-type') ?? ''
    const answered = answer({ query, body, contentType }, { world, quirks, now, origin: origin(), closeAllsBefore })
    if (operation === 'distroyCallSessionsByAppId') closeAllsBefore += 1
    return answered
  }

  const respond = (exchange: Exchange, body: string, armed: ArmedFault | undefined): boolean => {
    if (armed === undefined) {
      send(exchange.response, operate(exchange, body))
      return true
    }
    const { fault, processed = false } = armed
    const instead = answerInstead(fault, operations[exchange.operation].style)
    const processedAnswer = instead === undefined || processed ? operate(exchange, body) : undefined
    const answer = instead ?? (processedAnswer && corrupt(processedAnswer, fault))
    if (answer !== undefined) sendFaulty(exchange.response, answer, { fault, clock, timers })
    return processedAnswer !== undefined
  }

  return async (exchange) => {
    const { request, response, operation, isReused } = exchange
    const armed = faults.consume(operation, isReused)
    const fault = armed?.fault.kind
    const head = { ...describeHead(request, { at: clock.now(), operation, isReused }), fault }
    if (fault === 'reset-before-read' || fault === 'reset-kept-alive') {
      reset(response)
      log.add(head)
      return
    }
    const body = await readBody(request)
    if (typeof body === 'string') {
      if (body === 'too-large') tooLarge(response)
      log.add(head)
      return
    }
    const isProcessed = respond(exchange, body.text, armed)
    log.add({ ...head, isProcessed, body: keepBodies ? body.text : '' })
  }
}
