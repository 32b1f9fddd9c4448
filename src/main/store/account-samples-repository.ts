/** Balances over time, per profile: every reading of the last 90 days, and the last one of each day before. */
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'
import type { ProfileId } from '../../shared/ids.ts'
import type { AccountSample } from '../../shared/schemas/account.ts'
import { storing } from './storage-failure.ts'

/** Which readings: those at `from` or later and at `to` or earlier, in epoch milliseconds. */
export interface AccountSpan {
  readonly profileId: ProfileId
  readonly from: number
  readonly to: number
}

/** The rows of balances. Every function throws a `storage` failure when the database refuses. */
export interface AccountSamplesRepository {
  readonly add: (profileId: ProfileId, sample: AccountSample) => void
  /** The newest reading at or before an instant: a clock that was ahead for a while has left some of the future. */
  readonly newest: (profileId: ProfileId, at: number) => AccountSample | null
  /** Oldest first. */
  readonly between: (span: AccountSpan) => readonly AccountSample[]
  /**
   * Takes away at most `most` readings that are older than 90 days and not the last of their day (UTC). Answers how many;
   * fewer than `most` means that none is left.
   */
  readonly prune: (now: number, most: number) => number
}

const dayMs = 86_400_000
const retentionMs = 90 * dayMs

const columns = 'at, avatar_creations_left AS creations, duration_left AS duration'
const order = 'ORDER BY at, rowid'

// One lookup in the index per profile and per old day: the recent readings are never walked through.
const pruneSql = `
  WITH RECURSIVE profiles (id) AS (
    SELECT min(profile_id) FROM account_samples
    UNION ALL
    SELECT (SELECT min(profile_id) FROM account_samples WHERE profile_id > id) FROM profiles WHERE id IS NOT NULL
  )
  DELETE FROM account_samples WHERE rowid IN (
    SELECT old.rowid FROM profiles CROSS JOIN account_samples AS old ON old.profile_id = profiles.id
    WHERE old.at < :before AND EXISTS (
      SELECT 1 FROM account_samples AS later
      WHERE later.profile_id = old.profile_id AND later.at >= old.at AND later.at < (old.at / ${dayMs} + 1) * ${dayMs}
        AND (later.at > old.at OR later.rowid > old.rowid)
    )
    LIMIT :most
  )`

type Row = Readonly<Record<string, SQLOutputValue>>

const numberOf = (value: SQLOutputValue | undefined): number | null => (typeof value === 'number' ? value : null)

// The table is STRICT. A schema for each of the thousands of rows of a month would hold main for longer than reading them.
function sampleOf(row: Row): AccountSample {
  return {
    at: numberOf(row['at']) ?? 0,
    avatarCreationsLeft: numberOf(row['creations']),
    durationLeft: numberOf(row['duration']),
  }
}

export function createAccountSamplesRepository(database: DatabaseSync): AccountSamplesRepository {
  const add = database.prepare(
    'INSERT INTO account_samples (profile_id, at, avatar_creations_left, duration_left) VALUES (?, ?, ?, ?)',
  )
  const newest = database.prepare(
    `SELECT ${columns} FROM account_samples WHERE profile_id = ? AND at <= ? ORDER BY at DESC, rowid DESC LIMIT 1`,
  )
  const between = database.prepare(
    `SELECT ${columns} FROM account_samples WHERE profile_id = ? AND at BETWEEN ? AND ? ${order}`,
  )
  const prune = database.prepare(pruneSql)

  return {
    add: (profileId, { at, avatarCreationsLeft, durationLeft }) => {
      storing(() => add.run(profileId, at, avatarCreationsLeft, durationLeft))
    },
    newest: (profileId, at) =>
      storing(() => {
        const row = newest.get(profileId, at)
        return row === undefined ? null : sampleOf(row)
      }),
    between: ({ profileId, from, to }) => storing(() => between.all(profileId, from, to).map(sampleOf)),
    prune: (now, most) => storing(() => Number(prune.run({ before: now - retentionMs, most }).changes)),
  }
}
