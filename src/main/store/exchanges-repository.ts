/** Exchanges of creations and closes, which evidence needs long after the run in which they were recorded. */
import type { DatabaseSync } from 'node:sqlite'
import type { ExchangeId, ProfileId } from '../../shared/ids.ts'
import { exchange } from '../../shared/schemas/app.ts'
import type { Exchange } from '../../shared/schemas/app.ts'
import { jsonIn, statementsIn } from './statements.ts'

// Balances are kept as long.
const retentionMs = 90 * 86_400_000

export function createExchangesRepository(database: DatabaseSync) {
  const { run, one } = statementsIn(database)
  // The journal and the job, which are flushed, record what is certain; a power loss may cost the exchange itself.
  const add = run(
    'INSERT INTO kept_exchanges (id, profile_id, at, exchange) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING',
    'unflushed',
  )
  const prune = run(
    'DELETE FROM kept_exchanges WHERE rowid IN (SELECT rowid FROM kept_exchanges WHERE at < ? ORDER BY at LIMIT ?)',
  )
  return {
    /** Failures: storage. */
    add: (profileId: ProfileId, exchange: Exchange): void =>
      void add(exchange.id, profileId, exchange.startedAt, exchange),
    find: one<[id: ExchangeId], Exchange>('SELECT exchange FROM kept_exchanges WHERE id = ?', (row) =>
      exchange.parse(jsonIn(row['exchange'])),
    ),
    /** Removes at most `max` exchanges that are older than 90 days. A smaller result means that none is left. */
    prune: (now: number, max: number): number => prune(now - retentionMs, max),
  }
}
