/** Everything of conversations in main, joined: look-ups, the reader of what was kept, and the handlers that the page calls. */
import type { DatabaseSync } from 'node:sqlite'
import type { Journal } from '../activity/journal.ts'
import type { Clock } from '../clock.ts'
import type { Emit } from '../ipc/handlers.ts'
import type { Log } from '../log.ts'
import { createConversationMedia } from '../media/conversation-media.ts'
import type { ConversationMedia } from '../media/conversation-media.ts'
import type { MediaStore } from '../media/media-store.ts'
import type { CurrentProfile } from '../open-profile.ts'
import type { Exchanges } from '../service/exchanges.ts'
import type { JudgeAside } from '../service/judge-aside.ts'
import { createMutedChecksRepository } from '../store/muted-checks-repository.ts'
import { createSnapshotsRepository } from '../store/snapshots-repository.ts'
import { createCheckHandlers } from './checks/handlers.ts'
import type { CheckHandlers } from './checks/handlers.ts'
import { createCompareHandlers } from './compare/handlers.ts'
import type { CompareHandlers, CompareHandlersDeps } from './compare/handlers.ts'
import { createConversations } from './conversations.ts'
import { createExportHandlers } from './export/handlers.ts'
import type { ExportHandlers, ExportHandlersDeps } from './export/handlers.ts'
import { createKeeping } from './keeping.ts'
import { createLibraryHandlers } from './library/handlers.ts'
import type { Library, LibraryHandlers } from './library/handlers.ts'
import { judgeOnReader } from './reader/judge-aside.ts'
import { createReader } from './reader/reader.ts'
import { createViewerHandlers } from './viewer-handlers.ts'
import type { ViewerHandlers } from './viewer-handlers.ts'

/** The operations of conversations. */
export type ConversationHandlers = ViewerHandlers &
  ConversationMedia['handlers'] &
  CheckHandlers &
  LibraryHandlers &
  CompareHandlers &
  ExportHandlers

/** What conversations need of the rest of main. */
export interface ConversationSubjectDeps extends Pick<ExportHandlersDeps, 'saveFile' | 'language'> {
  readonly database: DatabaseSync
  /** The file of `database`: the reader opens it on its own. */
  readonly databaseFile: string
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

/** Conversations in main. */
export interface ConversationSubject {
  readonly handlers: ConversationHandlers
  /** Media of look-ups that the page has had opened, for the page's scheme. */
  readonly findMedia: ConversationMedia['find']
  /** Judges large answers of the service on the reader's thread. */
  readonly judgeAside: JudgeAside
  /** The library's reads by themselves: they follow the open profile, and rest with it. */
  readonly library: Pick<Library, 'follow' | 'pause' | 'wake' | 'changedOutside'>
  /** Ends reads and the reader; before the database is closed. */
  readonly dispose: () => Promise<void>
}

/** Builds everything of conversations. Nothing is read or started before a call of the page. */
export function createConversationSubject(deps: ConversationSubjectDeps): ConversationSubject {
  const { database, databaseFile, current, clock, journal, log, randomId } = deps
  const snapshots = createSnapshotsRepository(database)
  const reader = createReader({ databaseFile, clock, log })
  const keep = createKeeping({ snapshots, reader, randomId, log })
  const conversations = createConversations({
    current,
    snapshots,
    reader,
    keep,
    journal,
    log,
    onKept: (kept) => {
      library.noteLookUp(kept)
    },
  })
  const library = createLibraryHandlers({ ...deps, reader, keep, summary: conversations.summary })
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
    judgeAside: judgeOnReader(reader),
    library,
    dispose: async () => {
      await library.dispose()
      await reader.dispose()
    },
  }
}
