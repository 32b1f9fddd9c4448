/** The newest look-up of each profile: it goes on when the section is left, and is told there afterwards. */
import type { ProfileId } from '../../shared/ids.ts'
import { createProfileStore } from './create-store.ts'

/** A look-up at the service. */
export interface LookUp {
  readonly status: 'idle' | 'pending' | 'success' | 'error'
  /** The id that was looked up last; "" before the first. */
  readonly id: string
  readonly error: unknown
}

const store = createProfileStore<{ readonly lookUp: LookUp }>({ lookUp: { status: 'idle', id: '', error: null } })

/** The newest look-up of a profile. */
export const useNewestLookUp = (profileId: ProfileId): LookUp => store.useState(({ lookUp }) => lookUp, profileId)

/** Another one has begun; those before are no longer told of. */
export function beginLookUp(profileId: ProfileId, id: string): LookUp {
  const lookUp: LookUp = { status: 'pending', id, error: null }
  store.set(() => ({ lookUp }), profileId)
  return lookUp
}

/** One has ended; false when another began meanwhile, and nothing is told of this one. */
export function endLookUp(profileId: ProfileId, begun: LookUp, end: Pick<LookUp, 'status' | 'error'>): boolean {
  const isNewest = store.get(profileId).lookUp === begun
  if (isNewest) store.set(() => ({ lookUp: { ...begun, ...end } }), profileId)
  return isNewest
}
