/** The newest snapshot of each profile: it goes on when the section is left, and is told there afterwards. */
import type { ProfileId } from '../../shared/ids.ts'
import { createProfileStore } from './create-store.ts'

/** A snapshot at the service. */
export interface ConversationFetch {
  readonly status: 'idle' | 'pending' | 'success' | 'error'
  /** The id that was looked up last; "" before the first. */
  readonly id: string
  readonly error: unknown
}

const store = createProfileStore<{ readonly conversationFetch: ConversationFetch }>({
  conversationFetch: { status: 'idle', id: '', error: null },
})

/** The newest snapshot of a profile. */
export const useNewestFetch = (profileId: ProfileId): ConversationFetch =>
  store.useState(({ conversationFetch }) => conversationFetch, profileId)

/** Another one has begun; those before are no longer told of. */
export function beginFetch(profileId: ProfileId, id: string): ConversationFetch {
  const conversationFetch: ConversationFetch = { status: 'pending', id, error: null }
  store.set(() => ({ conversationFetch }), profileId)
  return conversationFetch
}

/** One has ended; false when another began meanwhile, and nothing is told of this one. */
export function endFetch(
  profileId: ProfileId,
  begun: ConversationFetch,
  end: Pick<ConversationFetch, 'status' | 'error'>,
): boolean {
  const isNewest = store.get(profileId).conversationFetch === begun
  if (isNewest) store.set(() => ({ conversationFetch: { ...begun, ...end } }), profileId)
  return isNewest
}
