/** What the Conversations section has on screen: it outlives a look at another section, and belongs to one profile. */
import { create } from 'zustand'
import type { ProfileId, SnapshotId } from '../../shared/ids.ts'
import { endComparison } from './comparison.ts'

interface Reading {
  readonly profileId: ProfileId | null
  readonly typedId: string
  readonly snapshotId: SnapshotId | null
}

const useStore = create<Reading>()(() => ({ profileId: null, typedId: '', snapshotId: null }))

function note(profileId: ProfileId, changes: Partial<Pick<Reading, 'typedId' | 'snapshotId'>>): void {
  useStore.setState((state) => {
    const kept = state.profileId === profileId ? state : useStore.getInitialState()
    return { ...kept, profileId, ...changes }
  })
}

/** What stands in a profile's Conversation ID box. */
export const useTypedConversationId = (profileId: ProfileId): string =>
  useStore((state) => (state.profileId === profileId ? state.typedId : ''))

/** A profile's snapshot on screen; null when none was opened. */
export const useShownSnapshot = (profileId: ProfileId): SnapshotId | null =>
  useStore((state) => (state.profileId === profileId ? state.snapshotId : null))

/** Keeps what was typed; doing anything with another profile forgets the former's. */
export function typeConversationId(profileId: ProfileId, typedId: string): void {
  note(profileId, { typedId })
}

/** Shows a snapshot of a profile, in place of a comparison. */
export function showSnapshot(profileId: ProfileId, snapshotId: SnapshotId): void {
  endComparison()
  note(profileId, { snapshotId })
}

/** Back to nothing typed and nothing shown, for tests. */
export function resetConversation(): void {
  useStore.setState(useStore.getInitialState(), true)
}
