/** Takes a profile out of a database, content of deleted pages included; the journal keeps its entries. */
import { readdirSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { FailureError } from '../../shared/failure.ts'
import type { ProfileId } from '../../shared/ids.ts'
import { profileContents } from '../../shared/schemas/profile.ts'
import type { ProfileContents } from '../../shared/schemas/profile.ts'
import { dailyCopies, prepareCopiesFolder } from './backup/daily-copies.ts'
import type { Log } from '../lib/log.ts'
import { hasTable } from './migrate.ts'
import { forgetTexts } from './snapshots-repository.ts'
import { storing, inTransaction } from './storage-failure.ts'

// Append-only: its triggers refuse to remove an entry, and it names what was done, not what was in it.
const JOURNAL = 'activity'

// What belongs to a profile is told by its column, so a table that a later version adds is never forgotten here.
function tablesOfProfiles(database: DatabaseSync): readonly string[] {
  const tables = database.prepare(`
    SELECT tables.name AS name FROM sqlite_schema AS tables, pragma_table_info(tables.name) AS columns
    WHERE tables.type = 'table' AND columns.name = 'profile_id' AND tables.name <> ?`)
  return tables.all(JOURNAL).map(({ name }) => String(name))
}

// What was seen of a picture stands for itself, without its image; other profiles may have the same picture.
const removeOrphanAnalyses = `
  DELETE FROM image_looks WHERE image_id NOT IN (
    SELECT original_id FROM drafts WHERE original_id IS NOT NULL
    UNION SELECT original_id FROM jobs WHERE original_id IS NOT NULL
  )`

/** Removes the rows of the profile in one transaction, and rewrites the file without them; its log is left to `emptyLog`. */
export function eraseRows(database: DatabaseSync, profileId: ProfileId): void {
  storing(() => {
    database.exec('PRAGMA secure_delete = ON')
    inTransaction(database, () => {
      // The index keeps what was deleted from it until it is merged, so it is made anew from the snapshots that stay.
      if (hasTable(database, 'snapshot_texts')) database.exec(forgetTexts)
      for (const table of tablesOfProfiles(database)) {
        database.prepare(`DELETE FROM "${table}" WHERE profile_id = ?`).run(profileId)
      }
      if (hasTable(database, 'image_looks')) database.exec(removeOrphanAnalyses)
    })
    // Pages that earlier versions freed were not overwritten then.
    database.exec('VACUUM')
  })
}

/** Empties the log of the database, which may still hold what was erased. Throws `storage` while somebody reads it. */
export function emptyLog(database: DatabaseSync): void {
  storing(() => {
    const checkpoint = database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()
    if (checkpoint?.['busy'] === 0) return
    throw new FailureError({ kind: 'storage', reason: 'other', detail: 'the log of the database is in use' })
  })
}

function eraseInCopy(file: string, profileId: ProfileId, log: Log): void {
  try {
    using copy = new DatabaseSync(file)
    eraseRows(copy, profileId)
  } catch (error) {
    log.warn(`${basename(file)} could not be cleared of a deleted profile and is removed: ${String(error)}`)
    rmSync(file, { force: true })
  }
}

/** Copies lose the profile; those that cannot be read in order are removed, of settings too. Failures: storage. */
export function eraseInCopies(databaseFile: string, profileId: ProfileId, log: Log): void {
  const folder = dirname(databaseFile)
  storing(() => {
    for (const name of readdirSync(folder)) {
      const file = join(folder, name)
      if (/^(greenroom\.db|settings\.json)\.corrupt-/.test(name)) rmSync(file, { recursive: true, force: true })
      else if (/^greenroom\.db\.backup-.*(?<!-wal|-shm)$/.test(name)) eraseInCopy(file, profileId, log)
    }
    // What an interrupted copy left goes, and the daily copies lose the same.
    prepareCopiesFolder(databaseFile)
    for (const { file } of dailyCopies(databaseFile, Infinity)) eraseInCopy(file, profileId, log)
  })
}

// Of jobs that were removed nothing is counted.
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
    (SELECT count(*) FROM guard_rules WHERE profile_id = ?1) +
      (SELECT count(*) FROM alert_rules WHERE profile_id = ?1) AS rules,
    (SELECT count(*) FROM watched_paths WHERE profile_id = ?1) AS watchedPaths`

/** What deleting a profile would erase. Throws `storage`. */
export function contentsOf(database: DatabaseSync, profileId: ProfileId): ProfileContents {
  return storing(() => profileContents.parse(database.prepare(contentsSql).get(profileId)))
}
