/** The session id that the operator has typed: it outlives a look at another section, and belongs to one profile. */
import { create } from 'zustand'
import type { ProfileId } from '../../shared/ids.ts'

interface Typed {
  readonly profileId: ProfileId | null
  readonly sessionId: string
}

const useStore = create<Typed>()(() => ({ profileId: null, sessionId: '' }))

/** What stands in a profile's Session ID box. */
export const useTypedSessionId = (profileId: ProfileId): string =>
  useStore((state) => (state.profileId === profileId ? state.sessionId : ''))

/** Keeps what was typed; typing for another profile forgets the former's. */
export function typeSessionId(profileId: ProfileId, sessionId: string): void {
  useStore.setState({ profileId, sessionId })
}

/** Back to empty, for tests. */
export function resetSessionId(): void {
  useStore.setState(useStore.getInitialState(), true)
}
