import { z } from 'zod'
import { preferences } from './app.ts'
import { profileId } from './ids.ts'
import { application, authentication, creationRules, profile } from './profile.ts'
import { seenUpdates } from './update-feed.ts'

/** Progress of the replacement or removal of a secret in the keychain. */
const unfinishedSecret = z.enum(['staged', 'replaced', 'removed'])

/** The purposes of the system's file dialogs: settings to import, a file to watch, a file to save. */
const dialogKind = z.enum(['settings', 'watched', 'save'])

const [accessToken, apiKeys] = authentication.options

/** `settings.json`. Unknown keys and preferences of a newer version are dropped, so that the file stays usable. */
export const storedSettings = z.object({
  preferences: preferences
    .extend({
      rawNames: preferences.shape.rawNames.catch(false),
      theme: preferences.shape.theme.catch('system'),
      language: preferences.shape.language.catch('system'),
      density: preferences.shape.density.catch('comfortable'),
      runsInBackground: preferences.shape.runsInBackground.catch(true),
    })
    .strip(),
  profiles: z.array(
    profile
      .extend({
        authentication: z.discriminatedUnion('kind', [accessToken.strip(), apiKeys.strip()]),
        applications: z.array(application.strip()).max(500),
        creation: creationRules.strip(),
      })
      .strip(),
  ),
  openProfileId: profileId.nullable(),
  /** Deleted profiles of which some data may be left; the next start continues erasing. */
  erasing: z.array(profileId).exactOptional(),
  /**
   * Profiles whose secret is being replaced or removed in the keychain. `staged`: a second entry may exist that was
   * never saved; `replaced`: the second entry is the secret and the first entry is obsolete; `removed`: both entries
   * are obsolete.
   */
  unfinishedSecrets: z.record(profileId, unfinishedSecret).exactOptional(),
  /** True once the keychain has been written and read successfully. */
  isKeychainProved: z.boolean().exactOptional(),
  /** True once the operator was notified that Greenroom continues in the background. */
  isBackgroundExplained: z.boolean().exactOptional(),
  updates: seenUpdates.exactOptional(),
  /** Absolute paths of the folders that were last chosen in each dialog. */
  dialogFolders: z.partialRecord(dialogKind, z.string()).exactOptional(),
})

export type UnfinishedSecret = z.output<typeof unfinishedSecret>
export type DialogKind = z.output<typeof dialogKind>
export type DialogFolders = Readonly<Partial<Record<DialogKind, string>>>
export type StoredSettings = z.output<typeof storedSettings>
