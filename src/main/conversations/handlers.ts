/** Everything of conversations in main, joined: snapshots, the reader of what was kept, and the handlers that the page calls. */
import type { DatabaseSync } from 'node:sqlite'
import type { Journal } from '../context/journal.ts'
import type { Clock } from '../lib/clock.ts'
import type { Emit } from '../ipc/handlers.ts'
import type { Log } from '../lib/log.ts'
import { createConversationMedia } from './media/conversation-media.ts'
import type { ConversationMedia } from './media/conversation-media.ts'
import type { MediaStore } from '../media/media-store.ts'
import type { CurrentProfile } from '../context/open-profile.ts'
import type { Exchanges } from '../service/exchanges.ts'
import type { ParseOnWorker } from '../service/parse-dispatch.ts'
import { createMutedChecksRepository } from '../store/muted-checks-repository.ts'
import { createPlannedReadsRepository } from '../store/planned-reads-repository.ts'
import { createSnapshotsRepository } from '../store/snapshots-repository.ts'
import type { SnapshotsRepository } from '../store/snapshots-repository.ts'
import { createCheckHandlers } from './checks/handlers.ts'
import type { CheckHandlers } from './checks/handlers.ts'
import { createCompareHandlers } from './compare/handlers.ts'
import type { CompareHandlers, CompareHandlersDeps } from './compare/handlers.ts'
import { createConversations } from './conversations.ts'
import { createExportHandlers } from './export/handlers.ts'
import type { ExportHandlers, ExportHandlersDeps } from './export/handlers.ts'
import { createSaveSnapshot } from './save-snapshot.ts'
import type { SaveSnapshot } from './save-snapshot.ts'
import { createLibraryHandlers } from './library/handlers.ts'
import type { Library, LibraryHandlers } from './library/handlers.ts'
import { createParseOnWorker } from './reader/parse-on-worker.ts'
import { createReader } from './reader/reader.ts'
import type { Reader } from './reader/reader.ts'
import { createIndexing } from './search/indexing.ts'
import type { Indexing } from './search/indexing.ts'
import { createViewerHandlers } from './viewer-handlers.ts'
import type { ViewerHandlers } from './viewer-handlers.ts'

/** The operations of conversations. */
export type ConversationHandlers = ViewerHandlers &
  ConversationMedia['handlers'] &
  CheckHandlers &
  LibraryHandlers &
  CompareHandlers &
  ExportHandlers

/** What conversations of all profiles share: the snapshots, and the reader with its index. */
export interface ConversationCore {
  readonly snapshots: SnapshotsRepository
  readonly reader: Reader
  readonly saveSnapshot: SaveSnapshot
  readonly indexing: Indexing
  /** Judges large answers of the service on the reader's thread. */
  readonly parseOnWorker: ParseOnWorker
  /** Ends the reader; after the workspaces, before the database is closed. */
  readonly dispose: () => Promise<void>
}

export interface ConversationCoreDeps {
  readonly database: DatabaseSync
  /** The file of `database`: the reader opens it on its own. */
  readonly databaseFile: string
  readonly clock: Clock
  readonly log: Log
  readonly randomId: () => string
  /** Hears that snapshots can be found that could not be before. */
  readonly onIndexed: () => void
}

/** Builds the core. Nothing is started before something is asked of the reader. */
export function createConversationCore(deps: ConversationCoreDeps): ConversationCore {
  const { database, databaseFile, clock, log, randomId, onIndexed } = deps
  const snapshots = createSnapshotsRepository(database)
  const reader = createReader({ databaseFile, clock, log })
  const indexing = createIndexing({ reader, log, onIndexed })
  try {
    createPlannedReadsRepository(database).forgetDone()
  } catch (error) {
    // A disk that cannot be written must not keep Greenroom from opening: the next time will do.
    log.error('lists that were read to their end in an earlier run could not be forgotten', error)
  }
  return {
    snapshots,
    reader,
    saveSnapshot: createSaveSnapshot({ snapshots, reader, randomId, log }),
    indexing,
    parseOnWorker: createParseOnWorker(reader),
    dispose: async () => {
      await indexing.dispose()
      await reader.dispose()
    },
  }
}

export interface ConversationSubjectDeps extends Pick<ExportHandlersDeps, 'saveFile' | 'language'> {
  readonly core: ConversationCore
  readonly database: DatabaseSync
  readonly media: MediaStore
  readonly current: CurrentProfile
  readonly clock: Clock
  readonly journal: Pick<Journal, 'noteAfter'>
  readonly log: Log
  readonly randomId: () => string
  /** A number from 0 to below 1. */
  readonly random: () => number
  readonly emit: Emit
  readonly exchanges: Pick<Exchanges, 'read'>
  /** Files that the page handed over. */
  readonly files: CompareHandlersDeps['files']
}

/** The conversations of one profile. */
export interface ConversationSubject {
  readonly handlers: ConversationHandlers
  /** Media of snapshots that the page has had opened, for the page's scheme. */
  readonly findMedia: ConversationMedia['find']
  /** The library's reads by themselves: they follow the profile, and rest with it. */
  readonly library: Pick<Library, 'follow' | 'pause' | 'wake' | 'onExternalChange' | 'indexed' | 'dispose'>
}

/** Builds the conversations of one profile. Nothing is read or started before a call of the page. */
export function createConversationSubject(deps: ConversationSubjectDeps): ConversationSubject {
  const { core, database, current, journal, log, randomId } = deps
  const { reader, saveSnapshot, indexing } = core
  const conversations = createConversations({
    current,
    snapshots: core.snapshots,
    reader,
    saveSnapshot,
    journal,
    log,
    onSaved: (snapshot) => {
      library.onSnapshotSaved(snapshot)
    },
  })
  const library = createLibraryHandlers({ ...deps, reader, saveSnapshot, indexing, summary: conversations.summary })
  const media = createConversationMedia({ store: deps.media, reader, current, randomId })
  const checks = createCheckHandlers({
    current,
    reader,
    conversations,
    muted: createMutedChecksRepository(database),
    outcomes: deps.media.outcomes,
    tryAllMedia: media.tryAll,
  })
  return {
    handlers: {
      ...createViewerHandlers({ current, conversations, reader }),
      ...media.handlers,
      ...checks,
      ...library.handlers,
      ...createCompareHandlers({ ...deps, reader, conversations, newId: randomId }),
      ...createExportHandlers({ ...deps, reader, conversations }),
    },
    findMedia: media.find,
    library,
  }
}
