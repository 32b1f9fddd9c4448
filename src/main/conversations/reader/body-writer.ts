/** Writes large bodies: some megabytes with their way to the disk hold up a thread for longer than a few frames. */
import { DatabaseSync } from 'node:sqlite'
import type { SnapshotSummary } from '../../../shared/schemas/conversation.ts'
import type { SnapshotBody } from '../../store/snapshot-body.ts'
import { createSnapshotsRepository } from '../../store/snapshots-repository.ts'
import type { NewSnapshot, SnapshotsRepository } from '../../store/snapshots-repository.ts'
import { storing } from '../../store/storage-failure.ts'

/** The writer of bodies on the reader's thread. */
export interface BodyWriter {
  /** As `SnapshotsRepository.add`. Failures: storage. */
  readonly save: (snapshot: NewSnapshot, body: SnapshotBody) => SnapshotSummary
  readonly close: () => void
}

/** Gives a writer with a connection of its own, opened by the first body: nothing else here may write. */
export function createBodyWriter(databaseFile: string): BodyWriter {
  let database: DatabaseSync | null = null
  let snapshots: SnapshotsRepository | null = null

  const open = (): SnapshotsRepository => {
    database = new DatabaseSync(databaseFile, { timeout: 2_000 })
    // As of main's own connection: both are settings of a connection, not of the file.
    database.exec('PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON')
    return createSnapshotsRepository(database)
  }

  return {
    save: (snapshot, body) =>
      storing(() => {
        snapshots ??= open()
        return snapshots.add(snapshot, body)
      }),
    close: () => {
      database?.close()
    },
  }
}
