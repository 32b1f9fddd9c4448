/**
 * The session inbox of one profile: the sessions that this computer knows, by whatever way they came. Nothing here asks the
 * service for anything, and nothing that comes in does more than to be added and shown.
 */
import type { DatabaseSync } from 'node:sqlite'
import { FailureError } from '../../../shared/failure.ts'
import type { SessionId } from '../../../shared/ids.ts'
import { appId as appIdSchema, sessionId as sessionIdSchema } from '../../../shared/schemas/ids.ts'
import type { LinkedSession } from '../../../shared/schemas/inbox.ts'
import type { Journal } from '../../context/journal.ts'
import type { Clock } from '../../lib/clock.ts'
import { createThrottle } from '../../lib/throttle.ts'
import type { Emit, HandlersOf } from '../../ipc/handlers.ts'
import type { HandedFiles } from '../../files/handed-files.ts'
import type { Log } from '../../lib/log.ts'
import { requireOpen } from '../../context/open-profile.ts'
import type { CurrentProfile } from '../../context/open-profile.ts'
import type { Suspendable } from '../../lib/suspendable.ts'
import type { KnownSessionsRepository } from '../../store/known-sessions-repository.ts'
import { createWatchedPathsRepository } from '../../store/watched-paths-repository.ts'
import { createInboxJournal } from './inbox-journal.ts'
import type { NoteInbox } from './inbox-journal.ts'
import { createIdCandidates } from './id-candidates.ts'
import type { FindSessionIds } from './id-candidates.ts'
import { createPathWatchers, factsOf } from './watched-paths.ts'
import type { ChoosePath } from './watched-paths.ts'

/** The operations of the inbox. */
export type InboxHandlers = HandlersOf<
  | 'inbox.list'
  | 'inbox.findIds'
  | 'inbox.findIdsInFiles'
  | 'inbox.add'
  | 'inbox.edit'
  | 'inbox.markEnded'
  | 'inbox.remove'
  | 'inbox.consumeLinked'
  | 'inbox.watches'
  | 'inbox.watch'
  | 'inbox.unwatch'
>

/** A session that came from outside of the window. Its ids are checked when it is taken in. */
export interface LinkRequest {
  readonly sessionId: string
  readonly appId: string | null
  readonly source: 'link' | 'command'
}

/** The inbox. */
export interface Inbox extends Suspendable {
  readonly handlers: InboxHandlers
  /** Somebody else wrote on a session of it, such as a close. */
  readonly changed: () => void
  /** Adds a session and has it shown; nothing is done to it. Throws on ids that the service could not have. */
  readonly arrive: (request: LinkRequest) => void
  /** Has the page of that window ask for session ids. */
  readonly askToAdd: (windowId: number) => void
  /** The profile is open, or was saved anew: its watches begin. */
  readonly follow: () => void
  /** Resolves when nothing is read or written any more; before the database is closed. */
  readonly dispose: () => Promise<void>
}

export interface InboxDeps {
  readonly database: DatabaseSync
  readonly known: KnownSessionsRepository
  readonly current: CurrentProfile
  readonly clock: Clock
  readonly emit: Emit
  readonly journal: Pick<Journal, 'noteAfter'>
  readonly log: Log
  /** On another thread: texts go up to megabytes. */
  readonly findSessionIds: FindSessionIds
  /** Files that the page handed over. */
  readonly files: Pick<HandedFiles, 'open'>
  readonly choosePath: ChoosePath
  readonly randomId: () => string
}

interface Parts {
  readonly note: NoteInbox
  readonly changed: () => void
  /** Sessions that the operator took away in this run. */
  readonly removed: Set<SessionId>
}

type ListHandlers = Pick<InboxHandlers, 'inbox.list' | 'inbox.add' | 'inbox.edit' | 'inbox.markEnded' | 'inbox.remove'>

function listHandlers({ current, clock, known }: InboxDeps, { note, changed, removed }: Parts): ListHandlers {
  return {
    'inbox.list': (query) => known.list({ ...query, profileId: requireOpen(current).profile.id }),
    'inbox.add': ({ sessionIds, appId, source }) => {
      const open = requireOpen(current)
      const added = known.add(open.profile.id, sessionIds, { appId, source, at: clock.now() })
      for (const id of added) removed.delete(id)
      if (added.length > 0) note(open, { action: 'inbox.added', targets: added, facts: factsOf(source) })
      changed()
      return { added: added.length }
    },
    'inbox.edit': ({ sessionId, ...change }) => {
      const isThere = known.edit(requireOpen(current).profile.id, sessionId, change)
      if (!isThere) throw new FailureError({ kind: 'not-found', what: 'session' })
      changed()
      return null
    },
    'inbox.markEnded': ({ sessionIds, isEnded }) => {
      const open = requireOpen(current)
      const marked = known.setEnded(open.profile.id, sessionIds, isEnded ? clock.now() : null)
      if (marked.length > 0) {
        note(open, { action: 'session.markedEnded', targets: marked, facts: { as: isEnded ? 'ended' : 'live' } })
      }
      changed()
      return null
    },
    'inbox.remove': ({ sessionIds }) => {
      const open = requireOpen(current)
      const gone = known.remove(open.profile.id, sessionIds)
      for (const id of gone) removed.add(id)
      if (gone.length > 0) note(open, { action: 'inbox.removed', targets: gone })
      changed()
      return null
    },
  }
}

// At most three times a second, however much is written to watched files.
const restMs = 400

/** Builds the inbox of one profile. Nothing is read before `follow` or a call of the page. */
export function createInbox(deps: InboxDeps): Inbox {
  const { database, known, current, clock, emit, journal, findSessionIds: find } = deps
  const note = createInboxJournal(journal)
  const removed = new Set<SessionId>()
  const changes = createThrottle(clock, restMs, () => {
    emit('inbox.changed', {})
  })
  const watches = createPathWatchers({
    ...deps,
    watched: createWatchedPathsRepository(database),
    find,
    note,
    isRemoved: (id) => removed.has(id),
    onChanged: changes.trigger,
  })

  // Kept until a page takes them: at a cold start none listens yet.
  let arrived: readonly LinkedSession[] = []
  let windowToAsk: number | null = null

  return {
    handlers: {
      ...listHandlers(deps, { note, changed: changes.trigger, removed }),
      ...createIdCandidates({ ...deps, find }),
      ...watches.handlers,
      'inbox.consumeLinked': (_, { windowId }) => {
        const sessions = [...arrived]
        const isAddAsked = windowId === windowToAsk
        arrived = []
        if (isAddAsked) windowToAsk = null
        return { sessions, isAddAsked }
      },
    },
    changed: changes.trigger,
    arrive: ({ sessionId: id, appId: app, source: kind }) => {
      const open = requireOpen(current)
      const sessionId = sessionIdSchema.parse(id)
      const appId = app === null ? null : appIdSchema.parse(app)
      const source = { kind, name: null }
      const isNew = known.add(open.profile.id, [sessionId], { appId, source, at: clock.now() }).length > 0
      if (isNew) {
        removed.delete(sessionId)
        note(open, { action: 'inbox.added', targets: [sessionId], facts: factsOf(source) })
      }
      changes.trigger()
      arrived = [...arrived, { sessionId, appId, isNew }]
      emit('inbox.linked', {})
    },
    askToAdd: (windowId) => {
      windowToAsk = windowId
      emit('inbox.linked', {})
    },
    follow: watches.follow,
    pause: watches.pause,
    wake: watches.wake,
    dispose: async () => {
      changes.dispose()
      await watches.dispose()
    },
  }
}
