import { isServiceFailure } from '../failure.ts'
import type { Failure, ServiceFailure } from '../failure.ts'

/**
 * Whether an operation of the service creates or closes. Its reads begin with `query` or `get`, and a test of main's table
 * holds it to that: an operation that no page knows yet must not be told of as one that may simply be tried again.
 */
export function isServiceCommand(operation: string): boolean {
  return !/^(query|get)/.test(operation)
}

/** HTTP statuses with which a server says that it refused a request as it stood, before doing anything. */
const refusingStatuses: ReadonlySet<number> = new Set([400, 401, 403, 404, 405, 411, 413, 414, 415, 422, 429, 431, 451])

/**
 * Tells of a failed command whether it certainly had no effect.
 * `unknown` must never be shown as failed and never be sent again by itself: the account may have been charged, calls
 * may have been cut.
 */
export function commandCertainty(failure: Failure): 'not-done' | 'unknown' {
  if (!isServiceFailure(failure)) return failure.kind === 'internal' ? 'unknown' : 'not-done'
  return failure.sent === 'no' || isRefusal(failure) ? 'not-done' : 'unknown'
}

function isRefusal({ kind, httpStatus }: ServiceFailure): boolean {
  if (kind === 'token-rejected') return true
  // In a server's error "false" means that something broke on the way, perhaps after the work was done.
  if (kind === 'declined') return httpStatus === null || httpStatus < 500
  return kind === 'http' && httpStatus !== null && refusingStatuses.has(httpStatus)
}
