/** Brings a database to the newest schema, one numbered step after the other, each safe to be interrupted. */
import { closeSync, constants, copyFileSync, fsyncSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import type { Clock } from '../clock.ts'
import { fileStamp } from './set-aside.ts'

/**
 * One step of the schema: `version` counts 1, 2, 3, … without gaps. `sql` holds whole statements and no transaction of
 * its own. A step that has been released is never changed again.
 */
export interface Migration {
  readonly version: number
  readonly name: string
  readonly sql: string
}

/** What `migrate` works on: `file` is where `database` lives, for the backup before each step. */
export interface MigrationTarget {
  readonly database: DatabaseSync
  readonly file: string
  readonly clock: Clock
}

const backupsKept = 3

/** The schema's version in an open database (`PRAGMA user_version`); 0 for an empty one. */
export function schemaVersion(database: DatabaseSync): number {
  const version = database.prepare('PRAGMA user_version').get()?.['user_version']
  return typeof version === 'number' ? version : 0
}

/** Throws for a list whose versions are not 1, 2, 3, …: a mistake of the program, never of the file. */
export function assertOrdered(migrations: readonly Migration[]): void {
  for (const [index, migration] of migrations.entries()) {
    if (migration.version !== index + 1) {
      throw new Error(
        `Migration ${migration.name} has version ${String(migration.version)} at place ${String(index + 1)}`,
      )
    }
  }
}

function pruneBackups(file: string): void {
  const prefix = `${basename(file)}.backup-`
  const backups = readdirSync(dirname(file)).filter((name) => name.startsWith(prefix))
  for (const name of backups.sort().slice(0, -backupsKept)) rmSync(join(dirname(file), name))
}

function flush(file: string): void {
  const handle = openSync(file, 'r+')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

// A copy after a checkpoint and not VACUUM INTO: it is byte-faithful (row ids stay) and free where the disk can clone.
function backUp({ database, file, clock }: MigrationTarget, version: number): void {
  const checkpoint = database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()
  if (checkpoint?.['busy'] !== 0) throw new Error('The database is in use by another program')
  const copy = `${file}.backup-${fileStamp(clock)}-v${String(version).padStart(3, '0')}`
  const unfinished = `${copy}.part`
  try {
    copyFileSync(file, unfinished, constants.COPYFILE_FICLONE)
    flush(unfinished)
    renameSync(unfinished, copy)
  } finally {
    rmSync(unfinished, { force: true })
  }
  pruneBackups(file)
}

function step(database: DatabaseSync, migration: Migration): void {
  database.exec('BEGIN IMMEDIATE')
  try {
    database.exec(migration.sql)
    const broken = database.prepare('PRAGMA foreign_key_check').all().length
    if (broken > 0) throw new Error(`Migration ${migration.name} breaks ${String(broken)} references`)
    database.exec(`PRAGMA user_version = ${String(migration.version)}`)
    database.exec('COMMIT')
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK')
    throw error
  }
}

/**
 * Runs the steps that the database has not seen, each in its own transaction, and answers how many. Before each step
 * the file is copied beside itself as `<name>.backup-<time>-v<version>` (the last 3 are kept); a database that is new is not.
 */
export function migrate(target: MigrationTarget, migrations: readonly Migration[]): number {
  const { database } = target
  const before = schemaVersion(database)
  const pending = migrations.slice(before)
  if (pending.length === 0) return 0
  // Rebuilding a table drops the old one; with foreign keys on, that would delete the rows that point to it.
  database.exec('PRAGMA foreign_keys = OFF')
  try {
    for (const migration of pending) {
      if (before > 0) backUp(target, migration.version - 1)
      step(database, migration)
    }
  } finally {
    database.exec('PRAGMA foreign_keys = ON')
  }
  return pending.length
}
