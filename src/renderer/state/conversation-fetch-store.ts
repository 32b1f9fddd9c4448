/** The last fetch of each profile: it goes on when the section is left, and is shown there afterwards. */
import type { ProfileId } from '../../shared/ids.ts'
import { createProfileStore } from './create-store.ts'

/** A snapshot at the service. */
export interface ConversationFetch {
  readonly status: 'idle' | 'pending' | 'success' | 'error'
  /** The id that was fetched last; "" before the first. */
  readonly id: string
  readonly error: unknown
}

const store = createProfileStore<{ readonly conversationFetch: ConversationFetch }>({
  conversationFetch: { status: 'idle', id: '', error: null },
})

/** The newest snapshot of a profile. */
export const useNewestFetch = (profileId: ProfileId): ConversationFetch =>
  store.useState(({ conversationFetch }) => conversationFetch, profileId)

/** Begins one; those before are no longer shown. */
export function beginFetch(profileId: ProfileId, id: string): ConversationFetch {
  const conversationFetch: ConversationFetch = { status: 'pending', id, error: null }
  store.set(() => ({ conversationFetch }), profileId)
  return conversationFetch
}

/** Ends one; false when another began meanwhile, and this one is not shown. */
export function endFetch(
  profileId: ProfileId,
  begun: ConversationFetch,
  end: Pick<ConversationFetch, 'status' | 'error'>,
): boolean {
  const isNewest = store.get(profileId).conversationFetch === begun
  if (isNewest) store.set(() => ({ conversationFetch: { ...begun, ...end } }), profileId)
  return isNewest
}
