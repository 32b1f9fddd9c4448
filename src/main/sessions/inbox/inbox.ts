/**
 * The session inbox of one profile: the sessions known here. Sessions are added and shown; nothing else is done to
 * them.
 */
import { notFound } from '../../../shared/failure.ts'
import type { SessionId } from '../../../shared/ids.ts'
import type { FoundId } from '../../../shared/model/find-ids.ts'
import { appId as appIdSchema, sessionId as sessionIdSchema } from '../../../shared/schemas/ids.ts'
import type { KnownSession, LinkedSession } from '../../../shared/schemas/inbox.ts'
import type { SessionCandidate } from '../../../shared/schemas/session.ts'
import type { NewActivity } from '../../context/journal.ts'
import { isListed, requireOpen } from '../../context/open-profile.ts'
import type { OpenProfile } from '../../context/open-profile.ts'
import type { ProfileContext } from '../../context/profile-context.ts'
import { readHandedTexts } from '../../files/handed-files.ts'
import type { HandedFiles } from '../../files/handed-files.ts'
import type { HandlersUnder } from '../../ipc/handlers.ts'
import { createThrottle } from '../../lib/throttle.ts'
import type { SessionLabels } from '../../store/inbox-repository.ts'
import { createLikeness, recognise } from './id-likeness.ts'
import { createWatchedFile } from './watched-file.ts'
import type { FileSearch } from './watched-file.ts'

type InboxHandlers = HandlersUnder<'inbox'>

/** A session from outside of the window. Its ids are checked when it is added. */
export interface LinkRequest {
  readonly sessionId: string
  readonly appId: string | null
  readonly source: 'link' | 'command'
}

export interface InboxOptions extends FileSearch {
  readonly files: Pick<HandedFiles, 'open'>
}

interface Origin extends Pick<KnownSession, 'appId' | 'source'> {
  readonly labels?: SessionLabels
}

// At most three times a second, however much is written to the watched file.
const restMs = 400
const maxLines = 5
const maxCandidates = 10_000

const inOrder = (ids: readonly SessionId[], changed: readonly string[]): SessionId[] => {
  const remaining = new Set(changed)
  return ids.filter((id) => remaining.delete(id))
}

/**
 * The rows of the inbox: every added, removed or ended session is recorded in the journal, and the page is notified.
 */
function createEntries(context: ProfileContext, changed: () => void) {
  const { current, clock, journal } = context
  const { knownSessions, proposedSessions: proposed, removedRows } = context.repositories

  /** A line for each session, or a single line with their number when there are many. */
  const note = (
    { profile }: OpenProfile,
    targets: readonly SessionId[],
    { action, outcome = 'done', facts = {} }: Pick<NewActivity, 'action' | 'facts'> & Partial<NewActivity>,
  ): void => {
    const about = { profile, action, outcome }
    const isMany = targets.length > maxLines
    if (isMany) journal.noteAfter({ ...about, target: '', facts: { sessions: targets.length, ...facts } })
    else for (const target of targets) journal.noteAfter({ ...about, target, facts })
  }

  const add = (ids: readonly SessionId[], origin: Origin): SessionId[] => {
    const open = requireOpen(current)
    const { source } = origin
    const added = knownSessions.add(open.profile.id, ids, { ...origin, at: clock.now() })
    note(open, added, { action: 'inbox.added', facts: { source: source.kind, name: source.name } })
    changed()
    return added
  }

  const handlers = {
    'inbox.list': (query) => knownSessions.list({ ...query, profileId: requireOpen(current).profile.id }),
    'inbox.add': ({ sessionIds, ...origin }) => ({ added: add(sessionIds, origin).length }),
    'inbox.edit': ({ sessionId, ...change }) => {
      const isThere = knownSessions.edit(requireOpen(current).profile.id, sessionId, change)
      if (!isThere) throw notFound('session')
      changed()
    },
    'inbox.markEnded': ({ sessionIds, isEnded }) => {
      const open = requireOpen(current)
      const marked = knownSessions.setEnded(open.profile.id, sessionIds, isEnded ? clock.now() : null)
      note(open, marked, { action: 'session.markedEnded', facts: { markedAs: isEnded ? 'ended' : 'live' } })
      changed()
    },
    'inbox.remove': ({ sessionIds }) => {
      const open = requireOpen(current)
      const removed = removedRows.remove('session', open.profile.id, sessionIds, clock.now())
      // Removed sessions must not come back automatically.
      proposed.dismiss(open.profile.id, sessionIds, clock.now())
      note(open, inOrder(sessionIds, removed), { action: 'inbox.removed' })
      changed()
    },
    'inbox.dismiss': ({ sessionIds }) => {
      const { profile } = requireOpen(current)
      proposed.dismiss(profile.id, sessionIds, clock.now())
      changed()
    },
    'inbox.restore': ({ sessionIds }) => {
      const open = requireOpen(current)
      const restored = removedRows.restore('session', open.profile.id, sessionIds)
      if (restored.length === 0) throw notFound('session')
      note(open, inOrder(sessionIds, restored), { action: 'inbox.restored' })
      changed()
    },
  } satisfies Partial<InboxHandlers>

  return {
    add,
    /** Proposes ids from the watched file that are likely to be sessions; returns how many are new. */
    propose: (foundIds: readonly FoundId[], { appId, source }: Origin): number => {
      const { profile } = requireOpen(current)
      const likely = foundIds.filter(({ id, isLikely }) => isLikely && !isListed(profile, id))
      const ids = likely.map(({ id }) => sessionIdSchema.parse(id))
      const added = proposed.add(profile.id, ids, {
        appId,
        name: source.name ?? '',
        at: clock.now(),
        labels: Object.fromEntries(likely.flatMap(({ id, label }) => (label === undefined ? [] : [[id, label]]))),
      })
      if (added > 0) changed()
      return added
    },
    handlers,
  }
}

/** The session ids in an operator's text or files, shown before they are added. */
function candidateHandlers({ current, repositories }: ProfileContext, { findSessionIds: find, files }: InboxOptions) {
  const candidatesOf = (foundIds: readonly FoundId[]): SessionCandidate[] => {
    const { profile } = requireOpen(current)
    const ids = foundIds.map(({ id }) => id)
    const knownIds = repositories.knownSessions.known(profile.id, ids)
    const likenessOf = createLikeness(repositories, profile, ids)
    return foundIds.slice(0, maxCandidates).map(({ id, isLikely, label }) => {
      const looksLike = likenessOf(id)
      const named = label === undefined ? {} : { label }
      const candidate = { sessionId: sessionIdSchema.parse(id), isKnown: knownIds.has(id), ...named }
      if (looksLike === null) return { ...candidate, isLikely }
      // Digits alone do not outweigh a session's field name in a text that a person submits.
      return { ...candidate, isLikely: isLikely && looksLike === 'digits', looksLike }
    })
  }
  return {
    'inbox.proposed': () => {
      const { profile } = requireOpen(current)
      const proposed = repositories.proposedSessions.list(profile.id)
      const candidates = candidatesOf(
        proposed.map(({ sessionId: id, label }) => ({ id, isLikely: true, ...(label !== '' && { label }) })),
      )
      return candidates.map((candidate, index) => ({
        ...candidate,
        // Nobody submitted these: a doubtful id is selected only by a person.
        isLikely: candidate.looksLike === undefined,
        appId: proposed[index]?.appId ?? null,
        source: { kind: 'watch' as const, name: proposed[index]?.name ?? null },
      }))
    },
    'inbox.recognise': ({ id }) => recognise(repositories, requireOpen(current).profile, id),
    'inbox.findIds': async ({ text }) => {
      requireOpen(current)
      return candidatesOf(await find(text))
    },
    'inbox.findIdsInFiles': async ({ handles }) => {
      requireOpen(current)
      const fileNames: string[] = []
      const foundIds = new Map<string, FoundId>()
      for await (const { fileName, text } of readHandedTexts(files, handles)) {
        fileNames.push(fileName)
        for (const foundId of await find(text)) {
          const earlier = foundIds.get(foundId.id)
          foundIds.set(foundId.id, { ...foundId, ...earlier, isLikely: foundId.isLikely || earlier?.isLikely === true })
        }
      }
      return { fileNames, candidates: candidatesOf([...foundIds.values()]) }
    },
  } satisfies Partial<InboxHandlers>
}

export interface Inbox {
  readonly handlers: InboxHandlers
  /** Call after another part changed a session of the inbox, for example by a close. */
  readonly changed: () => void
  /**
   * Adds a session and has the window show it; nothing else is done to it. Throws on ids that the service could not have.
   */
  readonly arrive: (request: LinkRequest, windowId: number) => void
  /** Makes a window ask for session ids. */
  readonly askToAdd: (windowId: number) => void
  /** Starts the reads that need no request. */
  readonly begin: () => void
  /** Nothing is read or written afterwards; must be called before the database is closed. */
  readonly dispose: () => void
}

/** Reads nothing before `begin` or a call of the page. */
export function createInbox(context: ProfileContext, options: InboxOptions): Inbox {
  const { clock, emit } = context
  const changes = createThrottle(clock, restMs, () => emit('inbox.changed', {}))
  const entries = createEntries(context, changes.trigger)
  const watchedFile = createWatchedFile(context, options, { propose: entries.propose, changed: changes.trigger })

  // Stored until the window's page consumes them: at a cold start no page listens yet.
  let arrived: { readonly session: LinkedSession; readonly windowId: number }[] = []
  let windowToAsk: number | null = null

  const handlers: InboxHandlers = {
    ...entries.handlers,
    ...candidateHandlers(context, options),
    ...watchedFile.handlers,
    'inbox.consumeLinked': (_, { windowId }) => {
      const isOfWindow = (one: (typeof arrived)[number]): boolean => one.windowId === windowId
      const sessions = arrived.filter(isOfWindow).map(({ session }) => session)
      const isAddAsked = windowId === windowToAsk
      arrived = arrived.filter((one) => !isOfWindow(one))
      if (isAddAsked) windowToAsk = null
      return { sessions, isAddAsked }
    },
  }

  return {
    handlers,
    changed: changes.trigger,
    arrive: ({ sessionId: id, appId: app, source: kind }, windowId) => {
      const sessionId = sessionIdSchema.parse(id)
      const appId = app === null ? null : appIdSchema.parse(app)
      const isNew = entries.add([sessionId], { appId, source: { kind, name: null } }).length > 0
      arrived = [...arrived, { session: { sessionId, appId, isNew }, windowId }]
      emit('inbox.linked', {})
    },
    askToAdd: (windowId) => {
      windowToAsk = windowId
      emit('inbox.linked', {})
    },
    begin: watchedFile.begin,
    dispose: () => {
      changes.dispose()
      watchedFile.dispose()
    },
  }
}
