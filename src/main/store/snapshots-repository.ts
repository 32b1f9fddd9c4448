/** Snapshots, byte for byte, and their searchable text. */
import type { DatabaseSync } from 'node:sqlite'
import type { ProfileId, SnapshotId } from '../../shared/ids.ts'
import { snapshotSummary } from '../../shared/schemas/conversation.ts'
import type { SnapshotSummary } from '../../shared/schemas/conversation.ts'
import type { OfConversation } from './library-repository.ts'
import { columnsAs, statementsIn } from './statements.ts'

/** Name and voice of a conversation as received: the facts that lists and proposals use without reading the body. */
export interface ConversationFacts {
  /** The beginning of conversationName, which can be ""; null when the answer had no such text. */
  readonly name: string | null
  /** Null when the answer had no usable ttsName; `url` is "" when the answer had no sample. */
  readonly voice: { readonly name: string; readonly url: string } | null
}

export interface NewSnapshot extends Omit<SnapshotSummary, 'bytes' | 'name'> {
  readonly facts: ConversationFacts
  /** Exactly as received. */
  readonly body: Uint8Array
  readonly searchableText: string
}

const maxListed = 1_000

export function createSnapshotsRepository(database: DatabaseSync) {
  const { run, one, all } = statementsIn(database)
  const summaries = `
    SELECT ${columnsAs('id', 'profileId', 'conversationId', 'name', 'fetchedAt')}, length(body) AS bytes FROM snapshots`
  const add = run(`
    INSERT INTO snapshots (id, profile_id, conversation_id, name, fetched_at, body)
      VALUES (:id, :profileId, :conversationId, :name, :fetchedAt, :body)`)
  const addText = run('INSERT INTO snapshot_texts (id, text) SELECT seq, :text FROM snapshots WHERE id = :id')
  const noteVoice = run(`
    INSERT OR REPLACE INTO voices_seen (profile_id, voice, conversation_id, snapshot_id, url, seen_at)
      VALUES (:profileId, :voice, :conversationId, :id, :url, :fetchedAt)`)

  return {
    /** Writes the snapshot and its searchable text, within the caller's transaction. */
    add: ({ facts: { name, voice }, body, searchableText, ...snapshot }: NewSnapshot): SnapshotSummary => {
      add({ ...snapshot, name, body })
      addText({ id: snapshot.id, text: searchableText })
      if (voice !== null) noteVoice({ ...snapshot, voice: voice.name, url: voice.url })
      return { ...snapshot, name, bytes: body.byteLength }
    },
    get: one<[profileId: ProfileId, id: SnapshotId], SnapshotSummary>(
      `${summaries} WHERE profile_id = ? AND id = ?`,
      (row) => snapshotSummary.parse(row),
    ),
    /** The body, exactly as received; null if there is no such snapshot. */
    body: one<[profileId: ProfileId, id: SnapshotId], Uint8Array | null>(
      'SELECT body FROM snapshots WHERE profile_id = ? AND id = ?',
      ({ body }) => (body instanceof Uint8Array ? body : null),
    ),
    /** The snapshots of a conversation, last read first whatever the clock said, at most 1,000. */
    list: all<[of: OfConversation], SnapshotSummary>(
      `${summaries} WHERE profile_id = :profileId AND conversation_id = :conversationId
        ORDER BY seq DESC LIMIT ${String(maxListed)}`,
      (row) => snapshotSummary.parse(row),
    ),
  }
}
