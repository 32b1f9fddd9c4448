import type { DatabaseSync } from 'node:sqlite'
import { profileOf } from './subjects.ts'

/** Puts a snapshot `s1` of conversation 108, read at 0, into a database: these bytes, whatever they are. */
export function insertSnapshot(database: DatabaseSync, body: string | Uint8Array): void {
  const add = database.prepare(
    'INSERT INTO snapshots (id, profile_id, conversation_id, name, fetched_at, body) VALUES (?, ?, ?, NULL, 0, ?)',
  )
  add.run('s1', profileOf().id, '108', typeof body === 'string' ? Buffer.from(body) : body)
}
