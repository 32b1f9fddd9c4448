/** Snapshots, byte for byte, and their texts as they are searched. Bodies are read by the reader's thread alone. */
import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import type { ProfileId, SnapshotId } from '../../shared/ids.ts'
import { snapshotSummary } from '../../shared/schemas/conversation.ts'
import type { SnapshotSummary } from '../../shared/schemas/conversation.ts'
import { conversationId, profileId, snapshotId } from '../../shared/schemas/ids.ts'
import type { OfConversation } from './library-repository.ts'
import type { SnapshotBody } from './snapshot-body.ts'
import { columnsAs, statementsIn } from './statements.ts'
import { inTransaction } from './storage-failure.ts'

/** Name and voice of a conversation, as it came: what lists and proposals keep of a snapshot beside its body. */
export interface ConversationFacts {
  /** The beginning of conversationName, "" included; null when no text came. */
  readonly name: string | null
  /** Null when no ttsName came that can be used; `url` is "" when the answer names no sample. */
  readonly voice: { readonly name: string; readonly url: string } | null
}

export interface NewSnapshot extends Omit<SnapshotSummary, 'bytes' | 'name'> {
  readonly facts: ConversationFacts
}

const maxListed = 1_000

export function createSnapshotsRepository(database: DatabaseSync) {
  const { run, one, value, all } = statementsIn(database)
  const newestFirst = `WHERE profile_id = :profileId AND conversation_id = :conversationId
    ORDER BY fetched_at DESC, rowid DESC`
  const summaries = `
    SELECT ${columnsAs('id', 'profileId', 'conversationId', 'name', 'fetchedAt')}, coalesce(bytes, length(body)) AS bytes
    FROM snapshots`
  // Again under its id when nobody heard whether it was written the first time.
  const add = run(`
    INSERT OR REPLACE INTO snapshots (id, profile_id, conversation_id, name, fetched_at, packed, bytes, body)
      VALUES (:id, :profileId, :conversationId, :name, :fetchedAt, :isPacked, :size, :bytes)`)
  const noteVoice = run(`
    INSERT OR REPLACE INTO voices_seen (profile_id, voice, conversation_id, snapshot_id, url, seen_at)
      VALUES (:profileId, :voice, :conversationId, :id, :url, :fetchedAt)`)
  const addText = createSnapshotTexts(database).add
  // The length first: SQLite knows it without reading the body.
  const isSame = value(`
    SELECT packed = :isPacked AND length(body) = length(:bytes) AND body = :bytes FROM snapshots
      WHERE rowid = (SELECT rowid FROM snapshots ${newestFirst} LIMIT 1)`)

  const firstUnindexed = value('SELECT 1 FROM unindexed_snapshots LIMIT 1')

  return {
    hasUnindexed: (): boolean => firstUnindexed() !== undefined,
    /** Without texts it is found once it is indexed. */
    add: (
      { facts: { name, voice }, ...snapshot }: NewSnapshot,
      { bytes, isPacked, size }: SnapshotBody,
      texts: readonly string[],
    ): SnapshotSummary => {
      inTransaction(database, () => {
        add({ ...snapshot, name, isPacked, size, bytes })
        if (voice !== null) noteVoice({ ...snapshot, voice: voice.name, url: voice.url })
        numberedTexts(snapshot.id, texts).forEach(addText)
      })
      return { ...snapshot, name, bytes: size }
    },
    get: one<[profileId: ProfileId, id: SnapshotId], SnapshotSummary>(
      `${summaries} WHERE profile_id = ? AND id = ?`,
      (row) => snapshotSummary.parse(row),
    ),
    /** Those of a conversation, newest first, at most 1,000. */
    list: all<[of: OfConversation], SnapshotSummary>(`${summaries} ${newestFirst} LIMIT ${String(maxListed)}`, (row) =>
      snapshotSummary.parse(row),
    ),
    newest: one<[of: OfConversation], SnapshotId>(`SELECT id FROM snapshots ${newestFirst} LIMIT 1`, ({ id }) =>
      snapshotId.parse(id),
    ),
    /** Says whether the newest one is kept in exactly this form. One that was packed otherwise is another. */
    isNewest: (of: OfConversation, { bytes, isPacked }: SnapshotBody) => isSame({ ...of, bytes, isPacked }) === 1,
  }
}

export interface SnapshotText {
  readonly snapshotId: SnapshotId
  readonly part: number
  readonly text: string
  readonly isLast: boolean
}

export function numberedTexts(id: SnapshotId, texts: readonly string[]): readonly SnapshotText[] {
  return texts.map((text, part) => ({ snapshotId: id, part, text, isLast: part === texts.length - 1 }))
}

const maxUnindexed = 20
const unindexed = z.object({ profileId, conversationId, snapshotId })

export function createSnapshotTexts(database: DatabaseSync) {
  const { run, all } = statementsIn(database)
  // What was deleted since its texts were read must not come back, and what lost some of them begins anew.
  const add = run(`
    INSERT OR IGNORE INTO snapshot_texts (snapshot_id, part, text)
      SELECT snapshot_id, :part, :text FROM unindexed_snapshots WHERE snapshot_id = :snapshotId`)
  const unlist = run(`
    DELETE FROM unindexed_snapshots WHERE snapshot_id = :snapshotId
      AND (SELECT count(*) FROM snapshot_texts WHERE snapshot_id = :snapshotId) > :part`)
  return {
    /** Writes a part; with the last one the snapshot is indexed. In a transaction of the caller's. */
    add: (text: SnapshotText): void => {
      add({ ...text })
      if (text.isLast) unlist({ ...text })
    },
    unindexed: all<[], z.output<typeof unindexed>>(
      `SELECT ${columnsAs('profileId', 'conversationId', 'snapshotId')}
        FROM unindexed_snapshots JOIN snapshots ON snapshots.id = snapshot_id
        ORDER BY seq DESC LIMIT ${String(maxUnindexed)}`,
      (row) => unindexed.parse(row),
    ),
  }
}
