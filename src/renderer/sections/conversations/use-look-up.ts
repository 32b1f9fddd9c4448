import { useEffect, useEffectEvent } from 'react'
import type { ProfileId } from '../../../shared/ids.ts'
import { call } from '../../api/call.ts'
import { useProfileTask } from '../../api/use-command.ts'
import { showSnapshot, typeConversationId } from '../../state/conversation.ts'
import { beginLookUp, endLookUp, useNewestLookUp } from '../../state/look-up.ts'
import type { LookUp } from '../../state/look-up.ts'
import { takeConversation, useConversationToOpen } from '../../state/navigation.ts'

async function lookUpNow(conversationId: string, profileId: ProfileId): Promise<void> {
  const begun = beginLookUp(profileId, conversationId)
  try {
    const { id } = await call('conversation.lookUp', { conversationId }, profileId)
    // Another id may have been opened while this one was awaited: the late answer is kept, and not shown.
    if (endLookUp(profileId, begun, { status: 'success', error: null })) showSnapshot(profileId, id)
  } catch (error) {
    endLookUp(profileId, begun, { status: 'error', error })
  }
}

/** The newest look-up of a profile, and the way to begin one. */
export function useLookUp(profileId: ProfileId): readonly [LookUp, (conversationId: string) => void] {
  const { mutate } = useProfileTask({ run: (conversationId: string) => lookUpNow(conversationId, profileId) })
  return [useNewestLookUp(profileId), mutate]
}

/** Another section handed an id over: looks it up once, as a click on Open would. */
export function useHandedOver(profileId: ProfileId, lookUp: (conversationId: string) => void): void {
  const conversationId = useConversationToOpen()
  const take = useEffectEvent(() => {
    const id = takeConversation()
    if (id === null) return
    typeConversationId(profileId, id)
    lookUp(id)
  })
  useEffect(() => {
    if (conversationId !== null) take()
  }, [conversationId])
}
