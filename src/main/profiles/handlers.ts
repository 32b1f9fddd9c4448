import type { HandlersOf } from '../ipc/handlers.ts'
import type { Settings } from '../store/settings.ts'
import type { Profiles } from './profiles.ts'

type Names =
  | 'preferences.set'
  | 'profile.save'
  | 'profile.test'
  | 'profile.open'
  | 'profile.delete'
  | 'profile.removeSecret'
  | 'practice.open'

/** What the handlers need; `onChanged` runs after the preferences were written. */
export interface ProfileHandlersDeps {
  readonly profiles: Profiles
  readonly settings: Settings
  readonly onChanged: () => void
}

/** The handlers of profiles and preferences. Failures: those of `Profiles`, and storage. */
export function createProfileHandlers({ profiles, settings, onChanged }: ProfileHandlersDeps): HandlersOf<Names> {
  return {
    'preferences.set': async (preferences) => {
      await settings.write({ preferences })
      onChanged()
      return preferences
    },
    'profile.save': profiles.save,
    'profile.test': profiles.test,
    'profile.open': async ({ profileId }) => {
      await profiles.open(profileId)
      return null
    },
    'profile.delete': async ({ profileId }) => {
      await profiles.remove(profileId)
      return null
    },
    'profile.removeSecret': ({ profileId }) => profiles.removeSecret(profileId),
    'practice.open': profiles.openPractice,
  }
}
