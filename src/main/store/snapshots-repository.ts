/** Every looked-up conversation as it was received, byte for byte. Bodies are read by the reader's thread alone. */
import type { DatabaseSync } from 'node:sqlite'
import type { ProfileId, SnapshotId } from '../../shared/ids.ts'
import { snapshotSummary } from '../../shared/schemas/conversation.ts'
import type { SnapshotSummary } from '../../shared/schemas/conversation.ts'
import { snapshotId } from '../../shared/schemas/ids.ts'
import type { OfConversation } from './library-repository.ts'
import type { SnapshotBody } from './snapshot-body.ts'
import { createSnapshotTexts, numberedTexts } from './snapshot-texts.ts'
import { storing, inTransaction } from './storage-failure.ts'

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
  /** Those of a conversation, newest first, at most 1,000. */
  readonly list: (of: OfConversation) => readonly SnapshotSummary[]
  /** The newest one of a conversation; null when there is none. */
  readonly newest: (of: OfConversation) => SnapshotId | null
  /** Says whether the newest one is kept in exactly this form. One that was packed otherwise is another. */
  readonly isNewest: (of: OfConversation, body: SnapshotBody) => boolean
}

const summaryColumns = `id, profile_id AS profileId, conversation_id AS conversationId, name, fetched_at AS fetchedAt,
  coalesce(bytes, length(body)) AS bytes`

const newestFirst = 'WHERE profile_id = ?1 AND conversation_id = ?2 ORDER BY fetched_at DESC, rowid DESC'
const maxListed = 1_000

export function createSnapshotsRepository(database: DatabaseSync): SnapshotsRepository {
  // Again under its id when nobody heard whether it was written the first time.
  const add = database.prepare(`
    INSERT OR REPLACE INTO snapshots (id, profile_id, conversation_id, name, fetched_at, packed, bytes, body)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)`)
  const noteVoice = database.prepare(`
    INSERT OR REPLACE INTO voices_seen (profile_id, voice, conversation_id, snapshot_id, url, seen_at)
      VALUES (?, ?, ?, ?, ?, ?)`)
  const searched = createSnapshotTexts(database)
  const list = database.prepare(`
    SELECT ${summaryColumns} FROM snapshots ${newestFirst} LIMIT ${String(maxListed)}`)
  const newest = database.prepare(`SELECT id FROM snapshots ${newestFirst} LIMIT 1`)
  // The length first: SQLite knows it without reading the body.
  const isSame = database.prepare(`
    SELECT packed = ?4 AND length(body) = length(?3) AND body = ?3 AS same FROM snapshots
      WHERE rowid = (SELECT rowid FROM snapshots ${newestFirst} LIMIT 1)`)
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
    list: ({ profileId, conversationId }) =>
      storing(() => list.all(profileId, conversationId).map((row) => snapshotSummary.parse(row))),
    newest: ({ profileId, conversationId }) =>
      storing(() => {
        const row = newest.get(profileId, conversationId)
        return row === undefined ? null : snapshotId.parse(row['id'])
      }),
    isNewest: ({ profileId, conversationId }, { bytes, isPacked }) =>
      storing(() => isSame.get(profileId, conversationId, bytes, Number(isPacked))?.['same'] === 1),
  }
}
