import type { HandlersOf } from '../ipc/handlers.ts'
import type { Conversations } from './conversations.ts'

/** The handlers of conversations; failures are those of `Conversations`. */
export function createConversationHandlers(
  conversations: Conversations,
): HandlersOf<'conversation.lookUp' | 'conversation.read' | 'conversation.recents'> {
  return {
    'conversation.lookUp': ({ conversationId }) => conversations.lookUp(conversationId),
    'conversation.read': ({ snapshotId }) => conversations.read(snapshotId),
    'conversation.recents': () => [...conversations.recents()],
  }
}
