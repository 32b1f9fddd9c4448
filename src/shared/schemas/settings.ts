import { z } from 'zod'
import { preferences } from './app.ts'
import { profileId } from './ids.ts'
import { application, authentication, creationRules, profile, defaultCreationRules } from './profile.ts'
import { seenUpdates } from './update-feed.ts'

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
  updates: seenUpdates.exactOptional(),
})

export type StoredSettings = z.output<typeof storedSettings>
