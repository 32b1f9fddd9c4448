/** Migrates a database to the newest schema by numbered steps: all missing steps, or none. */
import { chmodSync, constants, copyFileSync, readdirSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import type { Clock } from '../lib/clock.ts'
import { fileStamp, flushFile } from '../lib/files.ts'
import type { Log } from '../lib/log.ts'
import { replaceFileSync } from '../lib/replace-file.ts'

/**
 * One step of the schema; its place in the list, from 1, is the version. `sql` has no transaction of its own. A
 * released step is never changed or moved.
 */
export interface Migration {
  readonly name: string
  readonly sql: string
}

interface MigrationTarget {
  readonly database: DatabaseSync
  /** The path of the database, for the copy from before the update. */
  readonly file: string
  readonly clock: Clock
  readonly log: Pick<Log, 'warn'>
  /** The program's version; without it, only the schema's steps count as an update. */
  readonly version?: string | undefined
}

const maxBackups = 3

/** The schema's version in an open database (`PRAGMA user_version`); 0 for an empty one. */
export function schemaVersion(database: DatabaseSync): number {
  const version = database.prepare('PRAGMA user_version').get()?.['user_version']
  return typeof version === 'number' ? version : 0
}

function hasTable(database: DatabaseSync, name: string): boolean {
  return database.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?").get(name) !== undefined
}

export function quickCheck(database: DatabaseSync): string | null {
  const answer = database.prepare('PRAGMA quick_check(1)').get()?.['quick_check']
  return answer === 'ok' ? null : String(answer)
}

// Keeps one copy of each version: an update that is retried, or was reverted by hand, replaces its first copy. In a
// name, the schema's version and then the program's version follow the time.
function pruneBackups(file: string, newest: string): void {
  const folder = dirname(file)
  const copies = readdirSync(folder).filter((name) => name.startsWith(`${basename(file)}.backup-`))
  const version = newest.slice(newest.indexOf('Z-v', newest.lastIndexOf('.backup-')))
  // The newest copy stays whatever its time: the times of the others may come from a clock that was ahead.
  const others = copies.filter((name) => name !== basename(newest)).sort()
  const eligible = others.filter((name) => !name.endsWith(version))
  const surplus = eligible.slice(0, Math.max(0, eligible.length + 1 - maxBackups))
  for (const name of [...others.filter((name) => name.endsWith(version)), ...surplus]) rmSync(join(folder, name))
}

// Copies the file after a checkpoint instead of VACUUM INTO: the copy is byte-faithful (row ids stay), and free where
// the disk can clone.
function backUp({ database, file, clock }: MigrationTarget): void {
  const checkpoint = database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()
  if (checkpoint?.['busy'] !== 0) throw new Error('The database is in use by another program')
  const program = lastProgramVersion(database)
  const schema = String(schemaVersion(database)).padStart(3, '0')
  const copy = `${file}.backup-${fileStamp(clock.now())}-v${schema}${program === null ? '' : `-${program}`}`
  const unfinished = `${copy}.part`
  try {
    copyFileSync(file, unfinished, constants.COPYFILE_FICLONE)
    chmodSync(unfinished, 0o600)
    flushFile(unfinished)
    replaceFileSync(unfinished, copy)
  } finally {
    rmSync(unfinished, { force: true })
  }
  pruneBackups(file, copy)
}

// Without its copy the update is not recorded, so that the next start retries.
function noteProgram(target: MigrationTarget, isCopied: boolean): void {
  const { database, clock, version, log } = target
  if (version === undefined || lastProgramVersion(database) === version) return
  try {
    if (!isCopied) backUp(target)
  } catch (error) {
    log.warn('no copy of the database from before this version', error)
    return
  }
  database.prepare('INSERT INTO program_versions (version, first_at) VALUES (?, ?)').run(version, clock.now())
}

function step(database: DatabaseSync, migration: Migration, version: number): void {
  database.exec(migration.sql)
  const broken = database.prepare('PRAGMA foreign_key_check').all().length
  if (broken > 0) throw new Error(`Migration ${migration.name} breaks ${String(broken)} references`)
  database.exec(`PRAGMA user_version = ${String(version)}`)
}

/**
 * Runs the steps that the database lacks, all in one transaction, and returns how many. Before that, and before a
 * different version of the program writes for the first time, copies the file as
 * `<name>.backup-<time>-v<schema>-<version>`, unless it is new. Without steps to run, a failed copy is logged and
 * retried at the next start.
 */
export function migrate(target: MigrationTarget, migrations: readonly Migration[]): number {
  const { database } = target
  const before = schemaVersion(database)
  const pending = migrations.slice(before)
  if (pending.length === 0) {
    noteProgram(target, false)
    return 0
  }
  if (before > 0) backUp(target)
  // Rebuilding a table drops the old table; with foreign keys on, that would delete the rows that refer to it.
  database.exec('PRAGMA foreign_keys = OFF; BEGIN IMMEDIATE')
  try {
    for (const [index, migration] of pending.entries()) step(database, migration, before + index + 1)
    database.exec('COMMIT')
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK')
    throw error
  } finally {
    database.exec('PRAGMA foreign_keys = ON')
  }
  noteProgram(target, true)
  return pending.length
}

// The stored version is not trusted: it becomes part of a file name and of a sentence.
const plausible = /^\d[\w.+-]{0,39}$/

/** The version of the program that last opened the database; null where none is stored. */
export function lastProgramVersion(database: DatabaseSync): string | null {
  if (!hasTable(database, 'program_versions')) return null
  const last = database.prepare('SELECT version FROM program_versions ORDER BY seq DESC LIMIT 1').get()?.['version']
  return typeof last === 'string' && plausible.test(last) ? last : null
}
