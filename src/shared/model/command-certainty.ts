import { isServiceFailure } from '../failure.ts'
import type { Failure, ServiceFailure } from '../failure.ts'

/**
 * A test of main's table enforces these names for the service's reads, so that no new operation is mistaken for a read.
 */
export function isServiceCommand(operation: string): boolean {
  return !/^(query|get)/.test(operation)
}

/** HTTP statuses that mean that a server refused a request before doing anything. */
const refusingStatuses: ReadonlySet<number> = new Set([400, 401, 403, 404, 405, 411, 413, 414, 415, 422, 429, 431, 451])

/**
 * `unknown` must never be shown as failed or sent again automatically: the account may have been charged, or calls cut.
 */
export function commandCertainty(failure: Failure): 'not-done' | 'unknown' {
  if (!isServiceFailure(failure)) return failure.kind === 'internal' ? 'unknown' : 'not-done'
  // A service that returns a task id has created the task, whatever else its answer says.
  if (failure.taskId !== undefined) return 'unknown'
  return failure.sent === 'no' || isRefusal(failure) ? 'not-done' : 'unknown'
}

function isRefusal(failure: ServiceFailure): boolean {
  const { kind, httpStatus } = failure
  // Part of the body was never sent, so the service has no complete request.
  if (kind === 'timeout' || kind === 'connection-reset') return failure.phase === 'upload'
  // Without a TLS connection neither side can read the other's data.
  if (kind === 'token-rejected' || kind === 'tls') return true
  // In a server error, `success: false` means that something failed on the way, perhaps after the work was done.
  if (kind === 'declined') return httpStatus === null || httpStatus < 500
  return kind === 'http' && httpStatus !== null && refusingStatuses.has(httpStatus)
}
