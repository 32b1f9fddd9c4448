import type { ConversationId, ProfileId, SnapshotId } from '../../../../shared/ids.ts'
import { showSnapshot, typeConversationId } from '../../../state/conversation-store.ts'
import { openConversation } from '../../../state/navigation-store.ts'

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
