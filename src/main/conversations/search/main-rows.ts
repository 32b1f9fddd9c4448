/** The main database as the index reads it: its errors are told apart from those of the index, about which they say nothing. */
import type { DatabaseSync, SQLInputValue, SQLOutputValue } from 'node:sqlite'

type Row = Record<string, SQLOutputValue>

/** A query of the main database. */
export interface MainQuery {
  readonly get: (...values: SQLInputValue[]) => Row | undefined
  readonly all: (...values: SQLInputValue[]) => Row[]
}

/** Rows of the main database; everything throws `MainDatabaseError` in place of the database's own error. */
export interface MainRows {
  readonly prepare: (sql: string) => MainQuery
}

/** An error of the main database, which is its `cause`. */
export class MainDatabaseError extends Error {
  constructor(cause: unknown) {
    super('the main database could not be read', { cause })
    this.name = 'MainDatabaseError'
  }
}

function reading<Value>(work: () => Value): Value {
  try {
    return work()
  } catch (error) {
    throw new MainDatabaseError(error)
  }
}

export function mainRowsOf(database: DatabaseSync): MainRows {
  return {
    prepare: (sql) => {
      const statement = reading(() => database.prepare(sql))
      return {
        get: (...values) => reading(() => statement.get(...values)),
        all: (...values) => reading(() => statement.all(...values)),
      }
    },
  }
}
