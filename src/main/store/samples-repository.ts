/** Counts of live calls and balances over time, per profile. Samples are kept raw. */
import type { DatabaseSync } from 'node:sqlite'
import type { AppId, ProfileId } from '../../shared/ids.ts'
import { accountSample } from '../../shared/schemas/account.ts'
import type { AccountSample } from '../../shared/schemas/account.ts'
import { concurrencySample } from '../../shared/schemas/session.ts'
import type { ConcurrencySample } from '../../shared/schemas/session.ts'
import { storing } from './storage-failure.ts'

/** Which samples of an application: those at `since` (epoch ms) or later. */
export interface ConcurrencyRange {
  readonly profileId: ProfileId
  readonly appId: AppId
  readonly since: number
}

/** The rows of both kinds of samples. Every function throws a `storage` failure when the database refuses. */
export interface SamplesRepository {
  readonly addConcurrency: (profileId: ProfileId, sample: ConcurrencySample) => void
  readonly newestConcurrency: (profileId: ProfileId, appId: AppId) => ConcurrencySample | null
  /** Oldest first. */
  readonly concurrencySince: (range: ConcurrencyRange) => readonly ConcurrencySample[]
  readonly addAccount: (profileId: ProfileId, sample: AccountSample) => void
  /** The newest `limit` samples, oldest first. */
  readonly accountHistory: (profileId: ProfileId, limit: number) => readonly AccountSample[]
}

/** Gives the samples in an opened database. */
export function createSamplesRepository(database: DatabaseSync): SamplesRepository {
  const addConcurrency = database.prepare(`
    INSERT INTO concurrency_samples (profile_id, app_id, at, corporate_id, total, yours) VALUES (?, ?, ?, ?, ?, ?)`)
  const concurrency = 'SELECT app_id AS appId, at, corporate_id AS corporateId, total, yours FROM concurrency_samples'
  const newestConcurrency = database.prepare(
    `${concurrency} WHERE profile_id = ? AND app_id = ? ORDER BY at DESC, rowid DESC LIMIT 1`,
  )
  const concurrencySince = database.prepare(
    `${concurrency} WHERE profile_id = ? AND app_id = ? AND at >= ? ORDER BY at, rowid`,
  )
  const addAccount = database.prepare(
    'INSERT INTO account_samples (profile_id, at, avatar_creations_left, duration_left) VALUES (?, ?, ?, ?)',
  )
  const accountHistory = database.prepare(`
    SELECT at, avatar_creations_left AS avatarCreationsLeft, duration_left AS durationLeft
    FROM account_samples WHERE profile_id = ? ORDER BY at DESC, rowid DESC LIMIT ?`)

  return {
    addConcurrency: (profileId, { appId, at, corporateId, total, yours }) => {
      storing(() => addConcurrency.run(profileId, appId, at, corporateId, total, yours))
    },
    newestConcurrency: (profileId, appId) =>
      storing(() => {
        const row = newestConcurrency.get(profileId, appId)
        return row === undefined ? null : concurrencySample.parse(row)
      }),
    concurrencySince: ({ profileId, appId, since }) =>
      storing(() => concurrencySince.all(profileId, appId, since).map((row) => concurrencySample.parse(row))),
    addAccount: (profileId, { at, avatarCreationsLeft, durationLeft }) => {
      storing(() => addAccount.run(profileId, at, avatarCreationsLeft, durationLeft))
    },
    accountHistory: (profileId, limit) =>
      storing(() =>
        accountHistory
          .all(profileId, limit)
          .map((row) => accountSample.parse(row))
          .reverse(),
      ),
  }
}
