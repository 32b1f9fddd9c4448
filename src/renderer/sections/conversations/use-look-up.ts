import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import type { ProfileId } from '../../../shared/ids.ts'
import { call } from '../../api/call.ts'
import { showSnapshot, typeConversationId } from '../../state/conversation.ts'
import { takeConversation, useConversationToOpen } from '../../state/navigation.ts'

/** A look-up at the service. */
export interface LookUp {
  readonly status: 'idle' | 'pending' | 'success' | 'error'
  /** The id that was looked up last; "" before the first. */
  readonly id: string
  readonly error: unknown
}

const noLookUp: LookUp = { status: 'idle', id: '', error: null }

/** The newest look-up of a profile. It is read from the cache, because the section may have been left meanwhile. */
export function useLookUp(profileId: ProfileId): readonly [LookUp, (conversationId: string) => void] {
  const mutationKey = ['conversation.lookUp', profileId]
  const mutations = useQueryClient().getMutationCache()
  const { mutate } = useMutation({
    mutationKey,
    mutationFn: (conversationId: string) => call('conversation.lookUp', { conversationId }),
    onSuccess: ({ id }, conversationId) => {
      // Another id may have been opened while this one was awaited: the late answer is kept, and not shown.
      const newest = mutations.findAll({ mutationKey }).at(-1)?.state.variables
      if (newest === conversationId) showSnapshot(profileId, id)
    },
  })
  const all = useMutationState<LookUp>({
    filters: { mutationKey },
    select: ({ state }) => ({ status: state.status, id: String(state.variables), error: state.error }),
  })
  return [all.at(-1) ?? noLookUp, mutate]
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
