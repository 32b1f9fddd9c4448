import { z } from 'zod'
import { preferences } from './app.ts'
import { profileId } from './ids.ts'
import { profile } from './profile.ts'

/** The settings file: preferences and profiles, never a secret. `openProfileId` is the profile open at the last end. */
export const storedSettings = z.strictObject({
  preferences,
  profiles: z.array(profile),
  openProfileId: profileId.nullable(),
  /** Profiles whose secret may not be bound to its origin yet, once one of them has moved before it could be. */
  unboundSecrets: z.array(profileId).exactOptional(),
})

export type StoredSettings = z.output<typeof storedSettings>
