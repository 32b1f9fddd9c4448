/** The open profile and the client for its service. */
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

/** Refuses with `read-only` for a read-only profile. Main checks this regardless of what a window shows. */
export function refuseReadOnly({ profile }: OpenProfile): void {
  if (profile.protection === 'read-only') throw refusal('read-only')
}

/**
 * The open profile, if it has not changed since a confirmation was opened. Refuses with no-profile, read-only, and with
 * `profile-changed` for a different profile and for a profile that was saved since or whose secret was removed, because
 * its service or account can be different.
 */
export function requireUnchanged(current: CurrentProfile, expected: OpenProfile): OpenProfile {
  const openNow = requireOpen(current)
  if (openNow.profile.id === expected.profile.id) refuseReadOnly(openNow)
  else throw refusal('profile-changed')
  const isSame = openNow.client === expected.client && openNow.profile.protection === expected.profile.protection
  if (!isSame) throw refusal('profile-changed')
  return openNow
}
