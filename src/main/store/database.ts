/** Opens the embedded database: set for durability, checked after a crash, brought to the newest schema. */
import { accessSync, closeSync, constants, existsSync, mkdirSync, openSync, readSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { dailyCopies } from './backup/daily-copies.ts'
import type { Clock } from '../lib/clock.ts'
import { FailureError } from '../../shared/failure.ts'
import type { Log } from '../lib/log.ts'
import { assertOrdered, migrate, quickCheck, schemaVersion } from './migrate.ts'
import type { Migration } from './migrate.ts'
import { lastProgramVersion } from './program-versions.ts'
import { salvageDatabase } from './salvage-database.ts'
import { quarantineFile } from './quarantine.ts'
import { asStorageFailure } from './storage-failure.ts'

/** What `openDatabase` takes: the file (its folder is made), the schema's steps in order, time and log. */
export interface DatabaseOptions {
  readonly file: string
  readonly migrations: readonly Migration[]
  readonly clock: Clock
  readonly log: Log
  /** Of the program; with it a copy is kept from before each update. */
  readonly version?: string
  /** SQL for what was salvaged from a damaged file; without it nothing is salvaged. */
  readonly afterSalvage?: string
}

/**
 * An open database, the name of the file that was set aside because it could not be used (null when none was), and how
 * many rows of it were taken over.
 */
export interface OpenedDatabase {
  readonly database: DatabaseSync
  readonly quarantinedAs: string | null
  readonly salvaged: number
  /** When the copy was made that what could not be read came from (epoch ms), and how much is in neither, at most. */
  readonly restored: { readonly at: number; readonly missing: number } | null
}

const busyTimeoutMs = 2_000
// Up to this size the check takes a few milliseconds, so it is made at every start and not only after a crash.
const alwaysCheckedBytes = 4 * 2 ** 20
const header = { magic: 'SQLite format 3\0', versionAt: 60, bytes: 100 } as const

class UnusableFile extends Error {}

interface FoundVersion {
  readonly schema: number
  readonly program: string | null
}

// Without a write-ahead log the header tells the version, and the file of a newer program is not even opened.
function versionInHeader(file: string): number {
  const bytes = Buffer.alloc(header.bytes)
  const handle = openSync(file, 'r')
  try {
    const read = readSync(handle, bytes, 0, header.bytes, 0)
    if (read < header.bytes || bytes.toString('latin1', 0, header.magic.length) !== header.magic) {
      throw new UnusableFile('not a database')
    }
  } finally {
    closeSync(handle)
  }
  return bytes.readInt32BE(header.versionAt)
}

// A read-only connection does not write the log back into the file, so a refused file stays as it was. Without a log the
// file is read as it lies there, so that none is made.
function versionInside(file: string, hasLog: boolean): FoundVersion {
  const address = pathToFileURL(file)
  if (!hasLog) address.searchParams.set('immutable', '1')
  const database = new DatabaseSync(address, { readOnly: true, timeout: busyTimeoutMs })
  try {
    return { schema: schemaVersion(database), program: lastProgramVersion(database) }
  } finally {
    database.close()
  }
}

function refuseUnfit({ file, migrations, version }: DatabaseOptions, crashed: boolean): void {
  if (!existsSync(file)) {
    if (crashed) throw new UnusableFile('a log without its database')
    return
  }
  if (!statSync(file).isFile()) throw new UnusableFile('not a file')
  const inHeader = versionInHeader(file)
  if (!crashed && inHeader <= migrations.length) return
  const indexExisted = existsSync(`${file}-shm`)
  const { schema, program } = versionInside(file, crashed)
  if (schema <= migrations.length) return
  // The log's index that this reading made. Of a file that is used here it stays: another program may hold it by now.
  if (!indexExisted) rmSync(`${file}-shm`, { force: true })
  // The same version twice tells two builds apart by nothing: then none is named.
  throw new FailureError({ kind: 'newer-data', version: program === version ? null : program })
}

function assertSound(database: DatabaseSync): void {
  const problem = quickCheck(database)
  if (problem !== null) throw new UnusableFile(problem)
}

function prepare(database: DatabaseSync, options: DatabaseOptions, isChecked: boolean): void {
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON')
  // What is deleted is overwritten, so that nothing of it can be read from the file.
  database.exec('PRAGMA secure_delete = ON')
  if (isChecked) assertSound(database)
  const { file, clock, log, version } = options
  const steps = migrate({ database, file, clock, log, version }, options.migrations)
  if (steps > 0) log.info(`database: ${String(steps)} migrations, now at ${String(options.migrations.length)}`)
}

function open(options: DatabaseOptions): DatabaseSync {
  const { file } = options
  // SQLite removes its log when the last connection closes: one that is still there tells of a crash.
  const crashed = existsSync(`${file}-wal`)
  refuseUnfit(options, crashed)
  const isChecked = crashed || (existsSync(file) && statSync(file).size <= alwaysCheckedBytes)
  const database = new DatabaseSync(file, { timeout: busyTimeoutMs })
  try {
    prepare(database, options, isChecked)
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

function isUnusable(error: unknown): boolean {
  if (error instanceof UnusableFile) return true
  const { failure } = asStorageFailure(error)
  return failure.kind === 'storage' && failure.reason === 'corrupt'
}

function salvageInto(options: DatabaseOptions, name: string): Omit<OpenedDatabase, 'quarantinedAs'> {
  const database = open(options)
  const { file, afterSalvage: afterwards, log } = options
  if (afterwards === undefined) return { database, salvaged: 0, restored: null }
  const damaged = join(dirname(file), name)
  const known = dailyCopies(file)
  const copies = known.map((copy) => copy.file)
  const { rows, copy, missing } = salvageDatabase({ file: damaged, into: database, afterwards, copies, log })
  const from = known.find((one) => one.file === copy)
  return { database, salvaged: rows, restored: from === undefined ? null : { at: from.at, missing } }
}

// SQLite says only that it cannot open a file which it may not create.
function assertMayCreate(file: string): void {
  if (!existsSync(file)) accessSync(dirname(file), constants.W_OK)
}

/**
 * Opens the database at `file` (made when there is none): write-ahead log, `synchronous=FULL`, foreign keys, migrated.
 * A file that is damaged or no database is renamed with its log to `<name>.corrupt-<time>`, and a new database takes
 * its place, with the rows that could still be read, and those of the newest sound daily copy where they could not: the
 * caller tells the operator. Throws `storage` for a full or read-only disk, and `newer-data` for a file written by a newer
 * program, which stays untouched. A soundness check runs after a crash, and always while the file is small.
 */
export function openDatabase(options: DatabaseOptions): OpenedDatabase {
  assertOrdered(options.migrations)
  try {
    mkdirSync(dirname(options.file), { recursive: true })
    assertMayCreate(options.file)
    try {
      return { database: open(options), quarantinedAs: null, salvaged: 0, restored: null }
    } catch (error) {
      if (!isUnusable(error)) throw error
      const name = quarantineFile(options.file, options.clock, ['-wal', '-shm', '-journal'])
      options.log.warn(`database set aside as ${name}: ${error instanceof Error ? error.message : String(error)}`)
      return { ...salvageInto(options, name), quarantinedAs: name }
    }
  } catch (error) {
    throw asStorageFailure(error)
  }
}
