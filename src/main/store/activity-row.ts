/** A line of the journal as it lies in the database, and the hashes that chain the lines to each other. */
import { createHash } from 'node:crypto'
import type { SQLOutputValue } from 'node:sqlite'
import type { ActivityEntry } from '../../shared/schemas/activity.ts'
import { activityEntry } from '../../shared/schemas/activity.ts'
import { parseJson } from '../lib/json-text.ts'

/** Columns by name. A number beyond 2^53, which no entry has, comes as text. */
export type ActivityRow = Readonly<Record<string, string | number | null>>

/** Hash that an entry takes over from the first one: there is nothing before it. */
export const noEntryBefore = '0'.repeat(64)

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
export function hashOfRow(row: Readonly<Record<string, unknown>>): string {
  return createHash('sha256')
    .update(JSON.stringify(hashedColumns.map((column) => row[column] ?? null)))
    .digest('hex')
}

function plainValue(value: SQLOutputValue): string | number | null {
  if (typeof value !== 'bigint') return typeof value === 'object' && value !== null ? '' : value
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : String(value)
}

/** The row of a statement that reads whole numbers as `bigint`: a number that was made too large must not stop the reading. */
export function plainRow(row: Readonly<Record<string, SQLOutputValue>>): ActivityRow {
  const plain: Record<string, string | number | null> = {}
  for (const column in row) plain[column] = plainValue(row[column] ?? null)
  return plain
}

const parsed = (text: string | number | null | undefined): unknown =>
  typeof text === 'string' ? parseJson(text) : null

/** The entry of a row; null for a row that was tampered with until it is none any more, which a check then names. */
export function entryOfRow(row: ActivityRow): ActivityEntry | null {
  const read = activityEntry.safeParse({
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
  return read.data ?? null
}
