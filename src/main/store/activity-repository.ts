/**
 * The journal's table. There is no statement here that changes or removes an entry, and triggers forbid it to everyone;
 * each entry carries the SHA-256 of the one before, so that a copy with a line taken out or altered is found out.
 */
import { createHash } from 'node:crypto'
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'
import type { ActivityEntry } from '../../shared/schemas/activity.ts'
import { activityEntry } from '../../shared/schemas/activity.ts'
import { storing } from './storage-failure.ts'

/** The journal's rows. Every function throws a `storage` failure when the database refuses. */
export interface ActivityRepository {
  readonly append: (entry: Omit<ActivityEntry, 'id'>) => ActivityEntry
  /** Newest first: at most `limit` entries older than the entry `before`; null starts at the newest. */
  readonly list: (page: { readonly limit: number; readonly before: number | null }) => readonly ActivityEntry[]
}

type Row = Record<string, SQLOutputValue>

/** Hash that an entry takes over from the first one: there is nothing before it. */
const noEntryBefore = '0'.repeat(64)

/** The columns in the order that is hashed; changing it breaks every chain written so far. */
const hashedColumns = [
  'id',
  'at',
  'profile_id',
  'profile_name',
  'operator',
  'action',
  'target',
  'outcome',
  'facts',
  'failure',
  'previous_hash',
] as const

/** SHA-256, in hex, over an entry's columns as JSON; the next entry carries it. */
export function hashOfRow(row: Readonly<Row>): string {
  return createHash('sha256')
    .update(JSON.stringify(hashedColumns.map((column) => row[column] ?? null)))
    .digest('hex')
}

function parsed(text: SQLOutputValue | undefined): unknown {
  return typeof text === 'string' ? JSON.parse(text) : null
}

function entryOf(row: Readonly<Row>): ActivityEntry {
  return activityEntry.parse({
    id: row['id'],
    at: row['at'],
    profileId: row['profile_id'],
    profileName: row['profile_name'],
    operator: row['operator'],
    action: row['action'],
    target: row['target'],
    outcome: row['outcome'],
    facts: parsed(row['facts']),
    failure: parsed(row['failure']),
  })
}

/** Gives the journal's rows in an opened database. */
export function createActivityRepository(database: DatabaseSync): ActivityRepository {
  const newest = database.prepare('SELECT * FROM activity ORDER BY id DESC LIMIT 1')
  const insert = database.prepare(`
    INSERT INTO activity
      (at, profile_id, profile_name, operator, action, target, outcome, facts, failure, previous_hash)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`)
  const page = database.prepare('SELECT * FROM activity WHERE id < ? ORDER BY id DESC LIMIT ?')

  return {
    // Reading the last entry and writing the next happen in one turn on the only connection: nothing comes between.
    append: (entry) =>
      storing(() => {
        const last = newest.get()
        const { lastInsertRowid } = insert.run(
          entry.at,
          entry.profileId,
          entry.profileName,
          entry.operator,
          entry.action,
          entry.target,
          entry.outcome,
          JSON.stringify(entry.facts),
          entry.failure === null ? null : JSON.stringify(entry.failure),
          last === undefined ? noEntryBefore : hashOfRow(last),
        )
        return { ...entry, id: Number(lastInsertRowid) }
      }),
    list: ({ limit, before }) => storing(() => page.all(before ?? Number.MAX_SAFE_INTEGER, limit).map(entryOf)),
  }
}
