/** A profile while main may work for it automatically. Only its signal shows whether the profile is still the same. */
import type { ProfileId } from '../../shared/ids.ts'
import type { Profile } from '../../shared/schemas/profile.ts'
import type { ServiceClient } from '../service/operations.ts'

/** Made by workspaces/active-profiles.ts. */
export interface ActiveProfile {
  readonly profile: Profile
  readonly client: ServiceClient
  /**
   * Aborted when the computer sleeps or loses the network, the profile or its secret changes, its token is refused or
   * accepted again, the first window moves to the profile or the last window leaves it, or its service ends. A new
   * active profile is made when main may work again. Commands in flight are not aborted.
   */
  readonly signal: AbortSignal
  readonly may: {
    /** False while the service refuses the token, because polling with a refused token can lock the account. */
    readonly poll: boolean
    readonly write: boolean
  }
}

/** Why a signal was aborted. */
export type Ending = 'asleep' | 'offline' | 'changed'

export interface ActiveProfiles {
  /** The active profile; null while main may not work for it. */
  readonly of: (id: ProfileId) => ActiveProfile | null
}
