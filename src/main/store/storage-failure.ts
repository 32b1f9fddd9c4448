/** Tells problems of the disk and of the database apart, and apart from mistakes of the program. */
import { FailureError } from '../../shared/failure.ts'
import type { DatabaseSync } from 'node:sqlite'

type Reason = 'full' | 'read-only' | 'corrupt' | 'other'

// Primary result codes of SQLite (the low byte of an extended one): https://www.sqlite.org/rescode.html
const sqliteReasons: ReadonlyMap<number, Reason> = new Map<number, Reason>([
  [3, 'read-only'], // PERM
  [5, 'other'], // BUSY
  [6, 'other'], // LOCKED
  [7, 'other'], // NOMEM
  [8, 'read-only'], // READONLY
  [10, 'other'], // IOERR
  [11, 'corrupt'], // CORRUPT
  [13, 'full'], // FULL
  [14, 'other'], // CANTOPEN
  [15, 'other'], // PROTOCOL
  [22, 'other'], // NOLFS
  [26, 'corrupt'], // NOTADB
])

// IOERR_SHMSIZE: the shared-memory file could not grow, which is how a full disk shows itself at the first write.
const shmSize = 4_874

const systemReasons: Readonly<Record<string, Reason>> = {
  ENOSPC: 'full',
  EDQUOT: 'full',
  EROFS: 'read-only',
  EACCES: 'read-only',
  EPERM: 'read-only',
}

function sqliteReason(error: Error): Reason | null {
  if (!('errcode' in error) || typeof error.errcode !== 'number') return null
  if (error.errcode === shmSize) return 'full'
  return sqliteReasons.get(error.errcode & 0xff) ?? null
}

function systemReason(error: Error): Reason | null {
  if (!('errno' in error) || !('code' in error) || typeof error.code !== 'string') return null
  return systemReasons[error.code] ?? 'other'
}

// A broken constraint or a wrong statement is a mistake of the program, hence null: it must be logged with its stack.
function reasonOf(error: unknown): Reason | null {
  if (!(error instanceof Error)) return null
  // A file that could not be closed either (`await using`) says less than what failed before.
  if (error instanceof SuppressedError) return reasonOf(error.suppressed)
  return sqliteReason(error) ?? systemReason(error)
}

/** The `storage` failure for an error of SQLite or of the file system; `other` for anything else. */
export function asStorageFailure(error: unknown): FailureError {
  if (error instanceof SuppressedError) return asStorageFailure(error.suppressed)
  if (error instanceof FailureError) return error
  const detail = error instanceof Error ? error.message : String(error)
  const failure = new FailureError({ kind: 'storage', reason: reasonOf(error) ?? 'other', detail })
  failure.cause = error
  return failure
}

/**
 * Runs `work` and answers its value; an error of the disk or of the database is thrown as a `storage` failure, a mistake
 * of the program (a broken constraint, a wrong statement, any other exception) as it is. Synchronous work only.
 */
export function storing<Value>(work: () => Value): Value {
  try {
    return work()
  } catch (error) {
    throw reasonOf(error) === null ? error : asStorageFailure(error)
  }
}

/**
 * Runs `work` in one transaction and answers its value: either all of what it writes is on disk afterwards, or nothing.
 * Synchronous work only. Throws a `storage` failure when the database refuses.
 */
export function inTransaction<Value>(database: DatabaseSync, work: () => Value): Value {
  return storing(() => {
    database.exec('BEGIN IMMEDIATE')
    try {
      const value = work()
      database.exec('COMMIT')
      return value
    } catch (error) {
      // A full disk makes SQLite roll back by itself; a second ROLLBACK would hide the reason.
      if (database.isTransaction) database.exec('ROLLBACK')
      throw error
    }
  })
}
