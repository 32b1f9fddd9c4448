/** Retry with backoff for reads. Only `client.ts` uses this, and only for repeatable operations. */
import { FailureError, isServiceFailure } from '../../shared/failure.ts'
import type { Failure, ServiceFailure } from '../../shared/failure.ts'
import { pause } from '../lib/clock.ts'
import type { Clock } from '../lib/clock.ts'
import { backoffMs } from '../lib/poller.ts'
import type { CallOptions } from './operations.ts'

export interface RetryPolicy {
  readonly maxRetries: number
  /** The longest wait before the first retry; doubled for each further retry. */
  readonly initialBackoffMs: number
  /** The longest `Retry-After` that is obeyed. A longer `Retry-After` ends the call. */
  readonly maxRetryAfterMs: number
  /** No retry after the exchanges of a call took this long, because an operator waits for the result. */
  readonly retryBudgetMs: number
}

interface Attempt {
  readonly failure: Failure
  readonly answerHeaders: Readonly<Record<string, string>>
  /** 0 for the first attempt. */
  readonly index: number
  /** Time spent in exchanges since the call began, in milliseconds. */
  readonly tookMs: number
}

const busyStatuses: ReadonlySet<number> = new Set([429, 502, 503, 504])

/** Milliseconds until the next attempt (full jitter, never before `Retry-After`); null when the failure is final. */
export function retryDelayMs(
  { failure, answerHeaders, index, tookMs }: Attempt,
  policy: RetryPolicy,
  { now, random }: { readonly now: number; readonly random: () => number },
): number | null {
  if (index >= policy.maxRetries || tookMs >= policy.retryBudgetMs || !isTransient(failure)) return null
  const requestedMs = retryAfterMs(answerHeaders['retry-after'], now)
  if (requestedMs > policy.maxRetryAfterMs) return null
  return requestedMs + backoffMs({ firstMs: policy.initialBackoffMs, maxMs: Infinity, jitter: [0, 1] }, index, random)
}

function isTransient(failure: Failure): boolean {
  if (!isServiceFailure(failure)) return false
  const { kind, httpStatus } = failure
  if (kind === 'connection-reset' || kind === 'timeout') return true
  return (kind === 'http' || kind === 'declined') && httpStatus !== null && busyStatuses.has(httpStatus)
}

/** Milliseconds that a `Retry-After` header asks for (seconds or an HTTP date); 0 when absent, past or unreadable. */
export function retryAfterMs(header: string | undefined, now: number): number {
  const value = header?.trim() ?? ''
  if (/^\d+$/.test(value)) return Number(value) * 1_000
  // An HTTP date begins with the name of a day; without this check `Date.parse` would read "-1" as a date.
  const at = /^[a-z]{3,9},? /i.test(value) ? Date.parse(value) : Number.NaN
  return Number.isNaN(at) ? 0 : Math.max(0, at - now)
}

/**
 * A failed call with the answer's headers (names in lower case; empty without an answer), for the decision on a retry.
 */
export class CallError extends FailureError {
  declare readonly failure: ServiceFailure
  readonly answerHeaders: Readonly<Record<string, string>>

  constructor(failure: ServiceFailure, answerHeaders: Readonly<Record<string, string>>) {
    super(failure)
    this.answerHeaders = answerHeaders
  }
}

/** Milliseconds of the `Retry-After` in the answer of a failed call; 0 without such a header. */
export function requestedDelayMs(error: unknown, now: number): number {
  return error instanceof CallError ? retryAfterMs(error.answerHeaders['retry-after'], now) : 0
}

interface RetryContext {
  readonly clock: Clock
  readonly random: () => number
  readonly signal: AbortSignal
  readonly onFailedAttempt: CallOptions['onFailedAttempt']
}

/** Runs `attempt` until it succeeds or fails finally. An abort during a wait fails with `cancelled`. */
export async function withRetry<Value>(
  attempt: () => Promise<Value>,
  policy: RetryPolicy,
  { clock, random, signal, onFailedAttempt }: RetryContext,
): Promise<Value> {
  let tookMs = 0
  for (let index = 0; ; index += 1) {
    const startedAt = clock.now()
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      const { failure, answerHeaders } = error
      const now = clock.now()
      tookMs += now - startedAt
      const waitMs = retryDelayMs({ failure, answerHeaders, index, tookMs }, policy, { now, random })
      if (waitMs === null) throw error
      onFailedAttempt?.(error)
      await pause(clock, waitMs, signal)
      if (!signal.aborted) continue
      const { operation, sent, at, httpStatus, code, message, exchangeId } = failure
      throw new FailureError({ kind: 'cancelled', operation, sent, at, httpStatus, code, message, exchangeId })
    }
  }
}
