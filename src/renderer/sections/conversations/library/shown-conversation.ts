import { useQuery } from '@tanstack/react-query'
import type { ConversationId, ProfileId, SnapshotId } from '../../../../shared/ids.ts'
import { read } from '../../../api/queries.ts'
import { showSnapshot, typeConversationId, useShownSnapshot } from '../../../state/conversation-store.ts'
import { openConversation } from '../../../state/navigation-store.ts'

/** The conversation on screen, by whichever of its snapshots; null when none is. */
export function useShownConversation(profileId: ProfileId): ConversationId | null {
  const snapshotId = useShownSnapshot(profileId)
  // The viewer’s own query: no further call.
  const shown = useQuery({
    ...read('conversation.read', { snapshotId: snapshotId ?? '' }),
    enabled: snapshotId !== null,
    select: ({ summary }) => summary.conversationId,
  })
  return shown.data ?? null
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
