/** Looks conversations up and keeps every answer: what was once read stays readable, offline and after a failure. */
import { FailureError, refusal } from '../../shared/failure.ts'
import type { ConversationId, SnapshotId } from '../../shared/ids.ts'
import type { OpenedConversation, SnapshotSummary } from '../../shared/schemas/conversation.ts'
import type { Journal, NewActivity } from '../activity/journal.ts'
import type { Log } from '../log.ts'
import { requireOpen } from '../open-profile.ts'
import type { CurrentProfile, OpenProfile } from '../open-profile.ts'
import type { SnapshotsRepository } from '../store/snapshots-repository.ts'
import type { KeepLookUp } from './keeping.ts'
import type { Reader } from './reader/reader.ts'
import type { OfSnapshot } from './reader/requests.ts'

/** The conversations of the open profile. All functions refuse with `no-profile` when none is open. */
export interface Conversations {
  /** Reads the conversation, keeps the answer and notes it in the journal. Failures: all of a service call, storage. */
  readonly lookUp: (conversationId: ConversationId) => Promise<SnapshotSummary>
  /** What lists show of a kept look-up. Failures: not-found, storage. */
  readonly summary: (id: SnapshotId) => SnapshotSummary
  /** A kept look-up with its view. Failures: not-found, storage. */
  readonly read: (id: SnapshotId) => Promise<OpenedConversation>
}

/** What conversations need. */
export interface ConversationsDeps {
  readonly current: CurrentProfile
  readonly snapshots: Pick<SnapshotsRepository, 'get'>
  readonly reader: Pick<Reader, 'ask'>
  readonly keep: KeepLookUp
  readonly journal: Pick<Journal, 'noteAfter'>
  readonly log: Pick<Log, 'error'>
  /** Hears of every look-up that an operator asked for, once it is kept. */
  readonly onKept: (kept: SnapshotSummary) => void
}

/** A kept look-up of the open profile, as the reader is asked for it. Refuses with `no-profile`. */
export function ofOpenProfile(current: CurrentProfile, id: SnapshotId): OfSnapshot {
  return { profileId: requireOpen(current).profile.id, snapshotId: id }
}

/** Gives the look-ups of the open profile. */
export function createConversations(deps: ConversationsDeps): Conversations {
  const { current, snapshots, reader, keep, journal, log } = deps

  const noteOpened = (
    { profile }: OpenProfile,
    conversationId: ConversationId,
    rest: Pick<NewActivity, 'outcome' | 'facts' | 'failure'>,
  ): void => {
    const { id: profileId, name: profileName } = profile
    journal.noteAfter({ profileId, profileName, action: 'conversation.opened', target: conversationId, ...rest })
  }

  const failureOf = (conversationId: ConversationId, error: unknown): FailureError => {
    if (error instanceof FailureError) return error
    return new FailureError({ kind: 'internal', logId: log.error(`looking up ${conversationId}`, error) })
  }

  // What came but could not be kept is a failure of the look-up as well: nothing of it could be shown again.
  const received = async (open: OpenProfile, conversationId: ConversationId): Promise<SnapshotSummary> => {
    try {
      const answer = await open.client.getConversation(conversationId)
      return await keep({ ...answer, profileId: open.profile.id, conversationId })
    } catch (error) {
      const failed = failureOf(conversationId, error)
      noteOpened(open, conversationId, { outcome: 'failed', failure: failed.failure })
      throw failed
    }
  }

  // The look-up was made and is kept whatever becomes of its entry: the library takes it up when it is next opened.
  const tellKept = (kept: SnapshotSummary): void => {
    try {
      deps.onKept(kept)
    } catch (error) {
      log.error(`look-up ${kept.id} was kept, and the library could not take it up`, error)
    }
  }

  const summary = (id: SnapshotId): SnapshotSummary => {
    const found = snapshots.get(requireOpen(current).profile.id, id)
    if (found === null) throw new FailureError({ kind: 'not-found', what: 'snapshot' })
    return found
  }

  return {
    lookUp: async (conversationId) => {
      const open = requireOpen(current)
      const kept = await received(open, conversationId)
      tellKept(kept)
      noteOpened(open, conversationId, { outcome: 'done', facts: { name: kept.name } })
      // Kept for its own profile, but not shown to whoever has switched to another one meanwhile.
      if (current()?.profile.id !== open.profile.id) throw refusal('no-profile')
      return kept
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
