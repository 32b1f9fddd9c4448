/** What is kept of each profile's queue across restarts. */
import type { DatabaseSync } from 'node:sqlite'
import type { ProfileId } from '../../shared/ids.ts'
import { payer, secretAccount } from '../../shared/schemas/profile.ts'
import type { Payer, SecretAccount } from '../../shared/schemas/profile.ts'
import { jsonIn, statementsIn } from './statements.ts'
import type { Row } from './statements.ts'

export interface StoredQueue {
  /** The operator paused it, or a daily copy was restored. */
  readonly isPaused: boolean
  /** Who would have paid for what waits; null unless somebody else would pay now. */
  readonly confirmedFor: Payer | null
  /** The account of the profile's secret as the secret itself names it, also while the secret cannot be read. */
  readonly account: SecretAccount | null
}

const fresh: StoredQueue = { isPaused: false, confirmedFor: null, account: null }

function queueOf({ paused, confirmedFor, account }: Row): StoredQueue {
  return {
    isPaused: paused === 1,
    confirmedFor: payer.nullable().parse(jsonIn(confirmedFor)),
    account: secretAccount.nullable().parse(jsonIn(account)),
  }
}

export function createQueuesRepository(database: DatabaseSync) {
  const { run, one } = statementsIn(database)
  const find = one<[id: ProfileId], StoredQueue>(
    'SELECT paused, confirmed_for AS confirmedFor, account FROM queues WHERE profile_id = ?',
    queueOf,
  )
  const write = run<[values: object]>(`
    INSERT INTO queues (profile_id, paused, confirmed_for, account) VALUES (:id, :isPaused, :confirmedFor, :account)
      ON CONFLICT (profile_id) DO UPDATE SET paused = :isPaused, confirmed_for = :confirmedFor, account = :account`)
  const read = (id: ProfileId): StoredQueue => find(id) ?? fresh
  return {
    read,
    /** Changes the given parts. */
    set: (id: ProfileId, changed: Partial<StoredQueue>): StoredQueue => {
      const next = { ...read(id), ...changed }
      write({ id, ...next })
      return next
    },
  }
}
