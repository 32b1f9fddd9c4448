/** Everything of conversations in main, joined: snapshots, the reader of what was kept, and the handlers that the page calls. */
import { rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { AppContext } from '../context/app-context.ts'
import type { ProfileContext } from '../context/profile-context.ts'
import type { HandedFiles } from '../files/handed-files.ts'
import { createConversationMedia } from './media/conversation-media.ts'
import type { ConversationMedia } from './media/conversation-media.ts'
import type { MediaStore } from '../media/media-store.ts'
import type { Exchanges } from '../service/exchanges.ts'
import type { ParseOnWorker } from '../service/parse-response.ts'
import type { SnapshotsRepository } from '../store/snapshots-repository.ts'
import { createCheckHandlers } from './checks/handlers.ts'
import type { CheckHandlers } from './checks/handlers.ts'
import { createCompareHandlers } from './compare/handlers.ts'
import type { CompareHandlers } from './compare/handlers.ts'
import { createViewerHandlers, snapshotSummary } from './conversations.ts'
import type { ViewerHandlers } from './conversations.ts'
import { createExportHandlers } from './export/handlers.ts'
import type { ExportHandlers } from './export/handlers.ts'
import type { FileLanguage } from './export/file-texts.ts'
import { createSaveSnapshot } from './save-snapshot.ts'
import type { SaveSnapshot } from './save-snapshot.ts'
import { createLibraryHandlers } from './library/handlers.ts'
import type { Library, LibraryHandlers } from './library/handlers.ts'
import { createParseOnWorker, createReader } from './reader/reader.ts'
import type { Reader } from './reader/reader.ts'
import { createIndexing } from './search/indexing.ts'
import type { Indexing } from './search/indexing.ts'

/** The operations of conversations. */
export type ConversationHandlers = ViewerHandlers &
  ConversationMedia['handlers'] &
  CheckHandlers &
  LibraryHandlers &
  CompareHandlers &
  ExportHandlers

/** What conversations of all profiles share: the snapshots, and their reader. */
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
  const { snapshots, plannedReads } = repositories
  const reader = createReader({ clock, log }, databaseFile)
  const indexing = createIndexing({ reader, log, onIndexed })
  try {
    plannedReads.forgetDone()
    removeFormerIndex(databaseFile)
  } catch (error) {
    // A disk that cannot be written must not keep Greenroom from opening: the next time will do.
    log.error('what earlier runs left could not be removed', error)
  }
  return {
    snapshots,
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

/** The conversations of one profile. */
export interface ConversationSubject {
  readonly handlers: ConversationHandlers
  /** Media of snapshots that the page has had opened, for the page's scheme. */
  readonly findMedia: ConversationMedia['find']
  /** The library's automatic reads: they follow the profile, and are suspended with it. */
  readonly library: Pick<Library, 'follow' | 'pause' | 'wake' | 'onExternalChange' | 'indexed' | 'dispose'>
}

/** Nothing is read or started before a call of the page. */
export function createConversationSubject(
  context: ProfileContext,
  own: {
    readonly core: ConversationCore
    readonly media: MediaStore
    readonly exchanges: Pick<Exchanges, 'read'>
    /** Files that the page handed over. */
    readonly files: Pick<HandedFiles, 'open'>
    readonly language: () => FileLanguage
  },
): ConversationSubject {
  const { core, exchanges, files, language } = own
  const { reader, saveSnapshot, indexing } = core
  const library = createLibraryHandlers({
    ...{ ...context, reader, saveSnapshot, indexing, exchanges, files },
    summary: (id) => snapshotSummary(context, id),
  })
  const media = createConversationMedia(context, { store: own.media, reader })
  return {
    handlers: {
      ...createViewerHandlers(context, { reader, saveSnapshot, onSaved: library.onSnapshotSaved }),
      ...media.handlers,
      ...createCheckHandlers(context, { reader, outcomes: own.media.outcomes, tryAllMedia: media.tryAll }),
      ...library.handlers,
      ...createCompareHandlers(context, { reader, files, language }),
      ...createExportHandlers(context, { reader, language }),
    },
    findMedia: media.find,
    library,
  }
}
