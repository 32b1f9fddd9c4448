/**
 * Opens the embedded database: configures it for durability, checks it after a crash, and migrates it to the newest
 * schema.
 */
import {
  accessSync,
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  readSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs'
import { basename, dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { dailyCopies } from './backup/daily-copies.ts'
import type { Clock } from '../lib/clock.ts'
import { flushFile } from '../lib/files.ts'
import { FailureError } from '../../shared/failure.ts'
import type { Log } from '../lib/log.ts'
import { replaceFileSync } from '../lib/replace-file.ts'
import { migrate, quickCheck, schemaVersion, lastProgramVersion } from './migrate.ts'
import type { Migration } from './migrate.ts'
import { quarantineFile } from './data-files.ts'
import { asStorageFailure } from './storage-failure.ts'

interface DatabaseOptions {
  readonly file: string
  readonly migrations: readonly Migration[]
  readonly clock: Clock
  readonly log: Log
  /** The program's version; with it, a copy from before each update is kept. */
  readonly version?: string
  /** SQL to run in a daily copy that replaces a damaged file. */
  readonly afterRestore?: string
}

export interface OpenedDatabase {
  readonly database: DatabaseSync
  /** The quarantined file's new name; null when no file was quarantined. */
  readonly quarantinedAs: string | null
  /** When the daily copy that replaced it was made (epoch ms); null for a fresh database. */
  readonly restoredFrom: number | null
}

/**
 * A waiting job in a restored copy may have been sent or removed since, so its queue is paused until the operator has
 * checked.
 */
export const pauseRestoredQueues = `
  INSERT INTO queues (profile_id, paused) SELECT DISTINCT profile_id, 1 FROM jobs WHERE state = 'waiting'
    ON CONFLICT (profile_id) DO UPDATE SET paused = 1;
`

const busyTimeoutMs = 2_000
// Up to this size the check takes a few milliseconds, so it runs at every start and not only after a crash.
const alwaysCheckedBytes = 4 * 2 ** 20
const header = { magic: 'SQLite format 3\0', versionAt: 60, applicationIdAt: 68, bytes: 100 } as const
// "GRNR", which no other program's database carries. Checkouts from before the first release did not set it either:
// their schema has nothing in common with today's migrations.
const applicationId = 0x47524e52

class UnusableFile extends Error {}

// Without a write-ahead log the header contains the version, so a newer program's file is not even opened.
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
  if (bytes.readInt32BE(header.applicationIdAt) !== applicationId)
    throw new UnusableFile('the database of another program, or of an unreleased Greenroom')
  return bytes.readInt32BE(header.versionAt)
}

// A read-only connection does not write the log back into the file, and creates no log where there is none.
function versionInside(file: string, hasLog: boolean) {
  const address = pathToFileURL(file)
  if (!hasLog) address.searchParams.set('immutable', '1')
  using database = new DatabaseSync(address, { readOnly: true, timeout: busyTimeoutMs })
  return { schema: schemaVersion(database), program: lastProgramVersion(database) }
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
  // Removes the log's index that this check created, only for a refused file: the index of a file that Greenroom uses
  // stays, because another program may hold it now.
  if (!indexExisted) rmSync(`${file}-shm`, { force: true })
  // The same version twice does not distinguish two builds, so no version is named.
  throw new FailureError({ kind: 'newer-data', version: program === version ? null : program })
}

// Erasing a profile frees pages in steps, so that it need not lock the database all the time.
const settingsOfNewFile = `PRAGMA auto_vacuum = INCREMENTAL; PRAGMA application_id = ${String(applicationId)}`

function prepare(database: DatabaseSync, options: DatabaseOptions, isChecked: boolean): void {
  // Only in a new file: in any other file these pragmas would write before it is checked.
  if (database.prepare('PRAGMA page_count').get()?.['page_count'] === 0) database.exec(settingsOfNewFile)
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON')
  // Overwrites deleted content, so that it cannot be read from the file.
  database.exec('PRAGMA secure_delete = ON')
  const problem = isChecked ? quickCheck(database) : null
  if (problem !== null) throw new UnusableFile(problem)
  const { file, clock, log, version } = options
  const steps = migrate({ database, file, clock, log, version }, options.migrations)
  if (steps > 0) log.info(`database: ${String(steps)} migrations, now at ${String(options.migrations.length)}`)
}

function open(options: DatabaseOptions): DatabaseSync {
  const { file } = options
  // SQLite removes its log when the last connection closes: a log that still exists shows a crash.
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

function hasReason(error: unknown, reason: 'corrupt' | 'full'): boolean {
  const { failure } = asStorageFailure(error)
  return failure.kind === 'storage' && failure.reason === reason
}

/**
 * Completes the preparation before the copy replaces the file: whenever the program ends after that, the copy's queues
 * are paused. Returns false for a copy that is not sound.
 */
function layReady({ migrations, afterRestore = '' }: DatabaseOptions, candidate: string): boolean {
  // SQLite accepts an empty file as an empty database: the header distinguishes them.
  if (versionInHeader(candidate) === 0) return false
  {
    using database = new DatabaseSync(candidate)
    if (schemaVersion(database) > migrations.length || quickCheck(database) !== null) return false
    database.exec(afterRestore)
  }
  flushFile(candidate)
  return true
}

/** Prepares the newest sound daily copy, if there is one, as `candidate`, with the date when it was made. */
function findSoundCopy(options: DatabaseOptions, candidate: string): void {
  const { file, clock, log } = options
  for (const copy of dailyCopies(file, clock.now())) {
    try {
      copyFileSync(copy.file, candidate)
      if (layReady(options, candidate)) {
        utimesSync(candidate, new Date(copy.at), new Date(copy.at))
        return
      }
      log.warn(`database: ${basename(copy.file)} is not sound`)
    } catch (error) {
      // Nothing is quarantined before there is room for the copy: on a full disk the start fails and can be retried.
      if (hasReason(error, 'full')) throw error
      log.error(`database: ${basename(copy.file)} cannot be used`, error)
    }
    rmSync(candidate, { force: true })
  }
}

const candidateOf = ({ file }: DatabaseOptions): string => `${file}.restoring`

/** Quarantines the damaged file and its log first: beside another database, that log would damage it too. */
function replace(options: DatabaseOptions): OpenedDatabase {
  const { file, clock, log } = options
  const candidate = candidateOf(options)
  const quarantinedAs = quarantineFile(file, clock, ['-wal', '-shm', '-journal'])
  const restoredFrom = existsSync(candidate) ? Math.round(statSync(candidate).mtimeMs) : null
  if (restoredFrom !== null) {
    replaceFileSync(candidate, file)
    log.warn(`database: the copy of ${new Date(restoredFrom).toISOString()} takes its place`)
  }
  return { database: open(options), quarantinedAs, restoredFrom }
}

function restore(options: DatabaseOptions, reason: unknown): OpenedDatabase {
  const candidate = candidateOf(options)
  try {
    findSoundCopy(options, candidate)
  } catch (error) {
    rmSync(candidate, { force: true })
    throw error
  }
  options.log.warn('database set aside', reason)
  return replace(options)
}

// For a file that must not be created, SQLite reports only that it cannot open it.
function assertMayCreate(file: string): void {
  if (!existsSync(file)) accessSync(dirname(file), constants.W_OK)
}

/**
 * Replaces a damaged file with the newest sound copy: docs/decisions/026-backups.md. Checks the file after a crash, and
 * always while it is small. Failures: storage for a full or read-only disk, newer-data for a newer program's file,
 * which stays untouched.
 */
export function openDatabase(options: DatabaseOptions): OpenedDatabase {
  try {
    mkdirSync(dirname(options.file), { recursive: true })
    assertMayCreate(options.file)
    // The program ended between the two renames: only then is there a copy without a database.
    if (!existsSync(options.file) && existsSync(candidateOf(options))) return replace(options)
    try {
      return { database: open(options), quarantinedAs: null, restoredFrom: null }
    } catch (error) {
      if (!(error instanceof UnusableFile) && !hasReason(error, 'corrupt')) throw error
      return restore(options, error)
    }
  } catch (error) {
    throw asStorageFailure(error)
  }
}
