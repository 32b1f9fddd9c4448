import { useQuery } from '@tanstack/react-query'
import type { ConversationId, ProfileId } from '../../../../shared/ids.ts'
import { read } from '../../../api/queries.ts'
import { useShownSnapshot } from '../../../state/conversation-store.ts'

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
