/** What the Conversations section has on screen: outlives a visit to another section, and belongs to one profile. */
import type { ProfileId, SnapshotId } from '../../shared/ids.ts'
import { endComparison } from './comparison-store.ts'
import { createProfileStore } from './create-store.ts'

interface Reading {
  readonly typedId: string
  readonly snapshotId: SnapshotId | null
  /** The failure for which a snapshot was opened last. */
  readonly openedFor: unknown
}

const store = createProfileStore<Reading>({ typedId: '', snapshotId: null, openedFor: null })

/** The text in a profile’s Conversation ID box. */
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

/** Shows a snapshot in place of what could not be fetched; once for each failure: what is opened after it stays. */
export function showSnapshotFor(profileId: ProfileId, failure: unknown, snapshotId: SnapshotId): void {
  store.set(({ openedFor }) => (openedFor === failure ? {} : { openedFor: failure, snapshotId }), profileId)
}
