/** Deleting a profile: first its secret, then the profile itself, then everything that belonged to it. */
import { FailureError } from '../../shared/failure.ts'
import type { ProfileId } from '../../shared/ids.ts'
import type { Profile, ProfileContents } from '../../shared/schemas/profile.ts'
import type { Log } from '../lib/log.ts'
import type { ProfileRules } from '../policy/profile-rules.ts'
import type { Settings } from '../store/settings.ts'
import type { Vault } from '../vault/vault.ts'

/** Everything of a profile beyond its settings and its secret. */
export interface Eraser {
  /** Failures: storage. */
  readonly contents: (id: ProfileId) => ProfileContents
  /** Pauses the queue, and resolves when the commands that are on their way have come to their end. Failures: storage. */
  readonly end: (id: ProfileId) => Promise<void>
  /** Erases a profile that is in the settings no more. Failures: storage. */
  readonly erase: (id: ProfileId) => Promise<void>
}

/** What removing needs; `onSecretGone` and `onRemoved` hear of each step when it is done. */
export interface RemoveProfileDeps {
  readonly settings: Settings
  readonly vault: Pick<Vault, 'delete'>
  readonly log: Log
  readonly rules: Pick<ProfileRules, 'assertMayDelete'>
  readonly eraser: Eraser
  readonly onSecretGone: (id: ProfileId) => void
  readonly onRemoved: (profile: Profile) => void
}

/** The two ways in which a profile's data come to an end. */
export interface RemoveProfile {
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

export function createRemoveProfile(deps: RemoveProfileDeps): RemoveProfile {
  const { settings, vault, log } = deps
  const erasing = (): readonly ProfileId[] => settings.read().erasing ?? []

  async function forgetSecret(profile: Profile): Promise<void> {
    try {
      await vault.delete(profile.id)
    } catch (error) {
      if (!isHarmless(error, profile)) throw error
    }
    deps.onSecretGone(profile.id)
  }

  async function erase(id: ProfileId): Promise<void> {
    await deps.eraser.erase(id)
    // Also takes the profile out of the copy of the settings from before the last change.
    await settings.write({ erasing: erasing().filter((one) => one !== id) })
  }

  return {
    remove: async (profile) => {
      deps.rules.assertMayDelete(profile)
      const { id } = profile
      await deps.eraser.end(id)
      await forgetSecret(profile)
      const { profiles, openProfileId } = settings.read()
      await settings.write({
        profiles: profiles.filter((one) => one.id !== id),
        openProfileId: openProfileId === id ? null : openProfileId,
        erasing: [...erasing(), id],
      })
      deps.onRemoved(profile)
      await erase(id)
    },
    resume: async () => {
      for (const id of erasing()) {
        try {
          await deps.eraser.end(id)
          await erase(id)
        } catch (error) {
          log.error(`a deleted profile could not be erased whole: ${id}`, error)
        }
      }
    },
  }
}
