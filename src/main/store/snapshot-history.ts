/** The snapshots of one conversation, as the library lists and compares them. */
import type { DatabaseSync } from 'node:sqlite'
import type { SnapshotId } from '../../shared/ids.ts'
import { snapshotSummary } from '../../shared/schemas/conversation.ts'
import type { SnapshotSummary } from '../../shared/schemas/conversation.ts'
import { snapshotId } from '../../shared/schemas/ids.ts'
import type { SnapshotBody } from './snapshot-body.ts'
import type { OfConversation } from './library-repository.ts'
import { storing } from './storage-failure.ts'

/** Snapshots of a conversation. Every function throws a `storage` failure when the database refuses. */
export interface SnapshotHistory {
  /** Newest first, at most 1,000. */
  readonly list: (of: OfConversation) => readonly SnapshotSummary[]
  /** The newest one; null when there is none. */
  readonly newest: (of: OfConversation) => SnapshotId | null
  /** Says whether the newest one is kept in exactly this form. One that was packed otherwise is another. */
  readonly isNewest: (of: OfConversation, body: SnapshotBody) => boolean
}

const maxListed = 1_000

export function createSnapshotHistory(database: DatabaseSync): SnapshotHistory {
  const list = database.prepare(`
    SELECT id, profile_id AS profileId, conversation_id AS conversationId, name, fetched_at AS fetchedAt,
        coalesce(bytes, length(body)) AS bytes
      FROM snapshots WHERE profile_id = ? AND conversation_id = ?
      ORDER BY fetched_at DESC, rowid DESC LIMIT ${String(maxListed)}`)
  const newest = database.prepare(`
    SELECT id FROM snapshots WHERE profile_id = ? AND conversation_id = ?
      ORDER BY fetched_at DESC, rowid DESC LIMIT 1`)
  // The length first: SQLite knows it without reading the body.
  const same = database.prepare(`
    SELECT packed = ?4 AND length(body) = length(?1) AND body = ?1 AS same FROM snapshots WHERE rowid = (
      SELECT rowid FROM snapshots WHERE profile_id = ?2 AND conversation_id = ?3
        ORDER BY fetched_at DESC, rowid DESC LIMIT 1)`)
  return {
    list: ({ profileId, conversationId }) =>
      storing(() => list.all(profileId, conversationId).map((row) => snapshotSummary.parse(row))),
    newest: ({ profileId, conversationId }) =>
      storing(() => {
        const row = newest.get(profileId, conversationId)
        return row === undefined ? null : snapshotId.parse(row['id'])
      }),
    isNewest: ({ profileId, conversationId }, { bytes, isPacked }) =>
      storing(() => same.get(bytes, profileId, conversationId, Number(isPacked))?.['same'] === 1),
  }
}
