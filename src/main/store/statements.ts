/** Prepared statements as functions: each throws a `storage` failure when the database refuses. */
import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite'
import { storing, withoutFlush } from './storage-failure.ts'

export type Row = Readonly<Record<string, SQLOutputValue>>

export type Cells = readonly SQLOutputValue[]

/** In order, or one object with the named ones. Booleans are kept as 0 or 1, lists and objects as JSON. */
type Given = readonly (SQLInputValue | boolean | object)[]

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !ArrayBuffer.isView(value)

/** As SQLite gives it back: half a character it does not keep, and a text it reads up to its first NUL. */
export const storedText = (text: string): string => text.toWellFormed().replaceAll('\0', '\uFFFD')

function stored(value: unknown): unknown {
  if (typeof value === 'boolean') return Number(value)
  if (typeof value === 'string') return storedText(value)
  return isObject(value) ? JSON.stringify(value) : (value ?? null)
}

function bound(given: Given): SQLInputValue[] {
  const [only] = given
  const isNamed = given.length === 1 && isObject(only) && !Array.isArray(only)
  const named = (values: object) =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, stored(value)]))
  // The boundary: SQLite itself refuses a value that is none of its own.
  return (isNamed ? [named(only)] : given.map(stored)) as SQLInputValue[]
}

/* oxlint-disable typescript/no-unnecessary-type-parameters -- whoever has a statement prepared names what it takes */
export function statementsIn(database: DatabaseSync) {
  const prepare = (sql: string): StatementSync => {
    const statement = database.prepare(sql)
    statement.setAllowUnknownNamedParameters(true)
    return statement
  }
  const first = <Values extends Given>(sql: string) => {
    const statement = prepare(sql)
    return (...values: Values): SQLOutputValue | undefined =>
      storing(() => Object.values(statement.get(...bound(values)) ?? {})[0])
  }
  return {
    /** Answers how many rows it changed. A loss of power before the next flushed write costs what is unflushed. */
    run: <Values extends Given>(sql: string, durability: 'flushed' | 'unflushed' = 'flushed') => {
      const statement = prepare(sql)
      return (...values: Values): number =>
        storing(() => {
          const write = (): number => Number(statement.run(...bound(values)).changes)
          // Within a transaction its end decides.
          return durability === 'unflushed' && !database.isTransaction ? withoutFlush(database, write) : write()
        })
    },
    /** The first row, as `read` understands it; null without one. */
    one: <Values extends Given, Value>(sql: string, read: (row: Row) => Value) => {
      const statement = prepare(sql)
      return (...values: Values): Value | null =>
        storing(() => {
          const row = statement.get(...bound(values))
          return row === undefined ? null : read(row)
        })
    },
    /** The first column of the first row; undefined without one. */
    value: first,
    /** The same as a number. */
    count: <Values extends Given>(sql: string) => {
      const value = first<Values>(sql)
      return (...values: Values): number => Number(value(...values))
    },
    /** Every row, as `read` understands it. */
    all: <Values extends Given, Value>(sql: string, read: (row: Row) => Value) => {
      const statement = prepare(sql)
      return (...values: Values): Value[] => storing(() => statement.all(...bound(values)).map((row) => read(row)))
    },
    /** Every row as a list of its columns, which takes half the time of objects. */
    lists: <Values extends Given>(sql: string) => {
      const statement = prepare(sql)
      statement.setReturnArrays(true)
      // The boundary: the types of Node know rows as objects alone.
      return (...values: Values) => storing(() => statement.all(...bound(values)) as unknown as readonly Cells[])
    },
    /** Every row, read as it is taken; errors of SQLite as they are. */
    each: <Values extends Given>(sql: string) => {
      const statement = prepare(sql)
      return (...values: Values) => statement.iterate(...bound(values))
    },
  }
}

/** Columns under the names that their values have in the program: `profileId` for `profile_id`. */
export function columnsAs(...names: readonly string[]): string {
  return names.map((name) => `${columnOf(name)} AS ${name}`).join(', ')
}

export function columnOf(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/**
 * The boundary: the columns of STRICT tables are what the type says. For thousands of rows, where a schema for each would
 * hold main for longer than reading them.
 */
export const trusted = <Value>(row: Row): Value => row as unknown as Value

/** The value of a column of JSON; null for NULL. Throws for what is no JSON. */
export function jsonIn(value: SQLOutputValue | undefined): unknown {
  return typeof value === 'string' ? JSON.parse(value) : null
}
