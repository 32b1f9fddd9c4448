import { useQuery } from '@tanstack/react-query'
import type { ConversationProposal } from '../../../../shared/schemas/history.ts'
import { read } from '../../../api/queries.ts'

/** Conversations to make avatars from, as they are proposed. */
export function useConversations(): readonly ConversationProposal[] {
  return useQuery(read('creator.conversations', {})).data ?? []
}

/** The name of one of them; null where none is known. */
export function nameOf(proposals: readonly ConversationProposal[], id: string): string | null {
  return proposals.find(({ conversationId }) => conversationId === id)?.name ?? null
}
