import { FailureError } from '../../shared/failure.ts'
import type { Failure } from '../../shared/failure.ts'
import type { Log } from './log.ts'

/** The failure that an error is; any other error is a bug, and logged. */
export function failureOf(log: Pick<Log, 'error'>, what: string, error: unknown): Failure {
  return error instanceof FailureError ? error.failure : { kind: 'internal', logId: log.error(what, error) }
}
