import { z } from 'zod'
import { preferences } from './app.ts'
import { profileId } from './ids.ts'
import { application, authentication, creationRules, profile } from './profile.ts'
import { seenUpdates } from './update-feed.ts'

/** How far the replacement or removal of a secret in the keychain has come. */
const unfinishedSecret = z.enum(['staged', 'replaced', 'removed'])

/** The system's dialogs for files, by what they are for: settings to import, a file to watch, a file to write. */
const dialogKind = z.enum(['settings', 'watched', 'save'])

const [accessToken, apiKeys] = authentication.options

/**
 * `settings.json`. Keys and preferences that only a newer version knows are left out, so that the file can still be
 * used.
 */
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
  /** Profiles that are deleted, but of whose data something may be left; taken up again at the next start. */
  erasing: z.array(profileId).exactOptional(),
  /**
   * Profiles whose secret is being replaced or removed in the keychain: `staged`, a second entry may be there that was
   * never saved; `replaced`, the second entry is the secret and the first one is over; `removed`, both are over.
   */
  unfinishedSecrets: z.record(profileId, unfinishedSecret).exactOptional(),
  /** True once the keychain was written and read. */
  isKeychainProved: z.boolean().exactOptional(),
  /** True once the operator was notified that Greenroom goes on without a window. */
  isBackgroundExplained: z.boolean().exactOptional(),
  updates: seenUpdates.exactOptional(),
  /** Absolute paths of the folders in which the last dialogs ended. */
  dialogFolders: z.partialRecord(dialogKind, z.string()).exactOptional(),
})

export type UnfinishedSecret = z.output<typeof unfinishedSecret>
export type DialogKind = z.output<typeof dialogKind>
export type DialogFolders = Readonly<Partial<Record<DialogKind, string>>>
export type StoredSettings = z.output<typeof storedSettings>
