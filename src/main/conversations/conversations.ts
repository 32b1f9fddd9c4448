/** Looks conversations up and keeps every answer: what was once read stays readable, offline and after a failure. */
import { FailureError, refusal } from '../../shared/failure.ts'
import type { ConversationId, SnapshotId } from '../../shared/ids.ts'
import type { OpenedConversation, SnapshotSummary } from '../../shared/schemas/conversation.ts'
import type { Journal, NewActivity } from '../context/journal.ts'
import type { Log } from '../lib/log.ts'
import { requireOpen } from '../context/open-profile.ts'
import type { CurrentProfile, OpenProfile } from '../context/open-profile.ts'
import type { SnapshotsRepository } from '../store/snapshots-repository.ts'
import type { SaveSnapshot } from './save-snapshot.ts'
import type { Reader } from './reader/reader.ts'
import type { OfSnapshot } from './document-store.ts'

/** The conversations of the open profile. All functions refuse with `no-profile` when none is open. */
export interface Conversations {
  /** Reads the conversation, keeps the answer and notes it in the journal. Failures: all of a service call, storage. */
  readonly fetch: (conversationId: ConversationId) => Promise<SnapshotSummary>
  /** What lists show of a snapshot. Failures: not-found, storage. */
  readonly summary: (id: SnapshotId) => SnapshotSummary
  /** A snapshot with its view. Failures: not-found, storage. */
  readonly read: (id: SnapshotId) => Promise<OpenedConversation>
}

export interface ConversationsDeps {
  readonly current: CurrentProfile
  readonly snapshots: Pick<SnapshotsRepository, 'get'>
  readonly reader: Pick<Reader, 'ask'>
  readonly saveSnapshot: SaveSnapshot
  readonly journal: Pick<Journal, 'noteAfter'>
  readonly log: Pick<Log, 'error'>
  /** Hears of every snapshot that an operator asked for, once it is kept. */
  readonly onSaved: (snapshot: SnapshotSummary) => void
}

/** A snapshot of the open profile, as the reader is asked for it. Refuses with `no-profile`. */
export function ofOpenProfile(current: CurrentProfile, id: SnapshotId): OfSnapshot {
  return { profileId: requireOpen(current).profile.id, snapshotId: id }
}

export function createConversations(deps: ConversationsDeps): Conversations {
  const { current, snapshots, reader, saveSnapshot, journal, log } = deps

  const recordOpened = (
    { profile }: OpenProfile,
    conversationId: ConversationId,
    rest: Pick<NewActivity, 'outcome' | 'facts' | 'failure'>,
  ): void => {
    const { id: profileId, name: profileName } = profile
    journal.noteAfter({ profileId, profileName, action: 'conversation.opened', target: conversationId, ...rest })
  }

  const failureOf = (conversationId: ConversationId, error: unknown): FailureError => {
    if (error instanceof FailureError) return error
    return new FailureError({ kind: 'internal', logId: log.error(`fetching ${conversationId}`, error) })
  }

  // What came but could not be kept is a failure of the fetch as well: nothing of it could be shown again.
  const fetchAndSave = async (open: OpenProfile, conversationId: ConversationId): Promise<SnapshotSummary> => {
    try {
      const answer = await open.client.getConversation(conversationId)
      return await saveSnapshot({ ...answer, profileId: open.profile.id, conversationId })
    } catch (error) {
      const failed = failureOf(conversationId, error)
      recordOpened(open, conversationId, { outcome: 'failed', failure: failed.failure })
      throw failed
    }
  }

  // The fetch was made and its snapshot is saved whatever becomes of its entry: the library takes it up when it is next opened.
  const notifySaved = (snapshot: SnapshotSummary): void => {
    try {
      deps.onSaved(snapshot)
    } catch (error) {
      log.error(`snapshot ${snapshot.id} was kept, and the library could not take it up`, error)
    }
  }

  const summary = (id: SnapshotId): SnapshotSummary => {
    const found = snapshots.get(requireOpen(current).profile.id, id)
    if (found === null) throw new FailureError({ kind: 'not-found', what: 'snapshot' })
    return found
  }

  return {
    fetch: async (conversationId) => {
      const open = requireOpen(current)
      const snapshot = await fetchAndSave(open, conversationId)
      notifySaved(snapshot)
      recordOpened(open, conversationId, { outcome: 'done', facts: { name: snapshot.name } })
      // Kept for its own profile, but not shown to whoever has switched to another one meanwhile.
      if (current()?.profile.id !== open.profile.id) throw refusal('no-profile')
      return snapshot
    },
    summary,
    read: async (id) => {
      const { baseUrl, mediaBaseUrl } = requireOpen(current).profile
      const found = summary(id)
      const view = await reader.ask('view', { ...ofOpenProfile(current, id), rules: { baseUrl, mediaBaseUrl } })
      return { summary: found, view }
    },
  }
}
