/**
 * The session inbox of one profile: the sessions that this computer knows, by whatever way they came. Nothing here asks the
 * service for anything, and nothing that comes in does more than to be added and shown.
 */
import { FailureError } from '../../../shared/failure.ts'
import type { SessionId } from '../../../shared/ids.ts'
import { appId as appIdSchema, sessionId as sessionIdSchema } from '../../../shared/schemas/ids.ts'
import type { LinkedSession } from '../../../shared/schemas/inbox.ts'
import { createThrottle } from '../../lib/throttle.ts'
import type { HandlersOf } from '../../ipc/handlers.ts'
import type { HandedFiles } from '../../files/handed-files.ts'
import { requireOpen } from '../../context/open-profile.ts'
import type { ProfileContext } from '../../context/profile-context.ts'
import type { Suspendable } from '../../lib/suspendable.ts'
import { createInboxJournal } from './inbox-journal.ts'
import type { NoteInbox } from './inbox-journal.ts'
import { createIdCandidates } from './id-candidates.ts'
import type { FindSessionIds } from './id-candidates.ts'
import { createPathWatchers, factsOf } from './path-watchers.ts'
import type { ChoosePath } from './path-watchers.ts'

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

/** What an inbox is given. */
export interface InboxOwn {
  /** On another thread: texts go up to megabytes. */
  readonly findSessionIds: FindSessionIds
  /** Files that the page handed over. */
  readonly files: Pick<HandedFiles, 'open'>
  readonly choosePath: ChoosePath
}

interface Parts {
  readonly note: NoteInbox
  readonly changed: () => void
  /** Sessions that the operator took away in this run. */
  readonly removed: Set<SessionId>
}

type ListHandlers = Pick<InboxHandlers, 'inbox.list' | 'inbox.add' | 'inbox.edit' | 'inbox.markEnded' | 'inbox.remove'>

function listHandlers(context: ProfileContext, { note, changed, removed }: Parts): ListHandlers {
  const { current, clock } = context
  const known = context.repositories.knownSessions
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
export function createInbox(context: ProfileContext, own: InboxOwn): Inbox {
  const { current, clock, emit } = context
  const { findSessionIds: find } = own
  const known = context.repositories.knownSessions
  const note = createInboxJournal(context.journal)
  const removed = new Set<SessionId>()
  const changes = createThrottle(clock, restMs, () => {
    emit('inbox.changed', {})
  })
  const watches = createPathWatchers(context, own.choosePath, {
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
      ...listHandlers(context, { note, changed: changes.trigger, removed }),
      ...createIdCandidates(context, find, own.files),
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
