import type { HandlersOf } from '../ipc/handlers.ts'
import { patched } from '../../shared/model/patch.ts'
import type { Settings } from '../store/settings.ts'
import type { Profiles } from './profiles.ts'

export type ProfileHandlers = HandlersOf<
  | 'preferences.set'
  | 'profile.save'
  | 'profile.test'
  | 'profile.open'
  | 'profile.contents'
  | 'profile.delete'
  | 'profile.removeSecret'
  | 'practice.open'
>

/** Failures: those of `Profiles`, and storage. `onChanged` runs after the preferences were written. */
export function createProfileHandlers(
  { settings }: { readonly settings: Settings },
  profiles: Profiles,
  onChanged: () => void,
): ProfileHandlers {
  return {
    'preferences.set': async (patch) => {
      await settings.write(({ preferences }) => ({ preferences: patched(preferences, patch) }))
      onChanged()
      return settings.read().preferences
    },
    'profile.save': (input, { windowId }) => profiles.save(input, windowId),
    'profile.test': profiles.test,
    'profile.open': async ({ profileId }, { windowId }) => {
      await profiles.open(profileId, windowId)
      return null
    },
    'profile.contents': ({ profileId }) => profiles.contents(profileId),
    'profile.delete': async ({ profileId }) => {
      await profiles.remove(profileId)
      return null
    },
    'profile.removeSecret': ({ profileId }) => profiles.removeSecret(profileId),
    'practice.open': (_input, { windowId }) => profiles.openPractice(windowId),
  }
}
