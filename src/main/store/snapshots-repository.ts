/** Every looked-up conversation as it was received, byte for byte. */
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'
import type { ProfileId, SnapshotId } from '../../shared/ids.ts'
import { snapshotSummary } from '../../shared/schemas/conversation.ts'
import type { SnapshotSummary } from '../../shared/schemas/conversation.ts'
import { storing } from './storage-failure.ts'
import { inTransaction } from './transaction.ts'

/** A kept look-up: what lists show of it, and the body as received. */
export interface StoredSnapshot {
  readonly summary: SnapshotSummary
  readonly rawText: string
}

/** The rows of the snapshots. Every function throws a `storage` failure when the database refuses. */
export interface SnapshotsRepository {
  /** Keeps a body, notes the voice that it speaks with, and answers it with its size in bytes. */
  readonly add: (snapshot: Omit<SnapshotSummary, 'bytes'>, rawText: string) => StoredSnapshot
  /** A snapshot of that profile; null when there is none. */
  readonly get: (profileId: ProfileId, id: SnapshotId) => StoredSnapshot | null
  /** The newest snapshot of each conversation, newest first, at most `limit`. */
  readonly recents: (profileId: ProfileId, limit: number) => readonly SnapshotSummary[]
}

const summaryColumns =
  'id, profile_id AS profileId, conversation_id AS conversationId, name, fetched_at AS fetchedAt, length(body) AS bytes'

function textOf(body: SQLOutputValue | undefined): string {
  if (!(body instanceof Uint8Array)) throw new Error('A snapshot without a body')
  return Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('utf8')
}

/** Gives the snapshots in an opened database. */
export function createSnapshotsRepository(database: DatabaseSync): SnapshotsRepository {
  const add = database.prepare(`
    INSERT INTO snapshots (id, profile_id, conversation_id, name, fetched_at, body) VALUES (?, ?, ?, ?, ?, ?)`)
  const noteVoice = database.prepare(`
    INSERT OR REPLACE INTO voices_seen (profile_id, voice, conversation_id, snapshot_id, url, seen_at)
      SELECT profile_id, trim(detail ->> '$.ttsName'), conversation_id, id,
        iif(json_type(detail, '$.ttsUrl') = 'text', trim(detail ->> '$.ttsUrl'), ''), fetched_at
      FROM (
        SELECT *, iif(json_valid(CAST(body AS TEXT)), CAST(body AS TEXT) -> '$.data.detailDto', NULL) AS detail
        FROM snapshots WHERE id = ?
      )
      WHERE json_type(detail, '$.ttsName') = 'text' AND trim(detail ->> '$.ttsName') <> ''`)
  const summary = database.prepare(`SELECT ${summaryColumns} FROM snapshots WHERE profile_id = ? AND id = ?`)
  const body = database.prepare('SELECT body FROM snapshots WHERE profile_id = ? AND id = ?')
  const recents = database.prepare(`
    SELECT ${summaryColumns} FROM snapshots AS newest WHERE profile_id = ?1 AND rowid = (
      SELECT rowid FROM snapshots WHERE profile_id = ?1 AND conversation_id = newest.conversation_id
      ORDER BY fetched_at DESC, rowid DESC LIMIT 1)
    ORDER BY fetched_at DESC, rowid DESC LIMIT ?2`)

  return {
    add: (snapshot, rawText) =>
      inTransaction(database, () => {
        const bytes = Buffer.from(rawText, 'utf8')
        const { id, profileId, conversationId, name, fetchedAt } = snapshot
        add.run(id, profileId, conversationId, name, fetchedAt, bytes)
        noteVoice.run(id)
        return { summary: { ...snapshot, bytes: bytes.byteLength }, rawText }
      }),
    get: (profileId, id) =>
      storing(() => {
        const row = summary.get(profileId, id)
        if (row === undefined) return null
        return { summary: snapshotSummary.parse(row), rawText: textOf(body.get(profileId, id)?.['body']) }
      }),
    recents: (profileId, limit) =>
      storing(() => recents.all(profileId, limit).map((row) => snapshotSummary.parse(row))),
  }
}
