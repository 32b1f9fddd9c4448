/** Session ids that a part of the page found and hands to the session inbox, which shows them before they are added. */
import type { ProfileId } from '../../shared/ids.ts'
import type { SessionSource } from '../../shared/schemas/inbox.ts'
import type { SessionCandidate } from '../../shared/schemas/session.ts'
import { createProfileStore } from './create-store.ts'

/** Ids that wait to be proposed, from one place. */
export interface OfferedSessions {
  readonly candidates: readonly SessionCandidate[]
  readonly source: SessionSource
}

const store = createProfileStore<{ readonly offered: OfferedSessions | null }>({ offered: null })

/** Offers ids to the inbox of a profile, in place of those that were offered before and not taken. */
export function offerSessions(
  profileId: ProfileId,
  candidates: readonly SessionCandidate[],
  source: SessionSource,
): void {
  store.set(() => ({ offered: { candidates, source } }), profileId)
}

/** The candidates for a profile’s inbox; null when there are none. */
export const useOfferedSessions = (profileId: ProfileId): OfferedSessions | null =>
  store.useState(({ offered }) => offered, profileId)

/** Takes what is offered to a profile's inbox, so that it is proposed once; null when nothing is. */
export function consumeOfferedSessions(profileId: ProfileId): OfferedSessions | null {
  const { offered } = store.get(profileId)
  store.set(() => ({ offered: null }), profileId)
  return offered
}
