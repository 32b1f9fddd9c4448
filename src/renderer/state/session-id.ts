/** The session id that the operator has typed: it outlives a look at another section. */
import { create } from 'zustand'

interface Typed {
  readonly sessionId: string
}

const useStore = create<Typed>()(() => ({ sessionId: '' }))

/** What stands in the Session ID box. */
export const useTypedSessionId = (): string => useStore((state) => state.sessionId)

/** Keeps what was typed. */
export function typeSessionId(sessionId: string): void {
  useStore.setState({ sessionId })
}

/** Back to empty, for tests. */
export function resetSessionId(): void {
  useStore.setState(useStore.getInitialState(), true)
}
