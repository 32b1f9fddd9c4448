/** The library in main, joined: entries, reads by themselves, search, and the handlers that the page calls. */
import type { DatabaseSync } from 'node:sqlite'
import { FailureError, isServiceFailure, refusal } from '../../../shared/failure.ts'
import type { Failure } from '../../../shared/failure.ts'
import type { ConversationId, ProfileId, SnapshotId } from '../../../shared/ids.ts'
import type { SnapshotSummary } from '../../../shared/schemas/conversation.ts'
import { conversationId as conversationIdSchema } from '../../../shared/schemas/ids.ts'
import type { IdCandidate } from '../../../shared/schemas/library.ts'
import type { Journal } from '../../context/journal.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Emit, HandlersOf } from '../../ipc/handlers.ts'
import type { HandedFiles } from '../../files/handed-files.ts'
import { createHandedTexts } from '../../files/handed-files.ts'
import type { HandedText } from '../../files/handed-files.ts'
import type { Log } from '../../lib/log.ts'
import { requireOpen } from '../../context/open-profile.ts'
import type { CurrentProfile } from '../../context/open-profile.ts'
import type { Suspendable } from '../../lib/suspendable.ts'
import type { Exchanges } from '../../service/exchanges.ts'
import { retryAfterMs } from '../../service/retry.ts'
import { createLibraryRepository } from '../../store/library-repository.ts'
import type { LibraryEdit, LibraryRepository } from '../../store/library-repository.ts'
import { createSnapshotHistory } from '../../store/snapshot-history.ts'
import { createPlannedReadsRepository } from '../../store/planned-reads-repository.ts'
import type { SaveSnapshot } from '../save-snapshot.ts'
import type { Reader } from '../reader/reader.ts'
import type { Indexing } from '../search/indexing.ts'
import { createImports } from './imports.ts'
import type { ImportHandlers } from './imports.ts'
import { createLibraryEvents } from './library-events.ts'
import { createAutomaticRead } from './automatic-read.ts'
import { createReadScheduler } from './read-scheduler.ts'
import type { ReadScheduler } from './read-scheduler.ts'

/** The operations of the library. */
export type LibraryHandlers = ImportHandlers &
  HandlersOf<
    | 'library.list'
    | 'library.overview'
    | 'library.entry'
    | 'library.snapshots'
    | 'library.search'
    | 'library.setFavourite'
    | 'library.editTags'
    | 'library.setNote'
    | 'library.setWatch'
    | 'library.markSeen'
    | 'library.findIds'
    | 'library.findIdsInFile'
  >

export interface LibraryDeps {
  readonly database: DatabaseSync
  readonly current: CurrentProfile
  readonly clock: Clock
  /** A number from 0 to below 1. */
  readonly random: () => number
  readonly emit: Emit
  readonly log: Log
  readonly journal: Pick<Journal, 'noteAfter'>
  readonly reader: Pick<Reader, 'ask'>
  readonly saveSnapshot: SaveSnapshot
  /** What a snapshot of the open profile is. Failures: no-profile, not-found, storage. */
  readonly summary: (id: SnapshotId) => SnapshotSummary
  /** The recorded answers: a busy service says there how long to wait. */
  readonly exchanges: Pick<Exchanges, 'read'>
  /** Files that the page handed over. */
  readonly files: Pick<HandedFiles, 'open'>
  /** Keeps the index of all profiles going. */
  readonly indexing: Pick<Indexing, 'schedule'>
}

export interface Library extends Suspendable {
  readonly handlers: LibraryHandlers
  /** An operator's fetch was saved. */
  readonly onSnapshotSaved: (summary: SnapshotSummary) => void
  /** An avatar of that profile has finished, or something else outside of the library has written into it. */
  readonly onExternalChange: (profileId: ProfileId) => void
  /** More snapshots can be found than before. */
  readonly indexed: () => void
  /** The open profile or its client changed. */
  readonly follow: () => void
  /** Breaks off reads; resolves when they have ended. Before the database is closed. */
  readonly dispose: () => Promise<void>
}

interface Parts {
  readonly library: LibraryRepository
  readonly reading: ReadScheduler
  readonly indexing: Pick<Indexing, 'schedule'>
  readonly changed: (profileId: ProfileId) => void
}

const maxTags = 40

type EditHandlers = Pick<
  LibraryHandlers,
  'library.setFavourite' | 'library.editTags' | 'library.setNote' | 'library.setWatch'
>

function editHandlers({ current, clock }: LibraryDeps, { library, reading, changed }: Parts): EditHandlers {
  const edit = (conversationId: ConversationId, change: LibraryEdit) => {
    const { id: profileId } = requireOpen(current).profile
    const entry = library.edit({ profileId, conversationId }, change, clock.now())
    changed(profileId)
    return entry
  }
  return {
    'library.setFavourite': ({ conversationId, isFavourite }) => edit(conversationId, { isFavourite }),
    'library.editTags': ({ conversationId, add, remove }) => {
      const { id: profileId } = requireOpen(current).profile
      const remaining = (library.entry({ profileId, conversationId })?.tags ?? []).filter(
        (tag) => !remove.includes(tag),
      )
      const tags = [...new Set([...remaining, ...add])]
      if (tags.length > maxTags) {
        const message = `at most ${String(maxTags)} tags`
        throw new FailureError({ kind: 'invalid-input', issues: [{ path: 'add', message }] })
      }
      return edit(conversationId, { tags })
    },
    'library.setNote': ({ conversationId, note }) => edit(conversationId, { note }),
    'library.setWatch': ({ conversationId, everyMinutes }) => {
      const entry = edit(conversationId, { watchEveryMinutes: everyMinutes })
      reading.reschedule()
      return entry
    },
  }
}

type ReadHandlers = Omit<LibraryHandlers, keyof EditHandlers | keyof ImportHandlers>

function readHandlers(deps: LibraryDeps, { library, indexing, changed }: Parts): ReadHandlers {
  const { current, reader } = deps
  const history = createSnapshotHistory(deps.database)
  const readTexts = createHandedTexts(deps.files)
  const openId = (): ProfileId => requireOpen(current).profile.id

  const proposed = async (text: string): Promise<IdCandidate[]> => {
    const profileId = openId()
    const found = await reader.ask('findIds', { text })
    const known = library.known(
      profileId,
      found.map(({ id }) => id),
    )
    return found.map(({ id, isLikely }) => ({
      conversationId: conversationIdSchema.parse(id),
      isLikely,
      isKnown: known.has(id),
    }))
  }

  return {
    'library.list': (query) => {
      indexing.schedule()
      return library.list(openId(), query)
    },
    'library.overview': () => library.overview(openId()),
    'library.entry': ({ conversationId }) => library.entry({ profileId: openId(), conversationId }),
    'library.snapshots': ({ conversationId }) => [...history.list({ profileId: openId(), conversationId })],
    'library.search': async ({ search }) => {
      const profileId = openId()
      const result = await reader.ask('search', { profileId, search })
      if (result.isIndexing) indexing.schedule()
      return result
    },
    'library.markSeen': async ({ snapshotId }) => {
      const summary = deps.summary(snapshotId)
      const pair = library.seen(summary)
      changed(summary.profileId)
      if (pair === null) return null
      const { profileId } = summary
      const isSame = await reader.ask('isSameContent', { profileId, left: pair.before, right: pair.newest })
      library.setChanged(summary, pair.newest, !isSame)
      changed(profileId)
      return null
    },
    'library.findIds': ({ text }) => proposed(text),
    'library.findIdsInFile': async ({ handle }) => {
      openId()
      const texts: HandedText[] = []
      for await (const text of readTexts([handle])) texts.push(text)
      const [file] = texts
      if (file === undefined || texts.length > 1) throw refusal('not-at-hand')
      return { fileName: file.fileName, bytes: file.bytes, proposals: await proposed(file.text) }
    },
  }
}

/** Builds the library. Nothing is read or sent before `follow` or a call of the page. */
export function createLibraryHandlers(deps: LibraryDeps): Library {
  const { database, current, clock, exchanges, indexing, log } = deps
  const library = createLibraryRepository(database)
  const plan = createPlannedReadsRepository(database)
  const events = createLibraryEvents(deps)
  const requestedWaitMs = (failure: Failure): number => {
    const id = isServiceFailure(failure) ? failure.exchangeId : null
    return id === null ? 0 : retryAfterMs(exchanges.read(id)?.answerHeaders['retry-after'], clock.now())
  }
  const read = createAutomaticRead({
    ...deps,
    library,
    history: createSnapshotHistory(database),
    onSaved: indexing.schedule,
  })
  const reading: ReadScheduler = createReadScheduler({
    ...deps,
    library,
    plan,
    read,
    requestedWaitMs,
    onReadEnded: (open) => {
      imports.readEnded(open)
    },
    onHeld: (open) => {
      imports.held(open)
    },
    onEntry: events.changed,
  })
  // A disk that cannot be written must not keep a profile from being opened: the next time will do.
  const tidy = (work: () => void, failed: string): void => {
    try {
      work()
    } catch (error) {
      log.error(failed, error)
    }
  }
  const imports = createImports({ ...deps, library, plan, reading, onEntries: events.changed })
  const parts: Parts = { library, reading, indexing, changed: events.changed }

  return {
    handlers: { ...readHandlers(deps, parts), ...editHandlers(deps, parts), ...imports.handlers },
    onSnapshotSaved: (summary) => {
      library.addFetched(summary)
      events.changed(summary.profileId)
      indexing.schedule()
    },
    onExternalChange: events.changed,
    indexed: () => {
      const open = current()
      if (open !== null) events.changed(open.profile.id)
    },
    follow: () => {
      const open = current()
      if (open !== null) {
        tidy(() => {
          library.adopt(open.profile.id)
        }, 'snapshots without an entry could not be taken up')
      }
      reading.follow()
    },
    pause: reading.pause,
    wake: reading.wake,
    dispose: async () => {
      events.dispose()
      await reading.dispose()
    },
  }
}
