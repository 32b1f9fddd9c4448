/** Looks conversations up and keeps every answer: what was once read stays readable, offline and after a failure. */
import { FailureError, refusal } from '../../shared/failure.ts'
import type { ConversationId, SnapshotId } from '../../shared/ids.ts'
import { snapshotId } from '../../shared/schemas/ids.ts'
import type { Snapshot, SnapshotSummary } from '../../shared/schemas/conversation.ts'
import type { Journal, NewActivity } from '../activity/journal.ts'
import { requireOpen } from '../open-profile.ts'
import type { CurrentProfile, OpenProfile } from '../open-profile.ts'
import { readJson } from '../service/json.ts'
import type { ConversationBody } from '../service/service-client.ts'
import type { SnapshotsRepository, StoredSnapshot } from '../store/snapshots-repository.ts'
import { indentJson } from './indent-json.ts'
import { buildView, conversationNameIn } from './view.ts'

/** The conversations of the open profile. All functions refuse with `no-profile` when none is open. */
export interface Conversations {
  /** Reads the conversation and keeps the answer. Failures: every one of a service call, storage. */
  readonly lookUp: (conversationId: ConversationId) => Promise<Snapshot>
  /** A kept snapshot of the open profile. Failures: not-found, storage. */
  readonly read: (id: SnapshotId) => Snapshot
  /** The newest snapshot of each conversation, newest first. Failures: storage. */
  readonly recents: () => readonly SnapshotSummary[]
}

/** What conversations need; `randomId` answers an unguessable text of letters, digits and hyphens. */
export interface ConversationsDeps {
  readonly current: CurrentProfile
  readonly snapshots: SnapshotsRepository
  readonly journal: Journal
  readonly randomId: () => string
}

const mostRecents = 1_000

// The client has checked the body to be a successful envelope, so only a damaged row can fail to parse here.
function parsedBody(rawText: string): unknown {
  const read = readJson(rawText)
  if (read.kind === 'json') return read.value
  throw new FailureError({ kind: 'storage', reason: 'corrupt', detail: `the kept answer is ${read.kind}` })
}

function forViewer({ summary, rawText }: StoredSnapshot, answer: unknown): Snapshot {
  return { ...summary, view: buildView(answer), rawText, prettyText: indentJson(rawText) }
}

/** Gives the look-ups of the open profile. */
export function createConversations({ current, snapshots, journal, randomId }: ConversationsDeps): Conversations {
  const noteOpened = (
    { profile }: OpenProfile,
    conversationId: ConversationId,
    rest: Pick<NewActivity, 'outcome' | 'facts' | 'failure'>,
  ): void => {
    const { id: profileId, name: profileName } = profile
    journal.noteAfter({ profileId, profileName, action: 'conversation.opened', target: conversationId, ...rest })
  }

  const fetched = async (open: OpenProfile, conversationId: ConversationId): Promise<ConversationBody> => {
    try {
      return await open.client.getConversation(conversationId)
    } catch (error) {
      if (error instanceof FailureError) {
        noteOpened(open, conversationId, { outcome: 'failed', failure: error.failure })
      }
      throw error
    }
  }

  return {
    lookUp: async (conversationId) => {
      const open = requireOpen(current)
      const { rawText, at } = await fetched(open, conversationId)
      const answer = parsedBody(rawText)
      const name = conversationNameIn(answer)
      const stored = snapshots.add(
        { id: snapshotId.parse(randomId()), profileId: open.profile.id, conversationId, name, fetchedAt: at },
        rawText,
      )
      noteOpened(open, conversationId, { outcome: 'done', facts: { name } })
      // Kept for its own profile, but not shown to whoever has switched to another one meanwhile.
      if (current()?.profile.id !== open.profile.id) throw refusal('no-profile')
      return forViewer(stored, answer)
    },
    read: (id) => {
      const stored = snapshots.get(requireOpen(current).profile.id, id)
      if (stored === null) throw new FailureError({ kind: 'not-found', what: 'snapshot' })
      return forViewer(stored, parsedBody(stored.rawText))
    },
    recents: () => snapshots.recents(requireOpen(current).profile.id, mostRecents),
  }
}
