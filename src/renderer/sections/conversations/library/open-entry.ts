import type { ConversationId, ProfileId, SnapshotId } from '../../../../shared/ids.ts'
import { showSnapshot, typeConversationId } from '../../../state/conversation-store.ts'
import { openConversation } from '../../../state/navigation-store.ts'

/** What a row of the library leads to. */
export interface Target {
  readonly conversationId: ConversationId
  /** Null for an id that was never read: it is looked up. */
  readonly snapshotId: SnapshotId | null
}

/** Shows a kept snapshot, without asking the service; what was never read is looked up, once. */
export function openTarget(profileId: ProfileId, { conversationId, snapshotId }: Target): void {
  if (snapshotId === null) {
    openConversation(conversationId)
    return
  }
  typeConversationId(profileId, conversationId)
  showSnapshot(profileId, snapshotId)
}
