/** Looks conversations up and keeps every answer: what was once read stays readable, offline and after a failure. */
import { FailureError, refusal } from '../../shared/failure.ts'
import type { ConversationId, SnapshotId } from '../../shared/ids.ts'
import { snapshotId } from '../../shared/schemas/ids.ts'
import type { OpenedConversation, SnapshotSummary } from '../../shared/schemas/conversation.ts'
import type { Journal, NewActivity } from '../activity/journal.ts'
import type { Log } from '../log.ts'
import { requireOpen } from '../open-profile.ts'
import type { CurrentProfile, OpenProfile } from '../open-profile.ts'
import type { SnapshotsRepository } from '../store/snapshots-repository.ts'
import type { Reader } from './reader/reader.ts'
import type { OfSnapshot } from './reader/requests.ts'

/** The conversations of the open profile. All functions but `fetch` refuse with `no-profile` when none is open. */
export interface Conversations {
  /**
   * Reads a conversation for a profile and keeps the answer; asked for by the operator or not. Failures: every one of a
   * service call, storage.
   */
  readonly fetch: (open: OpenProfile, conversationId: ConversationId) => Promise<SnapshotSummary>
  /** The operator's look-up: `fetch`, noted in the journal. */
  readonly lookUp: (conversationId: ConversationId) => Promise<SnapshotSummary>
  /** What lists show of a kept look-up. Failures: not-found, storage. */
  readonly summary: (id: SnapshotId) => SnapshotSummary
  /** A kept look-up with its view. Failures: not-found, storage. */
  readonly read: (id: SnapshotId) => Promise<OpenedConversation>
}

/** What conversations need; `randomId` answers an unguessable text of letters, digits and hyphens. */
export interface ConversationsDeps {
  readonly current: CurrentProfile
  readonly snapshots: SnapshotsRepository
  readonly reader: Reader
  readonly journal: Pick<Journal, 'noteAfter'>
  readonly randomId: () => string
  readonly log: Log
  /** Hears of every look-up that was kept, with its name, before it is answered. */
  readonly onKept: (kept: SnapshotSummary) => void
}

/** A kept look-up of the open profile, as the reader is asked for it. Refuses with `no-profile`. */
export function ofOpenProfile(current: CurrentProfile, id: SnapshotId): OfSnapshot {
  return { profileId: requireOpen(current).profile.id, snapshotId: id }
}

/** Gives the look-ups of the open profile. */
export function createConversations(deps: ConversationsDeps): Conversations {
  const { current, snapshots, reader, journal, randomId, log, onKept } = deps

  const noteOpened = (
    { profile }: OpenProfile,
    conversationId: ConversationId,
    rest: Pick<NewActivity, 'outcome' | 'facts' | 'failure'>,
  ): void => {
    const { id: profileId, name: profileName } = profile
    journal.noteAfter({ profileId, profileName, action: 'conversation.opened', target: conversationId, ...rest })
  }

  // The body is on disk by now: without its name it can still be opened.
  const named = async (kept: SnapshotSummary): Promise<SnapshotSummary> => {
    try {
      const facts = await reader.ask('facts', { profileId: kept.profileId, snapshotId: kept.id })
      snapshots.noteFacts(kept.profileId, kept.id, facts)
      return { ...kept, name: facts.name }
    } catch (error) {
      log.error(`name of the look-up ${kept.id} could not be noted`, error)
      return kept
    }
  }

  const fetch: Conversations['fetch'] = async ({ profile, client }, conversationId) => {
    const { rawText, at } = await client.getConversation(conversationId)
    const id = snapshotId.parse(randomId())
    const kept = await named(snapshots.add({ id, profileId: profile.id, conversationId, fetchedAt: at }, rawText))
    onKept(kept)
    return kept
  }

  const summary = (id: SnapshotId): SnapshotSummary => {
    const found = snapshots.get(requireOpen(current).profile.id, id)
    if (found === null) throw new FailureError({ kind: 'not-found', what: 'snapshot' })
    return found
  }

  return {
    fetch,
    lookUp: async (conversationId) => {
      const open = requireOpen(current)
      const kept = await fetch(open, conversationId).catch((error: unknown) => {
        if (error instanceof FailureError) {
          noteOpened(open, conversationId, { outcome: 'failed', failure: error.failure })
        }
        throw error
      })
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
