/** Every looked-up conversation as it was received, byte for byte. Bodies are read by the reader's thread alone. */
import type { DatabaseSync } from 'node:sqlite'
import type { ProfileId, SnapshotId } from '../../shared/ids.ts'
import { snapshotSummary } from '../../shared/schemas/conversation.ts'
import type { SnapshotSummary } from '../../shared/schemas/conversation.ts'
import type { SnapshotBody } from './snapshot-body.ts'
import { createSnapshotTexts, numberedTexts } from './snapshot-texts.ts'
import { storing } from './storage-failure.ts'
import { inTransaction } from './transaction.ts'

/** What lists and proposals keep of a snapshot beside its body; `url` is "" when the answer names no sample. */
export interface SnapshotFacts {
  readonly name: string | null
  readonly voice: { readonly name: string; readonly url: string } | null
}

/** A snapshot that was just received. */
export interface NewSnapshot extends Omit<SnapshotSummary, 'bytes' | 'name'> {
  readonly facts: SnapshotFacts
}

/** The rows of the snapshots. Every function throws a `storage` failure when the database refuses. */
export interface SnapshotsRepository {
  /**
   * Keeps a body with its facts and the texts that it is found by, all or nothing, and answers what lists show of it.
   * Without texts it is found once it is indexed.
   */
  readonly add: (snapshot: NewSnapshot, body: SnapshotBody, texts: readonly string[]) => SnapshotSummary
  /** A snapshot of that profile; null when there is none. */
  readonly get: (profileId: ProfileId, id: SnapshotId) => SnapshotSummary | null
}

const summaryColumns = `id, profile_id AS profileId, conversation_id AS conversationId, name, fetched_at AS fetchedAt,
  coalesce(bytes, length(body)) AS bytes`

export function createSnapshotsRepository(database: DatabaseSync): SnapshotsRepository {
  // Again under its id when nobody heard whether it was written the first time.
  const add = database.prepare(`
    INSERT OR REPLACE INTO snapshots (id, profile_id, conversation_id, name, fetched_at, packed, bytes, body)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)`)
  const noteVoice = database.prepare(`
    INSERT OR REPLACE INTO voices_seen (profile_id, voice, conversation_id, snapshot_id, url, seen_at)
      VALUES (?, ?, ?, ?, ?, ?)`)
  const searched = createSnapshotTexts(database)
  const summary = database.prepare(`SELECT ${summaryColumns} FROM snapshots WHERE profile_id = ? AND id = ?`)

  return {
    add: ({ facts, ...snapshot }, { bytes, isPacked, size }, texts) => {
      const { id, profileId, conversationId, fetchedAt } = snapshot
      const { name, voice } = facts
      inTransaction(database, () => {
        add.run(id, profileId, conversationId, name, fetchedAt, Number(isPacked), size, bytes)
        if (voice !== null) noteVoice.run(profileId, voice.name, conversationId, id, voice.url, fetchedAt)
        numberedTexts(id, texts).forEach(searched.add)
      })
      return { ...snapshot, name, bytes: size }
    },
    get: (profileId, id) =>
      storing(() => {
        const row = summary.get(profileId, id)
        return row === undefined ? null : snapshotSummary.parse(row)
      }),
  }
}
