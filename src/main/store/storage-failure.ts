/** Distinguishes problems of the disk and of the database from each other and from mistakes of the program. */
import { FailureError } from '../../shared/failure.ts'
import type { DatabaseSync } from 'node:sqlite'

type Reason = 'full' | 'read-only' | 'corrupt' | 'other'

// Primary result codes of SQLite (the low byte of an extended one): https://www.sqlite.org/rescode.html
const sqliteCodes: readonly (readonly [Reason, readonly number[]])[] = [
  ['read-only', [3, 8]], // PERM, READONLY
  ['corrupt', [11, 26]], // CORRUPT, NOTADB
  ['full', [13]], // FULL
  ['other', [5, 6, 7, 10, 14, 15, 22]], // BUSY, LOCKED, NOMEM, IOERR, CANTOPEN, PROTOCOL, NOLFS
]

// IOERR_SHMSIZE: the shared-memory file could not grow, which is how a full disk appears at the first write.
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
  const primary = error.errcode & 0xff
  return sqliteCodes.find(([, codes]) => codes.includes(primary))?.[0] ?? null
}

function systemReason(error: Error): Reason | null {
  if (!('errno' in error) || !('code' in error) || typeof error.code !== 'string') return null
  return systemReasons[error.code] ?? 'other'
}

// A broken constraint or a wrong statement is a mistake of the program, so this returns null: it must be logged with
// its stack.
function reasonOf(error: unknown): Reason | null {
  if (!(error instanceof Error)) return null
  // The earlier failure explains more than a file that could not be closed (`await using`).
  if (error instanceof SuppressedError) return reasonOf(error.suppressed)
  return sqliteReason(error) ?? systemReason(error)
}

/** The `storage` failure for an error of SQLite or of the file system; the reason is `other` for anything else. */
export function asStorageFailure(error: unknown): FailureError {
  if (error instanceof SuppressedError) return asStorageFailure(error.suppressed)
  if (error instanceof FailureError) return error
  const detail = error instanceof Error ? error.message : String(error)
  const failure = new FailureError({ kind: 'storage', reason: reasonOf(error) ?? 'other', detail })
  failure.cause = error
  return failure
}

/** Throws a mistake of the program, for example a broken constraint, unchanged. Synchronous work only. */
export function storing<Value>(work: () => Value): Value {
  try {
    return work()
  } catch (error) {
    throw reasonOf(error) === null ? error : asStorageFailure(error)
  }
}

/**
 * Stores everything that `work` writes, or nothing; an `unflushed` transaction may be lost in a power loss before the
 * next flushed write. Synchronous work only. Failures: storage.
 */
export function inTransaction<Value>(
  database: DatabaseSync,
  work: () => Value,
  durability: 'flushed' | 'unflushed' = 'flushed',
): Value {
  return durability === 'flushed'
    ? transacted(database, work)
    : withoutFlush(database, () => transacted(database, work))
}

/** No write of `work` waits for the disk. */
export function withoutFlush<Value>(database: DatabaseSync, work: () => Value): Value {
  return storing(() => {
    const before = Number(database.prepare('PRAGMA synchronous').get()?.['synchronous'])
    database.exec('PRAGMA synchronous = NORMAL')
    try {
      return work()
    } finally {
      database.exec(`PRAGMA synchronous = ${String(before)}`)
    }
  })
}

function transacted<Value>(database: DatabaseSync, work: () => Value): Value {
  return storing(() => {
    database.exec('BEGIN IMMEDIATE')
    try {
      const value = work()
      database.exec('COMMIT')
      return value
    } catch (error) {
      // A full disk makes SQLite roll back automatically; a second ROLLBACK would hide the reason.
      if (database.isTransaction) database.exec('ROLLBACK')
      throw error
    }
  })
}
