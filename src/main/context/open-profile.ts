/** The open profile as main's subjects see it: who is asked, and with what client. */
import { refusal } from '../../shared/failure.ts'
import type { Profile } from '../../shared/schemas/profile.ts'
import type { ServiceClient } from '../service/operations.ts'

export interface OpenProfile {
  readonly profile: Profile
  readonly client: ServiceClient
}

export type CurrentProfile = () => OpenProfile | null

/** The open profile; refuses with `no-profile` when none is open. */
export function requireOpen(current: CurrentProfile): OpenProfile {
  const open = current()
  if (open === null) throw refusal('no-profile')
  return open
}

export function isListed({ applications }: Profile, id: string): boolean {
  return applications.some(({ appId }) => appId === id)
}

/** The operator's label of an application; "" without one, and for an application that the profile does not list. */
export function labelOf({ applications }: Profile, id: string | null): string {
  return applications.find(({ appId }) => appId === id)?.label ?? ''
}

/** Refuses with `read-only` when the profile says so: in main, whatever a window shows. */
export function refuseReadOnly({ profile }: OpenProfile): void {
  if (profile.protection === 'read-only') throw refusal('read-only')
}

/**
 * The open profile, when it is still as it was for a confirmation. Refuses with no-profile, read-only, and with
 * `profile-changed` for another profile, and for one that was saved since or whose secret was removed: it may be another
 * service, or another account, by now.
 */
export function stillAs(current: CurrentProfile, then: OpenProfile): OpenProfile {
  const now = requireOpen(current)
  if (now.profile.id === then.profile.id) refuseReadOnly(now)
  else throw refusal('profile-changed')
  const isSame = now.client === then.client && now.profile.protection === then.profile.protection
  if (!isSame) throw refusal('profile-changed')
  return now
}
