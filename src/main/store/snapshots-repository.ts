/** Every looked-up conversation as it was received, byte for byte. Bodies are read by the reader's thread alone. */
import type { DatabaseSync } from 'node:sqlite'
import type { ProfileId, SnapshotId } from '../../shared/ids.ts'
import { snapshotSummary } from '../../shared/schemas/conversation.ts'
import type { SnapshotSummary } from '../../shared/schemas/conversation.ts'
import { storing } from './storage-failure.ts'
import { inTransaction } from './transaction.ts'

/** A look-up that was just received. */
export type NewSnapshot = Omit<SnapshotSummary, 'bytes' | 'name'>

/** What is noted of a look-up once its body was read; `url` of the voice is "" when the answer names no sample. */
export interface SnapshotFacts {
  readonly name: string | null
  readonly voice: { readonly name: string; readonly url: string } | null
}

/** The rows of the snapshots. Every function throws a `storage` failure when the database refuses. */
export interface SnapshotsRepository {
  /** Keeps a body, and answers what lists show of it; its name is null until `noteFacts`. */
  readonly add: (snapshot: NewSnapshot, rawText: string) => SnapshotSummary
  /** Notes the name and the voice that it speaks with. */
  readonly noteFacts: (profileId: ProfileId, id: SnapshotId, facts: SnapshotFacts) => void
  /** A snapshot of that profile; null when there is none. */
  readonly get: (profileId: ProfileId, id: SnapshotId) => SnapshotSummary | null
}

const summaryColumns =
  'id, profile_id AS profileId, conversation_id AS conversationId, name, fetched_at AS fetchedAt, length(body) AS bytes'

/** Gives the snapshots in an opened database. */
export function createSnapshotsRepository(database: DatabaseSync): SnapshotsRepository {
  // Again under its id when nobody heard whether it was written the first time.
  const add = database.prepare(`
    INSERT OR REPLACE INTO snapshots (id, profile_id, conversation_id, name, fetched_at, body) VALUES (?, ?, ?, NULL, ?, ?)`)
  const setName = database.prepare('UPDATE snapshots SET name = ? WHERE profile_id = ? AND id = ?')
  const noteVoice = database.prepare(`
    INSERT OR REPLACE INTO voices_seen (profile_id, voice, conversation_id, snapshot_id, url, seen_at)
      SELECT profile_id, ?, conversation_id, id, ?, fetched_at FROM snapshots WHERE profile_id = ? AND id = ?`)
  const summary = database.prepare(`SELECT ${summaryColumns} FROM snapshots WHERE profile_id = ? AND id = ?`)

  return {
    add: (snapshot, rawText) =>
      storing(() => {
        const bytes = Buffer.from(rawText, 'utf8')
        const { id, profileId, conversationId, fetchedAt } = snapshot
        add.run(id, profileId, conversationId, fetchedAt, bytes)
        return { ...snapshot, name: null, bytes: bytes.byteLength }
      }),
    noteFacts: (profileId, id, { name, voice }) => {
      inTransaction(database, () => {
        setName.run(name, profileId, id)
        if (voice !== null) noteVoice.run(voice.name, voice.url, profileId, id)
      })
    },
    get: (profileId, id) =>
      storing(() => {
        const row = summary.get(profileId, id)
        return row === undefined ? null : snapshotSummary.parse(row)
      }),
  }
}
