/**
 * Takes out of a damaged database whatever rows can still be read. A damaged page costs the rows on it and no others:
 * the rows around it are found by their numbers.
 */
import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import type { SQLInputValue, SQLOutputValue, StatementResultingChanges } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { FailureError } from '../../shared/failure.ts'
import type { Log } from '../lib/log.ts'
import { quickCheck, schemaVersion } from './migrate.ts'
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
const maxMisses = 20_000

function isDamage(error: unknown): boolean {
  const { failure } = asStorageFailure(error)
  return failure.kind === 'storage' && failure.reason === 'corrupt'
}

// Texts for searching are made anew from the snapshots.
function tablesOf(database: DatabaseSync): readonly Table[] {
  return database
    .prepare(
      `SELECT name, wr FROM pragma_table_list
        WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%' AND name <> 'snapshot_texts'`,
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

/** What could not be read of a table: nothing, while it is whole. */
interface Loss {
  isWhole: boolean
  /** Numbers of rows that are missing among others that are there. */
  readonly numbers: number[]
}

function* numberedRows(damaged: DatabaseSync, { name, columns }: Table, loss: Loss): Generator<Row> {
  const next = damaged.prepare(
    `SELECT rowid AS row_number, ${columns.join(', ')} FROM ${name} WHERE rowid >= ? ORDER BY rowid LIMIT 1`,
  )
  let from = 0
  let skipped: number[] = []
  for (let misses = 0; misses < maxMisses;) {
    let row: Row | undefined
    try {
      row = next.get(from)
    } catch (error) {
      if (!isDamage(error)) throw error
      loss.isWhole = false
      skipped.push(from)
      misses += 1
      from += 1
      continue
    }
    if (row === undefined) return
    yield row
    from = Number(row['row_number']) + 1
    loss.numbers.push(...skipped)
    skipped = []
  }
}

function* keyedRows(damaged: DatabaseSync, { name, columns }: Table, loss: Loss): Generator<Row> {
  try {
    yield* damaged.prepare(`SELECT ${columns.join(', ')} FROM ${name}`).iterate()
  } catch (error) {
    if (!isDamage(error)) throw error
    loss.isWhole = false
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
function isInserted(insert: () => StatementResultingChanges, lost: (error: unknown) => void): boolean {
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
  { table, loss, log }: { readonly table: Table; readonly loss: Loss; readonly log: Log },
): number {
  const { name, columns, isNumbered } = table
  const insert = to.prepare(
    `INSERT OR IGNORE INTO ${name} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
  )
  let copied = 0
  for (const row of isNumbered ? numberedRows(from, table, loss) : keyedRows(from, table, loss)) {
    const values = columns.map((column): SQLInputValue => row[column] ?? null)
    const lost = (error: unknown): void => {
      loss.isWhole = false
      log.warn(`database: a row of ${name} does not fit and is lost: ${String(error)}`)
    }
    if (isInserted(() => insert.run(...values), lost)) copied += 1
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
  /** Files of copies, newest first: what cannot be read comes from the first that is sound. */
  readonly copies?: readonly string[]
  readonly log: Log
}

/** What was taken over. */
export interface Salvaged {
  /** Rows of the damaged file. */
  readonly rows: number
  /** The copy that the rest came from; null when nothing was needed of one, or none was sound. */
  readonly copy: string | null
  /** At most so many rows are in neither. */
  readonly missing: number
}

type Losses = ReadonlyMap<string, Loss>

interface CopiedRows {
  readonly rows: number
  readonly losses: Losses
}

function copyRows(from: DatabaseSync, { into, log }: SalvageOptions, isWanted: (name: string) => boolean): CopiedRows {
  const known = tablesOf(from)
  const losses = new Map<string, Loss>()
  let rows = 0
  for (const table of tablesOf(into)) {
    if (!isWanted(table.name)) continue
    const shared = common(table, known)
    const loss: Loss = { isWhole: shared !== null, numbers: [] }
    losses.set(table.name, loss)
    const copied = shared === null ? 0 : copyTable(from, into, { table: shared, loss, log })
    if (copied > 0) log.info(`database: ${String(copied)} rows of ${table.name} taken over`)
    rows += copied
  }
  return { rows, losses }
}

// Read as it lies there, without a log and a lock beside it, unless a log belongs to it.
function openReadable(file: string): DatabaseSync {
  const address = pathToFileURL(file)
  if (!existsSync(`${file}-wal`)) address.searchParams.set('immutable', '1')
  return new DatabaseSync(address, { readOnly: true })
}

function read<Value>(file: string, log: Log, work: (database: DatabaseSync) => Value): Value | null {
  try {
    const database = openReadable(file)
    try {
      return work(database)
    } finally {
      database.close()
    }
  } catch (error) {
    log.error(`nothing could be taken from ${file}`, error)
    return null
  }
}

function isUsable(copy: DatabaseSync, into: DatabaseSync): boolean {
  return schemaVersion(copy) <= schemaVersion(into) && quickCheck(copy) === null
}

// A table that was read to its end says what was deleted since the copy; only the others take from it.
function fill(options: SalvageOptions, isWanted: (name: string) => boolean): string | null {
  const { copies = [], into, log } = options
  for (const file of copies) {
    const copiedRows = read(file, log, (copy) => (isUsable(copy, into) ? copyRows(copy, options, isWanted) : null))
    if (copiedRows !== null) return file
  }
  return null
}

function missingOf(into: DatabaseSync, losses: Losses): number {
  const counts = [...losses].map(([name, { numbers }]) => {
    const absent = into.prepare(
      `SELECT count(*) AS n FROM json_each(?) AS missed WHERE missed.value NOT IN (SELECT rowid FROM ${name})`,
    )
    return numbers.length === 0 ? 0 : Number(absent.get(JSON.stringify(numbers))?.['n'])
  })
  return counts.reduce((sum, count) => sum + count, 0)
}

function combine(options: SalvageOptions): Salvaged {
  const { file, into, afterwards, log } = options
  return inTransaction(into, () => {
    const copiedRows = read(file, log, (damaged) => copyRows(damaged, options, () => true))
    const losses: Losses = copiedRows?.losses ?? new Map<string, Loss>()
    const isLacking = (name: string): boolean => losses.get(name)?.isWhole !== true
    const copy = tablesOf(into).some(({ name }) => isLacking(name)) ? fill(options, isLacking) : null
    dropLostReferences(into)
    into.exec(afterwards)
    return { rows: copiedRows?.rows ?? 0, copy, missing: missingOf(into, losses) }
  })
}

/**
 * Copies every row that can be read and fits into an empty database, and what cannot be read from the newest sound copy;
 * all or nothing. Neither the damaged file nor a copy is changed.
 */
export function salvageDatabase(options: SalvageOptions): Salvaged {
  const { file, into, log } = options
  // References are put right once everything is there.
  into.exec('PRAGMA foreign_keys = OFF')
  try {
    return combine(options)
  } catch (error) {
    log.error(`nothing could be salvaged from ${file}`, error)
    return { rows: 0, copy: null, missing: 0 }
  } finally {
    into.exec('PRAGMA foreign_keys = ON')
  }
}
