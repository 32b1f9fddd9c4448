import { rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { AppContext } from '../context/app-context.ts'
import { logged } from '../lib/log.ts'
import { createParseOnWorker, createReader } from './reader/reader.ts'
import type { Reader } from './reader/reader.ts'
import { createIndexing, textsWith } from './search/indexer.ts'
import { snapshotId } from '../../shared/schemas/ids.ts'
import type { SnapshotSummary } from '../../shared/schemas/conversation.ts'
import type { ReceivedConversation } from '../service/operations.ts'
import type { OfConversation } from '../store/library-repository.ts'
import type { NewSnapshot } from '../store/snapshots-repository.ts'

export type ConversationCore = ReturnType<typeof createConversationCore>

// Versions before the twelfth migration kept the full-text index in a file of its own.
function removeFormerIndex(databaseFile: string): void {
  for (const ending of ['', '-wal', '-shm', '-journal']) {
    rmSync(join(dirname(databaseFile), `library-index.db${ending}`), { force: true })
  }
}

/**
 * What conversations of all profiles share. The first request starts the reader, which opens `databaseFile` with a
 * connection of its own; `onIndexed` hears that snapshots can be found that could not be before.
 */
export function createConversationCore(
  { repositories, clock, log, randomId }: Pick<AppContext, 'repositories' | 'clock' | 'log' | 'randomId'>,
  databaseFile: string,
  onIndexed: () => void,
) {
  const reader = createReader({ clock, log }, databaseFile)
  // A thread that has nothing to do costs some 10 MB.
  const nothing = { isDone: true, indexed: 0 }
  const indexing = createIndexing(
    async () => (repositories.snapshots.hasUnindexed() ? reader.ask('indexStep', undefined) : nothing),
    log,
    onIndexed,
  )
  // A disk that cannot be written must not keep Greenroom from opening: the next time will do.
  logged(log, 'what earlier runs left could not be removed', () => {
    repositories.plannedReads.forgetDone()
    removeFormerIndex(databaseFile)
  })
  return {
    reader,
    saveSnapshot: createSaveSnapshot({ repositories, randomId, log }, reader),
    indexing,
    parseOnWorker: createParseOnWorker(reader),
    /** Ends the reader; after the workspaces, before the database is closed. */
    dispose: async (): Promise<void> => {
      await indexing.dispose()
      await reader.dispose()
    },
  }
}

/** Failures: storage. */
export type SaveSnapshot = (received: ReceivedConversation & OfConversation) => Promise<SnapshotSummary>

// Writing 64 kB with what they are found by takes some milliseconds, 5 MB more than the 50 that this thread may be held up.
const maxBytesOnMain = 64 * 1024

export function createSaveSnapshot(
  { repositories, randomId, log }: Pick<AppContext, 'repositories' | 'randomId' | 'log'>,
  reader: Pick<Reader, 'ask'>,
): SaveSnapshot {
  const { snapshots } = repositories
  return async ({ profileId, conversationId, body, facts, at }) => {
    const id = snapshotId.parse(randomId())
    const snapshot: NewSnapshot = { id, profileId, conversationId, fetchedAt: at, facts }
    if (body.size <= maxBytesOnMain) return snapshots.add(snapshot, body, textsWith(conversationId, body))
    try {
      return await reader.ask('save', { snapshot, body })
    } catch (error) {
      // Late is better than lost; a full disk says so here once more.
      log.error(`snapshot ${id} was not written by the reader`, error)
      return snapshots.add(snapshot, body, [])
    }
  }
}
