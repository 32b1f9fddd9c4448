/** The part of each profile's queue that is stored across restarts. */
import type { DatabaseSync } from 'node:sqlite'
import type { ProfileId } from '../../shared/ids.ts'
import { payer as payerSchema } from '../../shared/schemas/profile.ts'
import type { Payer } from '../../shared/schemas/profile.ts'
import { jsonIn, statementsIn } from './statements.ts'
import type { Row } from './statements.ts'

export interface StoredQueue {
  /** The operator paused it, or a daily copy was restored. */
  readonly isPaused: boolean
  /**
   * The queue is also paused while this names a payer: waiting jobs were confirmed for that payer, and a different
   * account would pay.
   */
  readonly pausedForPayer: Payer | null
  /** Who pays now, as the profile and its secret showed when they were saved: the secret may be unreadable since. */
  readonly payer: Payer | null
}

const fresh: StoredQueue = { isPaused: false, pausedForPayer: null, payer: null }

function queueOf({ paused, pausedForPayer, payer }: Row): StoredQueue {
  return {
    isPaused: paused === 1,
    pausedForPayer: payerSchema.nullable().parse(jsonIn(pausedForPayer)),
    payer: payerSchema.nullable().parse(jsonIn(payer)),
  }
}

export function createQueuesRepository(database: DatabaseSync) {
  const { run, one } = statementsIn(database)
  const find = one<[id: ProfileId], StoredQueue>(
    'SELECT paused, paused_for_payer AS pausedForPayer, payer FROM queues WHERE profile_id = ?',
    queueOf,
  )
  const write = run<[values: object]>(`
    INSERT INTO queues (profile_id, paused, paused_for_payer, payer) VALUES (:id, :isPaused, :pausedForPayer, :payer)
      ON CONFLICT (profile_id) DO UPDATE SET paused = :isPaused, paused_for_payer = :pausedForPayer, payer = :payer`)
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
