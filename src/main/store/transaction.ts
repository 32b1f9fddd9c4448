import type { DatabaseSync } from 'node:sqlite'
import { storing } from './storage-failure.ts'

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
