import { useEffect, useEffectEvent } from 'react'
import type { ProfileId } from '../../../shared/ids.ts'
import { call } from '../../api/call.ts'
import { useProfileTask } from '../../api/use-command.ts'
import { showSnapshot, typeConversationId } from '../../state/conversation-store.ts'
import { beginFetch, endFetch, useNewestFetch } from '../../state/conversation-fetch-store.ts'
import type { ConversationFetch } from '../../state/conversation-fetch-store.ts'
import { consumeConversation, useConversationToOpen } from '../../state/navigation-store.ts'

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

/** The newest snapshot of a profile, and the way to begin one. */
export function useFetchConversation(
  profileId: ProfileId,
): readonly [ConversationFetch, (conversationId: string) => void] {
  const { mutate } = useProfileTask({ run: (conversationId: string) => fetchNow(conversationId, profileId) })
  return [useNewestFetch(profileId), mutate]
}

/** Fetches, once, an id that another section handed over, as a click on Open would. */
export function useRequestedConversation(
  profileId: ProfileId,
  fetchConversation: (conversationId: string) => void,
): void {
  const conversationId = useConversationToOpen()
  const openRequested = useEffectEvent(() => {
    const id = consumeConversation()
    if (id === null) return
    typeConversationId(profileId, id)
    fetchConversation(id)
  })
  useEffect(() => {
    if (conversationId !== null) openRequested()
  }, [conversationId])
}
