/** The library on a real database with its index, a scripted service and a clock that the test moves. */
import { expect, onTestFinished } from 'vitest'
import { createLibrary } from '../../../../src/main/conversations/library/handlers.ts'
import type { Library } from '../../../../src/main/conversations/library/handlers.ts'
import { createSearch } from '../../../../src/main/conversations/search/search.ts'
import type { Search } from '../../../../src/main/conversations/search/search.ts'
import { createSnapshots } from '../../../../src/main/conversations/snapshots.ts'
import { createHandedFiles } from '../../../../src/main/files/handed-files.ts'
import type { ConversationId, ProfileId } from '../../../../src/shared/ids.ts'
import type { SnapshotSummary } from '../../../../src/shared/schemas/conversation.ts'
import { conversationId, profileId } from '../../../../src/shared/schemas/ids.ts'
import { received } from '../../../support/received.ts'
import { setStage } from '../../../support/subjects.ts'
import type { Stage } from '../../../support/subjects.ts'

/** The calling window. */
export const context = { windowId: 1 }

/** The profile that is open at the start. */
export const firstProfile = profileId.parse('p1')

/** A conversation's id. */
export const idOf = (id: string): ConversationId => conversationId.parse(id)

const bodyOf = (data: object): string => JSON.stringify({ success: true, code: '200', data })

/** The library under test. */
export interface LibraryStage extends Stage {
  readonly library: Library
  readonly databaseFile: string
  readonly searching: Search
  /** An operator's fetch, without a service; a second passes after it. */
  readonly keep: (id: string, data: object, of?: ProfileId) => Promise<SnapshotSummary>
}

/** Sets the stage. */
export function setLibraryStage(): LibraryStage {
  const stage = setStage()
  const databaseFile = stage.database.location() ?? expect.fail()
  const searching = createSearch(databaseFile, stage.clock)
  const library = createLibrary(stage, createHandedFiles(stage), searching)
  const snapshots = createSnapshots(stage)
  onTestFinished(async () => {
    library.dispose()
    await searching.dispose()
  })
  return {
    ...stage,
    library,
    databaseFile,
    searching,
    keep: async (id, data, of = firstProfile) => {
      const at = stage.clock.now()
      const snapshot = snapshots.keep({ ...received(bodyOf(data)), at, profileId: of, conversationId: idOf(id) })
      await stage.clock.pass(1_000)
      return snapshot
    },
  }
}
