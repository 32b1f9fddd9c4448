/**
 * The journal's table. There is no statement here that changes or removes an entry, and triggers forbid it to everyone;
 * each entry carries the SHA-256 of the one before, so that a copy with a line taken out or altered is found out.
 */
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import type { ActivityEntry } from '../../shared/schemas/activity.ts'
import { entryOfRow, hashOfRow, noEntryBefore, plainRow } from './activity-row.ts'
import type { ActivityRow } from './activity-row.ts'
import { addSearchRows, conditionOf } from './activity-search.ts'
import type { SoughtActivity } from './activity-search.ts'
import { storing } from './storage-failure.ts'

/** A stretch of the journal that was looked through. */
export interface ActivityBite {
  /** Ids of the entries that fit, newest first. */
  readonly ids: readonly number[]
  /** Where the next bite begins: entries older than this one; null when the stretch is at its end. */
  readonly before: number | null
}

/** An older entry of the act that the entry `newest` stands for. */
export interface EarlierEntry {
  readonly newest: number
  readonly id: number
}

/** The journal's rows. Every function throws a `storage` failure when the database refuses. */
export interface ActivityRepository {
  readonly append: (entry: Omit<ActivityEntry, 'id'>) => ActivityEntry
  /** Looks through some thousands of entries older than `before` and newer than `after`: a few milliseconds. */
  readonly search: (
    sought: SoughtActivity,
    stretch: { readonly before: number; readonly after: number },
  ) => ActivityBite
  /** The entries of these ids, newest first; those that cannot be read are left out. */
  readonly read: (ids: readonly number[]) => readonly ActivityEntry[]
  /** Ids of the entries for which one that is newer than `after` stands since. */
  readonly replacedSince: (after: number) => readonly number[]
  /** Ids of the older entries of the acts whose newest entries these are, newest first. */
  readonly earlierOf: (ids: readonly number[]) => readonly EarlierEntry[]
  /** The same as they are written, for copies of the journal. */
  readonly readRows: (ids: readonly number[]) => readonly ActivityRow[]
  /** At most `limit` rows that are newer than the entry `after`, oldest first. */
  readonly rowsAfter: (after: number, limit: number) => readonly ActivityRow[]
  /** Id of the newest entry, 0 without any; and the highest that was ever given, which SQLite notes beside the table. */
  readonly newest: () => { readonly id: number; readonly given: number }
}

// Looked at in one turn: some 4 ms, 10 with words, where each entry belongs to an act of two, on two busy cores.
const bite = 1_250

const maxId = String(Number.MAX_SAFE_INTEGER)

const insertSql = `
  INSERT INTO activity
    (id, at, profile_id, profile_name, operator, action, target, outcome, facts, failure, previous_hash, hash)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`

// The stretch is cut off before it is searched, so that a bite is one of entries that were looked at, whatever fits.
const searchSql = (condition: string): string => `
  SELECT count(*) AS looked, min(id) AS lowest, json_group_array(id) FILTER (WHERE ${condition}) AS found
  FROM (SELECT * FROM activity WHERE id < ? AND id > ? ORDER BY id DESC LIMIT ${String(bite)}) AS entry`

const replacedSql = `
  SELECT json_group_array(replaced.id) AS ids
  FROM activity AS added JOIN activity AS replaced ON replaced.act = added.act AND replaced.id < added.id
  WHERE added.id > ?`

const earlierSql = `
  SELECT newest.id AS newest, earlier.id AS id FROM activity AS newest
  JOIN activity AS earlier ON earlier.act = newest.act AND earlier.id < newest.id
  WHERE newest.id IN (SELECT value FROM json_each(?)) ORDER BY earlier.id DESC`

const newestSql = `
  SELECT ifnull((SELECT max(id) FROM activity WHERE id <= ${maxId}), 0) AS id,
    min(ifnull((SELECT seq FROM sqlite_sequence WHERE name = 'activity'), 0), ${maxId}) AS given`

function rowsOf(statement: StatementSync, values: readonly SQLInputValue[]): readonly ActivityRow[] {
  statement.setReadBigInts(true)
  return statement.all(...values).map(plainRow)
}

function hashBefore(last: ActivityRow | undefined): string {
  if (last === undefined) return noEntryBefore
  // The hash that it was written with, where it has one: an entry that was altered since must not be vouched for.
  return typeof last['hash'] === 'string' ? last['hash'] : hashOfRow(last)
}

export function createActivityRepository(database: DatabaseSync): ActivityRepository {
  addSearchRows(database)
  const last = database.prepare(`SELECT * FROM activity WHERE id <= ${maxId} ORDER BY id DESC LIMIT 1`)
  const insert = database.prepare(insertSql)
  const some = database.prepare('SELECT * FROM activity WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id DESC')
  const after = database.prepare(`SELECT * FROM activity WHERE id > ? AND id <= ${maxId} ORDER BY id LIMIT ?`)
  const newestStatement = database.prepare(newestSql)
  const replaced = database.prepare(replacedSql)
  const earlier = database.prepare(earlierSql)

  const newest = (): { readonly id: number; readonly given: number } =>
    storing(() => {
      const row = newestStatement.get() ?? {}
      return { id: Number(row['id']), given: Number(row['given']) }
    })
  const readRows: ActivityRepository['readRows'] = (ids) => storing(() => rowsOf(some, [JSON.stringify(ids)]))

  return {
    // Reading the last entry and writing the next happen in one turn on the only connection: nothing comes between.
    append: (entry) =>
      storing(() => {
        const { id, given } = newest()
        const row = {
          id: Math.max(id, given) + 1,
          at: entry.at,
          profile_id: entry.profileId,
          profile_name: entry.profileName,
          operator: entry.operator,
          action: entry.action,
          target: entry.target,
          outcome: entry.outcome,
          facts: JSON.stringify(entry.facts),
          failure: entry.failure === null ? null : JSON.stringify(entry.failure),
          previous_hash: hashBefore(rowsOf(last, [])[0]),
        }
        insert.run(...Object.values(row), hashOfRow(row))
        return { ...entry, id: row.id }
      }),
    search: (sought, stretch) =>
      storing(() => {
        const { sql, values } = conditionOf(sought)
        const row = database.prepare(searchSql(sql)).get(...values, stretch.before, stretch.after) ?? {}
        const ids = JSON.parse(String(row['found'])) as readonly number[]
        return { ids, before: Number(row['looked']) < bite ? null : Number(row['lowest']) }
      }),
    read: (ids) => readRows(ids).flatMap((row) => entryOfRow(row) ?? []),
    replacedSince: (id) => storing(() => JSON.parse(String(replaced.get(id)?.['ids'])) as readonly number[]),
    earlierOf: (ids) =>
      storing(() =>
        earlier.all(JSON.stringify(ids)).map(({ newest: of, id }) => ({ newest: Number(of), id: Number(id) })),
      ),
    readRows,
    rowsAfter: (id, limit) => storing(() => rowsOf(after, [id, limit])),
    newest,
  }
}
