/** What refunds are told from: balances that were read, creations that were spent between them, refunds already seen. */
import type { DatabaseSync } from 'node:sqlite'
import type { JobId, ProfileId } from '../../shared/ids.ts'
import type { BalanceReading } from '../../shared/schemas/avatar.ts'
import { balanceReading } from '../../shared/schemas/avatar.ts'
import { jobId } from '../../shared/schemas/ids.ts'
import { storing } from './storage-failure.ts'

/** The time between two readings of a profile's balance, both epoch milliseconds. */
export interface Between {
  readonly profileId: ProfileId
  readonly from: number
  readonly to: number
}

/** What is kept of balances and refunds. Every function throws a `storage` failure when the database refuses. */
export interface RefundsRepository {
  /** The last reading at `at` or before, whoever wanted it. */
  readonly balanceBefore: (profileId: ProfileId, at: number) => BalanceReading | null
  /** Creations with an image that were sent and taken in that time: each costs one (`service-api.md §Creating avatars`). */
  readonly spent: (between: Between) => number
  /** Refunds first seen in a reading after `from` and not after `to`. */
  readonly seen: (between: Between) => number
  /** Failed jobs whose refund is awaited, in the order in which they failed. */
  readonly awaited: () => readonly JobId[]
}

/** Gives them in an opened database. */
export function createRefundsRepository(database: DatabaseSync): RefundsRepository {
  const before = database.prepare(`
    SELECT avatar_creations_left AS avatarCreationsLeft, at FROM account_samples
    WHERE profile_id = ? AND at <= ? AND avatar_creations_left IS NOT NULL ORDER BY at DESC, rowid DESC LIMIT 1`)
  const spent = database.prepare(`
    SELECT count(*) AS n FROM jobs
    WHERE profile_id = ?1 AND submitted_at BETWEEN ?2 AND ?3 AND task_id IS NOT NULL AND image_id IS NOT NULL
      AND evidence ->> '$.endedAt' > ?2 AND evidence ->> '$.endedAt' <= ?3`)
  const seen = database.prepare(`
    SELECT count(*) AS n FROM jobs
    WHERE profile_id = ?1 AND refund ->> '$.state' = 'seen'
      AND refund ->> '$.after.at' > ?2 AND refund ->> '$.after.at' <= ?3`)
  const awaited = database.prepare(`
    SELECT id FROM jobs WHERE refund ->> '$.state' = 'awaited' AND state = 'failed' ORDER BY state_since, seq`)

  return {
    balanceBefore: (profileId, at) =>
      storing(() => {
        const row = before.get(profileId, at)
        return row === undefined ? null : balanceReading.parse(row)
      }),
    spent: ({ profileId, from, to }) => storing(() => Number(spent.get(profileId, from, to)?.['n'])),
    seen: ({ profileId, from, to }) => storing(() => Number(seen.get(profileId, from, to)?.['n'])),
    awaited: () => storing(() => awaited.all().map((row) => jobId.parse(row['id']))),
  }
}
