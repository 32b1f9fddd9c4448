import { FailureError } from '../../shared/failure.ts'
import type { Failure } from '../../shared/failure.ts'
import type { Log } from './log.ts'

/** The failure of a `FailureError`; any other error is a bug and is logged. */
export function failureOf(log: Pick<Log, 'error'>, message: string, error: unknown): Failure {
  return error instanceof FailureError ? error.failure : { kind: 'internal', logId: log.error(message, error) }
}
