/** Writes large bodies, and the index of texts: either holds up a thread for longer than a few frames. */
import { DatabaseSync } from 'node:sqlite'
import type { SnapshotSummary } from '../../../shared/schemas/conversation.ts'
import type { SnapshotBody } from '../../store/snapshot-body.ts'
import { createSnapshotsRepository } from '../../store/snapshots-repository.ts'
import type { NewSnapshot } from '../../store/snapshots-repository.ts'
import { storing } from '../../store/storage-failure.ts'
import type { Documents } from '../document.ts'
import { createIndexer, textsWith } from '../search/indexer.ts'
import type { IndexStep } from '../search/indexer.ts'

/** The writer on the reader's thread. Failures: storage. */
export interface BodyWriter {
  /** As `SnapshotsRepository.add`. */
  readonly save: (snapshot: NewSnapshot, body: SnapshotBody) => SnapshotSummary
  readonly indexStep: () => IndexStep
  readonly close: () => void
}

/** A writer with a connection of its own, opened by the first call: nothing else here may write. */
export function createBodyWriter(databaseFile: string, documents: Documents): BodyWriter {
  const open = () => {
    const database = new DatabaseSync(databaseFile, { timeout: 2_000 })
    // As of main's own connection: both are settings of a connection, not of the file.
    database.exec('PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON')
    return { database, snapshots: createSnapshotsRepository(database), step: createIndexer(database, documents) }
  }
  let opened: ReturnType<typeof open> | null = null
  const get = () => (opened ??= open())

  return {
    save: (snapshot, body) =>
      storing(() => get().snapshots.add(snapshot, body, textsWith(snapshot.conversationId, body))),
    indexStep: () => storing(() => get().step()),
    close: () => {
      opened?.database.close()
    },
  }
}
