/**
 * A profile and its secret are two writes in two places: what happens when only the first of them succeeds, and how both,
 * and everything that belonged to the profile, are removed. A profile's protection is lowered by a person alone: a script
 * that could lower it would need no ticket afterwards.
 */
import { FailureError, refusal } from '../../shared/failure.ts'
import type { ProfileId } from '../../shared/ids.ts'
import { isWeaker } from '../../shared/model/protection.ts'
import type { Protection } from '../../shared/model/protection.ts'
import type { Profile, ProfileFields } from '../../shared/schemas/profile.ts'
import type { PersonCheck } from '../ipc/user-gesture.ts'
import type { Settings } from '../store/settings.ts'
import { isOtherAccount, isOtherScope, scopeOf, unboundIn } from '../vault/secret.ts'
import type { Secret } from '../vault/secret.ts'
import type { KeepIn, Vault } from '../vault/vault.ts'
import type { ProfileParts, ProfilesContext } from './profile-parts.ts'

interface ProfileChange {
  /** null for a new profile. */
  readonly before: Profile | null
  readonly after: ProfileFields
}

function isLowered(before: ProfileFields | null, after: ProfileFields): before is ProfileFields {
  return before !== null && isWeaker(after.protection, before.protection)
}

/** Asks natively where the protection would be lowered; answers the one that may go. Refuses: `not-confirmed`. */
export async function agreeToLower(
  { before, after }: ProfileChange,
  person: Pick<PersonCheck, 'ask'>,
  windowId: number,
): Promise<Protection | null> {
  if (!isLowered(before, after)) return null
  const { name: profileName, protection: from } = before
  await person.ask(windowId, { kind: 'lower-protection', profileName, from, to: after.protection })
  return from
}

/** Refuses with `not-confirmed` when the protection would be lowered from another than what was agreed to. */
export function assertAgreed({ before, after }: ProfileChange, agreed: Protection | null): void {
  if (isLowered(before, after) && before.protection !== agreed) throw refusal('not-confirmed')
}

interface StoredSecret {
  readonly secret: Secret
  readonly place: KeepIn
}

/** `before`: null for a profile that is new, or whose secret is bound anew. `typed`: null where the secret stays. */
export interface ProfileUpdate {
  readonly before: Profile | null
  readonly profile: Profile
  readonly typed: StoredSecret | null
}

interface StorePlaces {
  readonly settings: Settings
  readonly vault: Vault
  /** Runs when nothing but the writing of another account is left to do; when it throws, the profile is not written. */
  readonly beforeMove: (id: ProfileId) => void
}

async function writeProfile({ settings, beforeMove }: StorePlaces, { before, profile }: ProfileUpdate): Promise<void> {
  await settings.write((stored) => {
    // Not sooner: while a keychain is waited for, and when it refuses, the profile is what it was.
    if (before !== null && isOtherAccount(before, profile)) beforeMove(before.id)
    const { profiles: others } = stored
    const isNew = others.every(({ id }) => id !== profile.id)
    const profiles = isNew ? [...others, profile] : others.map((one) => (one.id === profile.id ? profile : one))
    const hasMoved = before !== null && isOtherScope(before, profile)
    const unbound = hasMoved ? { unboundSecrets: unboundIn(stored).filter((id) => id !== profile.id) } : {}
    return { profiles, openProfileId: profile.id, ...unbound }
  })
}

async function storedFor(profile: Profile, vault: Vault): Promise<StoredSecret | null> {
  const scope = scopeOf(profile)
  const place = await vault.whereabouts(profile.id, scope)
  if (place !== 'keychain' && place !== 'session') return null
  const secret = await vault.get(profile.id, scope)
  return secret === null ? null : { secret, place }
}

/**
 * Writes the profile as the open one. A typed secret is kept first; when the profile is not written then, the secret of
 * before is put back. A kill between the two leaves a secret that the old address does not get: it has to be typed again.
 */
export async function storeProfile(places: StorePlaces, update: ProfileUpdate): Promise<void> {
  const { vault } = places
  const { before, profile, typed } = update
  if (typed === null) {
    await writeProfile(places, update)
    return
  }
  const { id } = profile
  const stored = before === null ? null : await storedFor(before, vault)
  if (stored?.place === 'keychain' && typed.place === 'session') await vault.delete(id)
  await vault.set(id, { scope: scopeOf(profile), secret: typed.secret }, typed.place)
  try {
    await writeProfile(places, update)
  } catch (error) {
    await vault.delete(id)
    if (before !== null && stored !== null) {
      await vault.set(id, { scope: scopeOf(before), secret: stored.secret }, stored.place)
    }
    throw error
  }
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
) {
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
    /** Failures: forbidden-by-policy, keychain-locked (the secret could not be taken out; nothing is changed), storage. */
    remove: async (profile: Profile): Promise<void> => {
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
    /** Goes on erasing what an earlier run began to; never fails. */
    resume: async (): Promise<void> => {
      for (const id of erasing()) {
        await eraser
          .end(id)
          .then(() => erase(id))
          .catch((error: unknown) => log.error(`a deleted profile could not be erased whole: ${id}`, error))
      }
    },
  }
}
