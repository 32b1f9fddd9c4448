/** What a failed read means for the reads after it. */
import type { Failure, FailureKind, ServiceFacts } from '../../../shared/failure.ts'

/**
 * Whom a failure concerns: `all` reads; `all-until-changed` those too, until somebody does something about it; `this` one
 * alone; `perhaps-all` cannot be told from one answer; `nobody` when the read was broken off.
 */
export type Concern = 'all' | 'all-until-changed' | 'perhaps-all' | 'this' | 'nobody'

function ofStatus({ httpStatus }: ServiceFacts): Concern {
  if (httpStatus === 429 || httpStatus === 502 || httpStatus === 503 || httpStatus === 504) return 'all'
  return httpStatus !== null && httpStatus >= 500 ? 'perhaps-all' : 'this'
}

// Kinds that are not named here are about what the service says of one conversation, or cannot come of a fetch.
const concerns: Readonly<Partial<Record<FailureKind, Concern>>> = {
  offline: 'all',
  dns: 'all',
  tls: 'all',
  'connection-refused': 'all',
  'link-local': 'all',
  'proxy-authentication': 'all',
  redirect: 'all',
  refused: 'all',
  storage: 'all',
  'token-rejected': 'all-until-changed',
  'no-token': 'all-until-changed',
  'keychain-missing': 'all-until-changed',
  'keychain-locked': 'all-until-changed',
  'secret-not-for-host': 'all-until-changed',
  'connection-reset': 'perhaps-all',
  timeout: 'perhaps-all',
  'cut-short': 'perhaps-all',
  // A sign-in page of the network answers like this whatever is asked for.
  'not-json': 'perhaps-all',
  unread: 'perhaps-all',
  cancelled: 'nobody',
}

/** Whom this failure of a fetch concerns. */
export function concernOf(failure: Failure): Concern {
  if (failure.kind === 'http' || failure.kind === 'declined') return ofStatus(failure)
  return concerns[failure.kind] ?? 'this'
}

const maxNotJson = 2

/** Whether reads go on at once after a failure that perhaps concerns all; `inARow` counts the `not-json` up to this one. */
export function continuesAfter({ kind }: Failure, inARow: number): boolean {
  return kind === 'not-json' && inARow <= maxNotJson
}
