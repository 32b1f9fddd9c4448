import type { Profile, ProfileFields } from '../schemas/profile.ts'

export type Protection = ProfileFields['protection']

const strength: Readonly<Record<Protection, number>> = { open: 0, confirm: 1, 'read-only': 2 }

export function isWeaker(one: Protection, other: Protection): boolean {
  return strength[one] < strength[other]
}

/**
 * The profile with at least the protection that a policy requires. A practice profile is unchanged, because it costs
 * nothing.
 */
export function withProtection(profile: Profile, least: Protection): Profile {
  const isEnough = profile.kind === 'practice' || !isWeaker(profile.protection, least)
  return isEnough ? profile : { ...profile, protection: least }
}
