/** A profile while main may work for it without being asked: the one answer to "is this still the same profile?". */
import type { ProfileId } from '../../shared/ids.ts'
import type { Profile } from '../../shared/schemas/profile.ts'
import type { ServiceClient } from '../service/operations.ts'

/** Made by workspaces/active-profiles.ts. */
export interface ActiveProfile {
  readonly profile: Profile
  readonly client: ServiceClient
  /**
   * Aborted as soon as the computer sleeps or loses the network, the profile or its secret changes, its token is refused or
   * accepted again, the first window comes to it or the last one leaves, or its service ends. When main may work again, a
   * new active profile is made. Commands in flight are not aborted.
   */
  readonly signal: AbortSignal
  readonly may: {
    /** False while the service refuses the token: repeated with it, polling may lock the account. */
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
