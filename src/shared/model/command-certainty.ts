import { isServiceFailure } from '../failure.ts'
import type { Failure, ServiceFailure } from '../failure.ts'

/** A test of main's table holds the service's reads to these names: no new operation may be taken for a read. */
export function isServiceCommand(operation: string): boolean {
  return !/^(query|get)/.test(operation)
}

/** HTTP statuses with which a server says that it refused a request as it stood, before doing anything. */
const refusingStatuses: ReadonlySet<number> = new Set([400, 401, 403, 404, 405, 411, 413, 414, 415, 422, 429, 431, 451])

/** `unknown` must never be shown as failed or sent again by itself: the account may have been charged, calls cut. */
export function commandCertainty(failure: Failure): 'not-done' | 'unknown' {
  if (!isServiceFailure(failure)) return failure.kind === 'internal' ? 'unknown' : 'not-done'
  // A service that names a task has made one, whatever else its answer says.
  if (failure.taskId !== undefined) return 'unknown'
  return failure.sent === 'no' || isRefusal(failure) ? 'not-done' : 'unknown'
}

function isRefusal(failure: ServiceFailure): boolean {
  const { kind, httpStatus } = failure
  // Part of the body never left: nobody has a whole request.
  if (kind === 'timeout' || kind === 'connection-reset') return failure.phase === 'upload'
  // Without TLS between them neither side can read the other.
  if (kind === 'token-rejected' || kind === 'tls') return true
  // In a server's error "false" means that something broke on the way, perhaps after the work was done.
  if (kind === 'declined') return httpStatus === null || httpStatus < 500
  return kind === 'http' && httpStatus !== null && refusingStatuses.has(httpStatus)
}
