import { useQuery } from '@tanstack/react-query'
import type { ConversationId, ProfileId, SnapshotId } from '../../../shared/ids.ts'
import type { SnapshotSummary } from '../../../shared/schemas/conversation.ts'
import { call } from '../../api/call.ts'
import { read } from '../../api/queries.ts'
import { useProfileTask } from '../../api/use-command.ts'
import {
  beginFetch,
  endFetch,
  showSnapshot,
  typeConversationId,
  useShownSnapshot,
} from '../../state/conversation-store.ts'
import { openConversation } from '../../state/navigation-store.ts'

/** The snapshot on screen; undefined when none is. */
export function useShownSummary(profileId: ProfileId): SnapshotSummary | undefined {
  const snapshotId = useShownSnapshot(profileId)
  // The viewer’s own query: no further call.
  return useQuery({ ...read('conversation.read', { snapshotId: snapshotId ?? '' }), enabled: snapshotId !== null }).data
    ?.summary
}

/** The conversation of a row of the library. */
export interface Target {
  readonly conversationId: ConversationId
  /** Null for an id without a snapshot: it is fetched. */
  readonly snapshotId: SnapshotId | null
}

/** Shows a snapshot without a call to the service; an id without one is fetched, once. */
export function openTarget(profileId: ProfileId, { conversationId, snapshotId }: Target): void {
  if (snapshotId === null) {
    openConversation(conversationId)
    return
  }
  typeConversationId(profileId, conversationId)
  showSnapshot(profileId, snapshotId)
}

async function fetchNow(conversationId: string, profileId: ProfileId): Promise<void> {
  const begun = beginFetch(profileId, conversationId)
  try {
    const { id } = await call('conversation.fetch', { conversationId }, profileId)
    // Another id may have been opened while this one was awaited: the late answer is saved, and not shown.
    if (endFetch(profileId, begun, { status: 'success', error: null })) showSnapshot(profileId, id)
  } catch (error) {
    endFetch(profileId, begun, { status: 'error', error })
  }
}

/** Reads a conversation from the service and shows it. */
export function useFetchConversation(profileId: ProfileId): (conversationId: string) => void {
  return useProfileTask({ run: (conversationId: string) => fetchNow(conversationId, profileId) }).mutate
}
