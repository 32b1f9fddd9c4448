/** The texts of snapshots as they are searched, in parts; the index follows by itself. */
import type { DatabaseSync } from 'node:sqlite'
import type { ConversationId, ProfileId, SnapshotId } from '../../shared/ids.ts'
import { conversationId, profileId, snapshotId } from '../../shared/schemas/ids.ts'

/** A part of a snapshot's texts. */
export interface SnapshotText {
  readonly snapshotId: SnapshotId
  readonly part: number
  readonly text: string
  readonly isLast: boolean
}

/** The rows of the texts. Errors of SQLite as they are. */
export interface SnapshotTexts {
  /** Writes a part; with the last one the snapshot is indexed. In a transaction of the caller's. */
  readonly add: (text: SnapshotText) => void
  /** Some of the snapshots that are not indexed, newest first. */
  readonly unindexed: () => readonly {
    readonly profileId: ProfileId
    readonly conversationId: ConversationId
    readonly snapshotId: SnapshotId
  }[]
}

const maxListed = 20

/** A text with its place among those of its snapshot. */
export function numberedTexts(id: SnapshotId, texts: readonly string[]): readonly SnapshotText[] {
  return texts.map((text, part) => ({ snapshotId: id, part, text, isLast: part === texts.length - 1 }))
}

export function createSnapshotTexts(database: DatabaseSync): SnapshotTexts {
  // What was deleted since its texts were read must not come back, and what lost some of them begins anew.
  const add = database.prepare(`
    INSERT OR IGNORE INTO snapshot_texts (snapshot_id, part, text)
      SELECT snapshot_id, ?2, ?3 FROM unindexed_snapshots WHERE snapshot_id = ?1`)
  const unlist = database.prepare(`
    DELETE FROM unindexed_snapshots
      WHERE snapshot_id = ?1 AND (SELECT count(*) FROM snapshot_texts WHERE snapshot_id = ?1) > ?2`)
  const unindexed = database.prepare(`
    SELECT snapshot_id, profile_id, conversation_id FROM unindexed_snapshots JOIN snapshots ON snapshots.id = snapshot_id
      ORDER BY seq DESC LIMIT ${String(maxListed)}`)
  return {
    add: ({ snapshotId: id, part, text, isLast }) => {
      add.run(id, part, text)
      if (isLast) unlist.run(id, part)
    },
    unindexed: () =>
      unindexed.all().map((row) => ({
        profileId: profileId.parse(row['profile_id']),
        conversationId: conversationId.parse(row['conversation_id']),
        snapshotId: snapshotId.parse(row['snapshot_id']),
      })),
  }
}

/** Takes all texts out of the database, and lists every snapshot to be indexed again; SQL without a transaction of its own. */
export const forgetTexts = `
  DELETE FROM snapshot_texts;
  INSERT INTO snapshot_search (snapshot_search) VALUES ('delete-all');
  INSERT OR IGNORE INTO unindexed_snapshots (snapshot_id) SELECT id FROM snapshots ORDER BY fetched_at;
`
