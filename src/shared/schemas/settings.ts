import { z } from 'zod'
import { preferences } from './app.ts'
import { profileId } from './ids.ts'
import { application, authentication, creationRules, profile, defaultCreationRules } from './profile.ts'
import { seenUpdates } from './update-feed.ts'

/** How far the replacement or removal of a secret in the keychain has come. */
const unfinishedSecret = z.enum(['staged', 'replaced', 'removed'])

const [accessToken, apiKeys] = authentication.options

/** What an older version lacked has its default; what only a newer one knows is kept by `store/settings.ts`. */
export const storedSettings = z.object({
  preferences: z.object({
    theme: preferences.shape.theme.default('system'),
    language: preferences.shape.language.default('system'),
    density: preferences.shape.density.default('comfortable'),
    shortcuts: preferences.shape.shortcuts,
  }),
  profiles: z.array(
    profile
      .extend({
        authentication: z.discriminatedUnion('kind', [accessToken.strip(), apiKeys.strip()]),
        applications: z.array(application.strip()).max(500),
        creation: creationRules.strip().default(defaultCreationRules),
      })
      .strip(),
  ),
  openProfileId: profileId.nullable(),
  /** Profiles whose secret may not be bound to its origin yet, once one of them has moved before it could be. */
  unboundSecrets: z.array(profileId).exactOptional(),
  /** Profiles that are deleted, but of whose data something may be left; taken up again at the next start. */
  erasing: z.array(profileId).exactOptional(),
  /**
   * Profiles whose secret is being replaced or removed in the keychain: `staged`, a second entry may be there that was
   * never saved; `replaced`, the second entry is the secret and the first one is over; `removed`, both are over.
   */
  unfinishedSecrets: z.record(profileId, unfinishedSecret).exactOptional(),
  /** True once the keychain was written and read. */
  isKeychainProved: z.boolean().exactOptional(),
  updates: seenUpdates.exactOptional(),
})

export type UnfinishedSecret = z.output<typeof unfinishedSecret>
export type StoredSettings = z.output<typeof storedSettings>
