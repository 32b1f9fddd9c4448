import { isServiceFailure } from '../failure.ts'
import type { Failure, ServiceFailure } from '../failure.ts'

/** HTTP statuses with which a server says that it refused a request as it stood, before doing anything. */
const refusingStatuses: ReadonlySet<number> = new Set([400, 401, 403, 404, 405, 411, 413, 414, 415, 422, 429, 431, 451])

/**
 * Tells of a failed createAvatar whether the creation certainly did not happen. `unknown` must never be shown as failed
 * and never be sent again by itself: the account may have been charged.
 */
export function creationCertainty(failure: Failure): 'not-created' | 'unknown' {
  if (!isServiceFailure(failure)) return failure.kind === 'internal' ? 'unknown' : 'not-created'
  return failure.sent === 'no' || isRefusal(failure) ? 'not-created' : 'unknown'
}

function isRefusal(failure: ServiceFailure): boolean {
  if (failure.kind === 'declined' || failure.kind === 'token-rejected') return true
  return failure.kind === 'http' && failure.httpStatus !== null && refusingStatuses.has(failure.httpStatus)
}
