import { rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { AppContext } from '../context/app-context.ts'
import type { ParseOnWorker } from '../service/parse-response.ts'
import { createParseOnWorker, createReader } from './reader/reader.ts'
import type { Reader } from './reader/reader.ts'
import { createSaveSnapshot } from './save-snapshot.ts'
import type { SaveSnapshot } from './save-snapshot.ts'
import { createIndexing } from './search/indexing.ts'
import type { Indexing } from './search/indexing.ts'

/** What conversations of all profiles share: the snapshots, and their reader. */
export interface ConversationCore {
  readonly reader: Reader
  readonly saveSnapshot: SaveSnapshot
  readonly indexing: Indexing
  /** Judges large answers of the service on the reader's thread. */
  readonly parseOnWorker: ParseOnWorker
  /** Ends the reader; after the workspaces, before the database is closed. */
  readonly dispose: () => Promise<void>
}

// Versions before the twelfth migration kept the full-text index in a file of its own.
function removeFormerIndex(databaseFile: string): void {
  for (const ending of ['', '-wal', '-shm', '-journal']) {
    rmSync(join(dirname(databaseFile), `library-index.db${ending}`), { force: true })
  }
}

/**
 * The first request starts the reader, which opens `databaseFile` with a connection of its own; `onIndexed` hears that
 * snapshots can be found that could not be before.
 */
export function createConversationCore(
  { repositories, clock, log, randomId }: Pick<AppContext, 'repositories' | 'clock' | 'log' | 'randomId'>,
  databaseFile: string,
  onIndexed: () => void,
): ConversationCore {
  const reader = createReader({ clock, log }, databaseFile)
  const indexing = createIndexing(reader, log, onIndexed)
  try {
    repositories.plannedReads.forgetDone()
    removeFormerIndex(databaseFile)
  } catch (error) {
    // A disk that cannot be written must not keep Greenroom from opening: the next time will do.
    log.error('what earlier runs left could not be removed', error)
  }
  return {
    reader,
    saveSnapshot: createSaveSnapshot({ repositories, randomId, log }, reader),
    indexing,
    parseOnWorker: createParseOnWorker(reader),
    dispose: async () => {
      await indexing.dispose()
      await reader.dispose()
    },
  }
}
