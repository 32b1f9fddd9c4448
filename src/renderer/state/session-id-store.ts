/** The session id that the operator has typed: outlives a visit to another section, and belongs to one profile. */
import type { ProfileId } from '../../shared/ids.ts'
import { createProfileStore } from './create-store.ts'

const store = createProfileStore({ sessionId: '' })

/** The text in a profile’s Session ID box. */
export const useTypedSessionId = (profileId: ProfileId): string =>
  store.useState(({ sessionId }) => sessionId, profileId)

/** Keeps what was typed. */
export function typeSessionId(profileId: ProfileId, sessionId: string): void {
  store.set(() => ({ sessionId }), profileId)
}
