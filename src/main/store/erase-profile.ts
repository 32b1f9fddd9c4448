/** Erases a profile from a database, including the content of deleted pages; the journal keeps its entries. */
import { readdirSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { FailureError } from '../../shared/failure.ts'
import type { ProfileId } from '../../shared/ids.ts'
import { profileContents } from '../../shared/schemas/profile.ts'
import type { ProfileContents } from '../../shared/schemas/profile.ts'
import { codeOf } from '../lib/files.ts'
import { dailyCopies, prepareCopiesFolder } from './backup/daily-copies.ts'
import { storing, inTransaction } from './storage-failure.ts'

// Append-only: its triggers refuse to remove an entry, and an entry names an action, not the content.
const JOURNAL = 'activity'

// A profile's rows are found by their column, so a table that a later version adds is never missed.
function tablesOfProfiles(database: DatabaseSync): readonly string[] {
  const tables = database.prepare(`
    SELECT tables.name AS name FROM sqlite_schema AS tables, pragma_table_info(tables.name) AS columns
    WHERE tables.type = 'table' AND columns.name = 'profile_id' AND tables.name <> ?`)
  return tables.all(JOURNAL).map(({ name }) => String(name))
}

// An analysis has no profile and is kept without its image. Only unused analyses are removed, because other profiles
// may have the same picture.
const removeOrphanAnalyses = `
  DELETE FROM image_analyses WHERE image_id NOT IN (
    SELECT original_id FROM drafts WHERE original_id IS NOT NULL
    UNION SELECT original_id FROM jobs WHERE original_id IS NOT NULL
  )`

// A step locks the database at most this long, plus its last row: a concurrent writer waits no longer.
const MAX_STEP_MS = 15
const ROWS_AT_ONCE = 2_000
const PAGES_AT_ONCE = 16

/** Each `yield` is between two transactions, when nothing is locked. */
type Steps = Generator<void, void>

interface Target {
  readonly database: DatabaseSync
  /** After this time a transaction takes no further row. */
  readonly stepMs: number
}

function* inSteps<Row>({ database, stepMs }: Target, rows: readonly Row[], erase: (row: Row) => void): Steps {
  const remaining = [...rows].reverse()
  while (remaining.length > 0) {
    const endsAt = performance.now() + stepMs
    inTransaction(database, () => {
      for (let row = remaining.pop(); row !== undefined; row = performance.now() < endsAt ? remaining.pop() : undefined)
        erase(row)
    })
    yield
  }
}

/** The columns that identify a row: the row id, or the primary key of a table without row ids. */
function keysOf(database: DatabaseSync, table: string): readonly string[] {
  const hasNoRowIds = database.prepare('SELECT wr FROM pragma_table_list(?)').get(table)?.['wr'] === 1
  if (!hasNoRowIds) return ['rowid']
  const keys = database.prepare('SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk').all(table)
  return keys.map(({ name }) => `"${String(name)}"`)
}

/** Erases the rows of one profile. */
function* eraseTable(target: Target, table: string, profileId: ProfileId): Steps {
  const { database } = target
  const keys = keysOf(database, table)
  const find = database.prepare(
    `SELECT ${keys.join(', ')} FROM "${table}" WHERE profile_id = ? LIMIT ${String(ROWS_AT_ONCE)}`,
  )
  const erase = database.prepare(`DELETE FROM "${table}" WHERE ${keys.map((key) => `${key} = ?`).join(' AND ')}`)
  // Rows are searched for outside of a transaction: without a suitable index, the search takes longer than the erasing.
  for (let rows = find.all(profileId); rows.length > 0; rows = find.all(profileId)) {
    yield* inSteps(target, rows, (row) => void erase.run(...Object.values(row)))
  }
}

// The full-text index keeps a removed text until its parts are merged.
const MERGED_PAGES = 64

/** Merges the full-text index into one part, which contains no removed text. */
function* mergeIndex({ database }: Target): Steps {
  const changes = database.prepare('SELECT total_changes() AS total')
  const merge = database.prepare('INSERT INTO snapshot_search (snapshot_search, rank) VALUES (?, ?)')
  const step = (pages: number): boolean => {
    const before = Number(changes.get()?.['total'])
    merge.run('merge', pages)
    // SQLite's documented indication that nothing was left to merge.
    return Number(changes.get()?.['total']) - before >= 2
  }
  // A negative number begins a merge of all parts.
  for (let isMore = step(-MERGED_PAGES); isMore; isMore = step(MERGED_PAGES)) yield
}

const pragma = (database: DatabaseSync, name: string): number =>
  Number(Object.values(database.prepare(`PRAGMA ${name}`).get() ?? {})[0])

/** Returns the file's free pages to the disk, in steps. */
function* freePages(database: DatabaseSync): Steps {
  for (let [before, free] = [Infinity, pragma(database, 'freelist_count')]; free > 0 && free < before;) {
    before = free
    const endsAt = performance.now() + MAX_STEP_MS
    inTransaction(database, () => {
      do {
        database.exec(`PRAGMA incremental_vacuum(${String(PAGES_AT_ONCE)})`)
        free = pragma(database, 'freelist_count')
      } while (free > 0 && performance.now() < endsAt)
    })
    yield
  }
}

function* erasing(target: Target, profileId: ProfileId): Steps {
  const { database } = target
  database.exec('PRAGMA secure_delete = ON')
  for (const table of tablesOfProfiles(database)) yield* eraseTable(target, table, profileId)
  yield* mergeIndex(target)
  database.exec(removeOrphanAnalyses)
  yield
}

/**
 * Removes the rows of the profile and frees their space, in many short transactions; `pause` runs between two of them,
 * when others can write. The next call erases what a failure left. The log is not emptied; `emptyLog` does that.
 */
export function eraseRows(database: DatabaseSync, profileId: ProfileId, pause: () => void = () => undefined): void {
  storing(() => {
    erasing({ database, stepMs: MAX_STEP_MS }, profileId).forEach(pause)
    freePages(database).forEach(pause)
  })
}

/**
 * Empties the log of the database, which can still contain erased content. Throws `storage` while someone reads the
 * log.
 */
export function emptyLog(database: DatabaseSync): void {
  storing(() => {
    // Most of the log is written to the file while others can write; only the rest blocks them.
    database.exec('PRAGMA wal_checkpoint(PASSIVE)')
    const checkpoint = database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()
    if (checkpoint?.['busy'] === 0) return
    throw new FailureError({ kind: 'storage', reason: 'other', detail: 'the log of the database is in use' })
  })
}

function eraseInCopy(file: string, profileId: ProfileId, warn: (message: string) => void): void {
  try {
    using copy = new DatabaseSync(file)
    // Nobody else opens a copy, so one long transaction blocks nobody.
    erasing({ database: copy, stepMs: Infinity }, profileId).forEach(() => undefined)
    copy.exec('VACUUM')
  } catch (error) {
    warn(`${basename(file)} could not be cleared of a deleted profile and is removed (${codeOf(error) ?? 'no code'})`)
    rmSync(file, { force: true })
  }
}

/** Erases the profile in the copies and removes copies, also of settings, that cannot be read. Failures: storage. */
export function eraseInCopies(databaseFile: string, profileId: ProfileId, warn: (message: string) => void): void {
  const folder = dirname(databaseFile)
  storing(() => {
    for (const name of readdirSync(folder)) {
      const file = join(folder, name)
      if (/^(greenroom\.db|settings\.json)\.corrupt-/.test(name)) rmSync(file, { recursive: true, force: true })
      else if (/^greenroom\.db\.backup-.*(?<!-wal|-shm)$/.test(name)) eraseInCopy(file, profileId, warn)
    }
    // Removes the remains of an interrupted copy, and erases the profile in the daily copies too.
    prepareCopiesFolder(databaseFile)
    for (const { file } of dailyCopies(databaseFile, Infinity)) eraseInCopy(file, profileId, warn)
  })
}

export interface EraseJob {
  /** The database; its copies are in the same folder. */
  readonly file: string
  readonly profileId: ProfileId
}

const MIN_PAUSE_MS = 15
const waiting = new Int32Array(new SharedArrayBuffer(4))
const sleep = (ms: number): void => void Atomics.wait(waiting, 0, 0, ms)

const MAX_LOG_TRIES = 200

function emptyLogOnceFree(database: DatabaseSync): void {
  // SQLite would block writers while it waits for readers, so the loop retries instead.
  database.exec('PRAGMA busy_timeout = 0')
  for (let tries = 1; ; tries += 1) {
    try {
      emptyLog(database)
      return
    } catch (error) {
      if (tries === MAX_LOG_TRIES) throw error
      sleep(MIN_PAUSE_MS)
    }
  }
}

/** Erases a profile in the database that main uses, then in its copies. Runs on a separate thread. */
export function eraseProfile({ file, profileId }: EraseJob, warn: (message: string) => void): void {
  storing(() => {
    using database = new DatabaseSync(file, { timeout: 30_000 })
    // A write that a power loss undoes is erased again, so only the end has to be on disk.
    database.exec('PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON')
    let began = performance.now()
    // A connection that waits for the lock retries every few milliseconds, and finds it free at least every other time.
    eraseRows(database, profileId, () => {
      sleep(Math.max(MIN_PAUSE_MS, performance.now() - began))
      began = performance.now()
    })
    eraseInCopies(file, profileId, warn)
    emptyLogOnceFree(database)
  })
}

// Removed jobs do not count.
const contentsSql = `
  SELECT (SELECT count(*) FROM drafts WHERE profile_id = ?1) AS drafts,
    (SELECT count(*) FROM (
      SELECT original_id AS id FROM drafts WHERE profile_id = ?1 AND original_id IS NOT NULL
      UNION SELECT prepared_id FROM drafts WHERE profile_id = ?1 AND prepared_id IS NOT NULL
      UNION SELECT image_id FROM jobs WHERE profile_id = ?1 AND image_id IS NOT NULL AND state <> 'removed'
    )) AS portraits,
    (SELECT count(*) FROM jobs WHERE profile_id = ?1 AND state <> 'removed') AS jobs,
    (SELECT count(*) FROM snapshots WHERE profile_id = ?1) AS snapshots,
    (SELECT count(*) FROM known_sessions WHERE profile_id = ?1) AS sessions,
    (SELECT count(*) FROM concurrency_samples WHERE profile_id = ?1) +
      (SELECT count(*) FROM account_samples WHERE profile_id = ?1) AS samples,
    (SELECT count(*) FROM alert_rules WHERE profile_id = ?1) AS rules,
    (SELECT count(*) FROM watched_files WHERE profile_id = ?1) AS watchedFiles`

/** What deleting a profile would erase. Throws `storage`. */
export function contentsOf(database: DatabaseSync, profileId: ProfileId): ProfileContents {
  return storing(() => profileContents.parse(database.prepare(contentsSql).get(profileId)))
}
