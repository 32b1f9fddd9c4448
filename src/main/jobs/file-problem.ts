import { basename } from 'node:path'
import { FailureError, refusal } from '../../shared/failure.ts'

/**
 * Why a file of the operator could not be read, ready to throw: `file-gone` with its name, or `file-unreadable` with the
 * system's code. It is their file and not our disk, so it is never a `storage` failure.
 */
export function fileProblem(error: unknown, path: string): FailureError {
  if (error instanceof FailureError) return error
  const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
  const isGone = code === 'ENOENT' || code === 'ENOTDIR'
  const problem = isGone ? refusal('file-gone', basename(path)) : refusal('file-unreadable', code)
  return Object.assign(problem, { cause: error })
}
