/**
 * Takes out of a damaged database whatever rows can still be read. A damaged page costs the rows on it and no others:
 * the rows around it are found by their numbers.
 */
import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import type { SQLInputValue, SQLOutputValue, StatementResultingChanges } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { FailureError } from '../../shared/failure.ts'
import type { Log } from '../log.ts'
import { asStorageFailure, storing } from './storage-failure.ts'
import { inTransaction } from './transaction.ts'

type Row = Readonly<Record<string, SQLOutputValue>>

interface Table {
  readonly name: string
  readonly columns: readonly string[]
  /** False for tables that are kept in the order of their own key. */
  readonly isNumbered: boolean
}

// Numbers tried one by one behind a damaged page before the rest of a table is given up.
const mostMisses = 20_000

function isDamage(error: unknown): boolean {
  const { failure } = asStorageFailure(error)
  return failure.kind === 'storage' && failure.reason === 'corrupt'
}

function tablesOf(database: DatabaseSync): readonly Table[] {
  return database
    .prepare(
      "SELECT name, wr FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%'",
    )
    .all()
    .map(({ name, wr }) => ({
      name: String(name),
      isNumbered: wr === 0,
      columns: database
        .prepare('SELECT name FROM pragma_table_info(?)')
        .all(String(name))
        .map((column) => String(column['name'])),
    }))
}

function* numberedRows(damaged: DatabaseSync, { name, columns }: Table): Generator<Row> {
  const next = damaged.prepare(
    `SELECT rowid AS row_number, ${columns.join(', ')} FROM ${name} WHERE rowid >= ? ORDER BY rowid LIMIT 1`,
  )
  let from = 0
  for (let misses = 0; misses < mostMisses;) {
    let row: Row | undefined
    try {
      row = next.get(from)
    } catch (error) {
      if (!isDamage(error)) throw error
      misses += 1
      from += 1
      continue
    }
    if (row === undefined) return
    yield row
    from = Number(row['row_number']) + 1
  }
}

function* keyedRows(damaged: DatabaseSync, { name, columns }: Table): Generator<Row> {
  try {
    yield* damaged.prepare(`SELECT ${columns.join(', ')} FROM ${name}`).iterate()
  } catch (error) {
    if (!isDamage(error)) throw error
  }
}

/** The table as both files know it: an older file lacks the columns that came later. */
function common(table: Table, known: readonly Table[]): Table | null {
  const before = known.find(({ name }) => name === table.name)
  return before === undefined
    ? null
    : { ...before, columns: table.columns.filter((column) => before.columns.includes(column)) }
}

// Damage inside a row is found only when it is written: text in place of a number, JSON that is none any more.
function isTaken(insert: () => StatementResultingChanges, lost: (error: unknown) => void): boolean {
  try {
    return storing(insert).changes !== 0
  } catch (error) {
    if (error instanceof FailureError) throw error
    lost(error)
    return false
  }
}

function copyTable(
  from: DatabaseSync,
  to: DatabaseSync,
  { table, log }: { readonly table: Table; readonly log: Log },
): number {
  const { name, columns, isNumbered } = table
  const insert = to.prepare(
    `INSERT OR IGNORE INTO ${name} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
  )
  let copied = 0
  for (const row of isNumbered ? numberedRows(from, table) : keyedRows(from, table)) {
    const values = columns.map((column): SQLInputValue => row[column] ?? null)
    const lost = (error: unknown): void => {
      log.warn(`database: a row of ${name} does not fit and is lost: ${String(error)}`)
    }
    if (isTaken(() => insert.run(...values), lost)) copied += 1
  }
  return copied
}

/** What refers to a row that is lost refers to nothing: a reference that cannot be kept would be refused later on. */
function dropLostReferences(database: DatabaseSync): void {
  for (const { table, rowid, fkid } of database.prepare('PRAGMA foreign_key_check').all()) {
    const links = database.prepare('SELECT "from" FROM pragma_foreign_key_list(?) WHERE id = ?')
    for (const link of links.all(String(table), Number(fkid))) {
      database.prepare(`UPDATE ${String(table)} SET ${String(link['from'])} = NULL WHERE rowid = ?`).run(Number(rowid))
    }
  }
}

/**
 * What holds for jobs that were salvaged. A damaged log may have taken the last steps of a job with it, so one that waits
 * may have been sent: its queue is paused until the operator has looked. One that lost its image cannot be sent.
 */
export const salvagedJobsRest = `
  UPDATE jobs SET state = 'rejected', failure = '{"kind":"not-found","what":"image"}'
    WHERE state = 'waiting' AND image_id IS NULL AND (file_name <> '' OR original_id IS NOT NULL);
  INSERT INTO queues (profile_id, paused) SELECT DISTINCT profile_id, 1 FROM jobs WHERE state = 'waiting'
    ON CONFLICT (profile_id) DO UPDATE SET paused = 1;
`

/** What a salvage takes: the damaged file, the new database with the newest schema, and SQL for what was taken over. */
export interface SalvageOptions {
  readonly file: string
  readonly into: DatabaseSync
  readonly afterwards: string
  readonly log: Log
}

function copyAll({ into, afterwards, log }: SalvageOptions, damaged: DatabaseSync): number {
  const known = tablesOf(damaged)
  return inTransaction(into, () => {
    let total = 0
    for (const table of tablesOf(into)) {
      const shared = common(table, known)
      const copied = shared === null ? 0 : copyTable(damaged, into, { table: shared, log })
      if (copied > 0) log.info(`database: ${copied} rows of ${table.name} salvaged`)
      total += copied
    }
    if (total > 0) {
      dropLostReferences(into)
      into.exec(afterwards)
    }
    return total
  })
}

// Read as it lies there, without a log and a lock beside it, unless a log belongs to it.
function openDamaged(file: string): DatabaseSync {
  const address = pathToFileURL(file)
  if (!existsSync(`${file}-wal`)) address.searchParams.set('immutable', '1')
  return new DatabaseSync(address, { readOnly: true })
}

/**
 * Copies every row that can be read and fits into an empty database, all or nothing, and answers how many; 0 when the
 * file is beyond reading. The damaged file is not changed.
 */
export function salvageDatabase(options: SalvageOptions): number {
  const { file, into, log } = options
  // References are put right once everything is there.
  into.exec('PRAGMA foreign_keys = OFF')
  try {
    const damaged = openDamaged(file)
    try {
      return copyAll(options, damaged)
    } finally {
      damaged.close()
    }
  } catch (error) {
    log.error(`nothing could be salvaged from ${file}`, error)
    return 0
  } finally {
    into.exec('PRAGMA foreign_keys = ON')
  }
}
