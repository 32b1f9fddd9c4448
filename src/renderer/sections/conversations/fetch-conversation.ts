import type { ProfileId } from '../../../shared/ids.ts'
import { call } from '../../api/call.ts'
import { useProfileTask } from '../../api/use-command.ts'
import { beginFetch, endFetch, showSnapshot } from '../../state/conversation-store.ts'

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
