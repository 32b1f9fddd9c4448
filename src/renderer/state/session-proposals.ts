/** Session ids that a part of the page found and hands to the session inbox, which shows them before they are added. */
import { create } from 'zustand'
import type { ProfileId } from '../../shared/ids.ts'
import type { SessionSource } from '../../shared/schemas/inbox.ts'
import type { ProposedSession } from '../../shared/schemas/session.ts'

/** Ids that wait to be proposed, of one profile and from one place. */
export interface OfferedSessions {
  readonly profileId: ProfileId
  readonly proposals: readonly ProposedSession[]
  readonly source: SessionSource
}

const useStore = create<{ readonly offered: OfferedSessions | null }>()(() => ({ offered: null }))

/** Offers ids to the inbox of a profile, in place of those that were offered before and not taken. */
export function offerSessions(
  profileId: ProfileId,
  proposals: readonly ProposedSession[],
  source: SessionSource,
): void {
  useStore.setState({ offered: { profileId, proposals, source } })
}

/** What is offered to a profile's inbox; null when nothing is. */
export const useOfferedSessions = (profileId: ProfileId): OfferedSessions | null =>
  useStore(({ offered }) => (offered?.profileId === profileId ? offered : null))

/** Takes what is offered, so that it is proposed once; null when nothing is. */
export function takeOfferedSessions(): OfferedSessions | null {
  const { offered } = useStore.getState()
  useStore.setState({ offered: null })
  return offered
}

/** Back to nothing offered, for tests. */
export function resetSessionProposals(): void {
  useStore.setState(useStore.getInitialState(), true)
}
