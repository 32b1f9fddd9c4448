/** What the Conversations section has on screen: it outlives a look at another section, and belongs to one profile. */
import type { ProfileId, SnapshotId } from '../../shared/ids.ts'
import { endComparison } from './comparison.ts'
import { createProfileStore } from './create-store.ts'

interface Reading {
  readonly typedId: string
  readonly snapshotId: SnapshotId | null
}

const store = createProfileStore<Reading>({ typedId: '', snapshotId: null })

/** What stands in a profile's Conversation ID box. */
export const useTypedConversationId = (profileId: ProfileId): string =>
  store.useState(({ typedId }) => typedId, profileId)

/** A profile's snapshot on screen; null when none was opened. */
export const useShownSnapshot = (profileId: ProfileId): SnapshotId | null =>
  store.useState(({ snapshotId }) => snapshotId, profileId)

/** Keeps what was typed. */
export function typeConversationId(profileId: ProfileId, typedId: string): void {
  store.set(() => ({ typedId }), profileId)
}

/** Shows a snapshot of a profile, in place of a comparison. */
export function showSnapshot(profileId: ProfileId, snapshotId: SnapshotId): void {
  endComparison(profileId)
  store.set(() => ({ snapshotId }), profileId)
}
