/** Prepared statements as functions: each throws a `storage` failure when the database refuses. */
import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite'
import { storing, withoutFlush } from './storage-failure.ts'

export type Row = Readonly<Record<string, SQLOutputValue>>

export type Cells = readonly SQLOutputValue[]

/** Positional values, or one object with named values. Booleans are stored as 0 or 1, lists and objects as JSON. */
type StatementArgs = readonly (SQLInputValue | boolean | object)[]

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !ArrayBuffer.isView(value)

/** The text as SQLite returns it: it does not store a lone surrogate, and reads a text up to its first NUL. */
export const storedText = (text: string): string => text.toWellFormed().replaceAll('\0', '\uFFFD')

function stored(value: unknown): unknown {
  if (typeof value === 'boolean') return Number(value)
  if (typeof value === 'string') return storedText(value)
  return isObject(value) ? JSON.stringify(value) : (value ?? null)
}

function boundValues(args: StatementArgs): SQLInputValue[] {
  const [only] = args
  const isNamed = args.length === 1 && isObject(only) && !Array.isArray(only)
  const named = (values: object) =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, stored(value)]))
  // The boundary: SQLite itself refuses a value of an unsupported type.
  return (isNamed ? [named(only)] : args.map(stored)) as SQLInputValue[]
}

/* oxlint-disable typescript/no-unnecessary-type-parameters -- the caller of a statement names its parameters */
export function statementsIn(database: DatabaseSync) {
  const prepare = (sql: string): StatementSync => {
    const statement = database.prepare(sql)
    statement.setAllowUnknownNamedParameters(true)
    return statement
  }
  const first = <Values extends StatementArgs>(sql: string) => {
    const statement = prepare(sql)
    return (...values: Values): SQLOutputValue | undefined =>
      storing(() => Object.values(statement.get(...boundValues(values)) ?? {})[0])
  }
  return {
    /** Returns how many rows it changed. A power loss before the next flushed write may cost an unflushed write. */
    run: <Values extends StatementArgs>(sql: string, durability: 'flushed' | 'unflushed' = 'flushed') => {
      const statement = prepare(sql)
      return (...values: Values): number =>
        storing(() => {
          const write = (): number => Number(statement.run(...boundValues(values)).changes)
          // Within a transaction, the transaction's durability applies.
          return durability === 'unflushed' && !database.isTransaction ? withoutFlush(database, write) : write()
        })
    },
    /** The first row, parsed by `read`; null without a row. */
    one: <Values extends StatementArgs, Value>(sql: string, read: (row: Row) => Value) => {
      const statement = prepare(sql)
      return (...values: Values): Value | null =>
        storing(() => {
          const row = statement.get(...boundValues(values))
          return row === undefined ? null : read(row)
        })
    },
    /** The first column of the first row; undefined without a row. */
    value: first,
    /** The same as a number. */
    count: <Values extends StatementArgs>(sql: string) => {
      const value = first<Values>(sql)
      return (...values: Values): number => Number(value(...values))
    },
    /** Every row, parsed by `read`. */
    all: <Values extends StatementArgs, Value>(sql: string, read: (row: Row) => Value) => {
      const statement = prepare(sql)
      return (...values: Values): Value[] =>
        storing(() => statement.all(...boundValues(values)).map((row) => read(row)))
    },
    /** Every row as a list of its columns, which takes half the time of objects. */
    lists: <Values extends StatementArgs>(sql: string) => {
      const statement = prepare(sql)
      statement.setReturnArrays(true)
      // The boundary: Node's types describe rows only as objects.
      return (...values: Values) => storing(() => statement.all(...boundValues(values)) as unknown as readonly Cells[])
    },
    /** Every row, read when the iteration reaches it; errors of SQLite are thrown unchanged. */
    each: <Values extends StatementArgs>(sql: string) => {
      const statement = prepare(sql)
      return (...values: Values) => statement.iterate(...boundValues(values))
    },
  }
}

/** Columns with the names of their values in the program: `profileId` for `profile_id`. */
export function columnsAs(...names: readonly string[]): string {
  return names.map((name) => `${columnOf(name)} AS ${name}`).join(', ')
}

export function columnOf(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/**
 * The boundary: STRICT tables guarantee the column types. For thousands of rows, where a schema for each row would
 * block main for longer than the read.
 */
export const trusted = <Value>(row: Row): Value => row as unknown as Value

/** The value of a JSON column; null for NULL. Throws for text that is not JSON. */
export function jsonIn(value: SQLOutputValue | undefined): unknown {
  return typeof value === 'string' ? JSON.parse(value) : null
}
