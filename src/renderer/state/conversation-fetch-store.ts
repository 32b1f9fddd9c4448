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

const store = createProfileStore<{ readonly lookUp: ConversationFetch }>({
  lookUp: { status: 'idle', id: '', error: null },
})

/** The newest snapshot of a profile. */
export const useNewestFetch = (profileId: ProfileId): ConversationFetch =>
  store.useState(({ lookUp }) => lookUp, profileId)

/** Another one has begun; those before are no longer told of. */
export function beginFetch(profileId: ProfileId, id: string): ConversationFetch {
  const lookUp: ConversationFetch = { status: 'pending', id, error: null }
  store.set(() => ({ lookUp }), profileId)
  return lookUp
}

/** One has ended; false when another began meanwhile, and nothing is told of this one. */
export function endFetch(
  profileId: ProfileId,
  begun: ConversationFetch,
  end: Pick<ConversationFetch, 'status' | 'error'>,
): boolean {
  const isNewest = store.get(profileId).lookUp === begun
  if (isNewest) store.set(() => ({ lookUp: { ...begun, ...end } }), profileId)
  return isNewest
}
