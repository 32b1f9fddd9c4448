/** The library on a real database with its index, a scripted service and a clock that the test moves. */
import { randomUUID } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished } from 'vitest'
import { createSaveSnapshot } from '../../../../src/main/conversations/core.ts'
import { createLibraryHandlers } from '../../../../src/main/conversations/library/handlers.ts'
import type { Reader } from '../../../../src/main/conversations/reader/reader.ts'
import { createIndexing } from '../../../../src/main/conversations/search/indexer.ts'
import type { Clock } from '../../../../src/main/lib/clock.ts'
import { createHandedFiles } from '../../../../src/main/files/handed-files.ts'
import type { ConversationId, ProfileId } from '../../../../src/shared/ids.ts'
import type { SnapshotSummary } from '../../../../src/shared/schemas/conversation.ts'
import { conversationId, profileId, snapshotId } from '../../../../src/shared/schemas/ids.ts'
import { createNearReader } from '../../../support/near-reader.ts'
import { received } from '../../../support/received.ts'
import { setStage } from '../../../support/subjects.ts'
import type { Stage } from '../../../support/subjects.ts'

/** The window that asks. */
export const context = { windowId: 1 }

/** The profile that is open at first. */
export const firstProfile = profileId.parse('p1')

/** A conversation's id. */
export const idOf = (id: string): ConversationId => conversationId.parse(id)

/** A body with this `data`. */
export const bodyOf = (data: object): string => JSON.stringify({ success: true, code: '200', data })

/** The library under test. */
export interface LibraryStage extends Stage {
  readonly library: ReturnType<typeof createLibraryHandlers>
  readonly databaseFile: string
  readonly reader: Reader
  /** Keeps an answer, and nothing else. */
  readonly keep: (id: string, data: object, of?: ProfileId) => Promise<SnapshotSummary>
  /** An operator's fetch, without a service. */
  readonly fetchSnapshot: (id: string, data: object, of?: ProfileId) => Promise<SnapshotSummary>
  /** Brings the index up to what was kept. */
  readonly index: () => Promise<void>
}

/** Sets the stage. */
export function setLibraryStage(): LibraryStage {
  const stage = setStage()
  const databaseFile = stage.database.location() ?? expect.fail()
  const reader = createNearReader(databaseFile)
  const saveSnapshot = createSaveSnapshot(stage, reader)
  const indexing = createIndexing(
    () => reader.ask('indexStep', undefined),
    stage.log,
    () => library.indexed(),
  )
  const library = createLibraryHandlers(stage, { reader, saveSnapshot, indexing }, createHandedFiles(stage))
  onTestFinished(async () => {
    await library.dispose()
    await indexing.dispose()
    await reader.dispose()
  })
  const keep: LibraryStage['keep'] = (id, data, of = firstProfile) =>
    saveSnapshot({
      profileId: of,
      conversationId: idOf(id),
      ...received(bodyOf(data)),
      at: stage.clock.now(),
    })
  return {
    ...stage,
    library,
    databaseFile,
    reader,
    keep,
    fetchSnapshot: async (id, data, of) => {
      const snapshot = await keep(id, data, of)
      library.onSnapshotSaved(snapshot)
      await stage.clock.pass(1_000)
      return snapshot
    },
    index: async () => {
      for (let isDone = false; !isDone;) ({ isDone } = await reader.ask('indexStep', undefined))
    },
  }
}

/** Writes snapshots straight into the database, as an earlier run did; answers their ids. */
export function keepMany(
  { database, clock }: { readonly database: DatabaseSync; readonly clock: Pick<Clock, 'now'> },
  bodies: readonly { readonly id: string; readonly data: object; readonly of?: ProfileId }[],
): readonly string[] {
  const add = database.prepare(
    'INSERT INTO snapshots (id, profile_id, conversation_id, name, fetched_at, body) VALUES (?, ?, ?, NULL, ?, ?)',
  )
  database.exec('BEGIN')
  const ids = bodies.map(({ id, data, of = firstProfile }, index) => {
    const snapshot = snapshotId.parse(randomUUID())
    add.run(snapshot, of, id, clock.now() + index, Buffer.from(bodyOf(data)))
    return snapshot
  })
  database.exec('COMMIT')
  return ids
}
