/** Deleting a profile: first its secret, then the profile itself, then everything that belonged to it. */
import { FailureError } from '../../shared/failure.ts'
import type { ProfileId } from '../../shared/ids.ts'
import type { Profile } from '../../shared/schemas/profile.ts'
import type { ProfileParts, ProfilesContext } from './profile-parts.ts'

interface RemoveProfile {
  /** Failures: forbidden-by-policy, keychain-locked (the secret could not be taken out; nothing is changed), storage. */
  readonly remove: (profile: Profile) => Promise<void>
  /** Goes on erasing what an earlier run began to; never fails. */
  readonly resume: () => Promise<void>
}

function isHarmless(error: unknown, { kind }: Profile): boolean {
  // With no keychain there is no entry to take out; a practice profile never had one.
  const kinds = kind === 'practice' ? ['keychain-missing', 'keychain-locked'] : ['keychain-missing']
  return error instanceof FailureError && kinds.includes(error.failure.kind)
}

/** `onSecretGone` and `onRemoved` are called when each step is done. */
export function createRemoveProfile(
  { settings, log }: ProfilesContext,
  { vault, rules, eraser }: ProfileParts,
  hooks: { readonly onSecretGone: (id: ProfileId) => void; readonly onRemoved: (profile: Profile) => void },
): RemoveProfile {
  const erasing = (): readonly ProfileId[] => settings.read().erasing ?? []

  async function forgetSecret(profile: Profile): Promise<void> {
    try {
      await vault.delete(profile.id)
    } catch (error) {
      if (!isHarmless(error, profile)) throw error
    }
    hooks.onSecretGone(profile.id)
  }

  async function erase(id: ProfileId): Promise<void> {
    await eraser.erase(id)
    // Also takes the profile out of the copy of the settings from before the last change.
    await settings.write({ erasing: erasing().filter((one) => one !== id) })
  }

  return {
    remove: async (profile) => {
      rules.assertMayDelete(profile)
      const { id } = profile
      await eraser.end(id)
      await forgetSecret(profile)
      const { profiles, openProfileId } = settings.read()
      await settings.write({
        profiles: profiles.filter((one) => one.id !== id),
        openProfileId: openProfileId === id ? null : openProfileId,
        erasing: [...erasing(), id],
      })
      hooks.onRemoved(profile)
      await erase(id)
    },
    resume: async () => {
      for (const id of erasing()) {
        try {
          await eraser.end(id)
          await erase(id)
        } catch (error) {
          log.error(`a deleted profile could not be erased whole: ${id}`, error)
        }
      }
    },
  }
}
