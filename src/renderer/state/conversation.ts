/** What the Conversations section has on screen: it outlives a look at another section, and ends with the profile. */
import { create } from 'zustand'
import type { SnapshotId } from '../../shared/ids.ts'

interface Reading {
  readonly typedId: string
  readonly snapshotId: SnapshotId | null
}

const useStore = create<Reading>()(() => ({ typedId: '', snapshotId: null }))

/** What stands in the Conversation ID box. */
export const useTypedConversationId = (): string => useStore((state) => state.typedId)

/** The snapshot on screen; null when none was opened. */
export const useShownSnapshot = (): SnapshotId | null => useStore((state) => state.snapshotId)

/** Keeps what was typed. */
export function typeConversationId(typedId: string): void {
  useStore.setState({ typedId })
}

/** Shows a snapshot. */
export function showSnapshot(snapshotId: SnapshotId): void {
  useStore.setState({ snapshotId })
}

/** Forgets all of it: the profile was switched, or a test begins. */
export function resetConversation(): void {
  useStore.setState(useStore.getInitialState(), true)
}
