/** A profile and its secret are two writes in two places; this is what happens when only the first of them succeeds. */
import type { Profile } from '../../shared/schemas/profile.ts'
import type { Settings } from '../store/settings.ts'
import type { Secret } from '../vault/secret.ts'
import { isOtherScope, scopeOf, unboundIn } from '../vault/secret.ts'
import type { KeepIn, Vault } from '../vault/vault.ts'

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

async function writeProfile(settings: Settings, { before, profile }: ProfileUpdate): Promise<void> {
  const { profiles: others } = settings.read()
  const isNew = others.every(({ id }) => id !== profile.id)
  const profiles = isNew ? [...others, profile] : others.map((one) => (one.id === profile.id ? profile : one))
  const hasMoved = before !== null && isOtherScope(before, profile)
  const unbound = hasMoved ? { unboundSecrets: unboundIn(settings.read()).filter((id) => id !== profile.id) } : {}
  await settings.write({ profiles, openProfileId: profile.id, ...unbound })
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
export async function storeProfile(settings: Settings, vault: Vault, update: ProfileUpdate): Promise<void> {
  const { before, profile, typed } = update
  if (typed === null) {
    await writeProfile(settings, update)
    return
  }
  const { id } = profile
  const stored = before === null ? null : await storedFor(before, vault)
  if (stored?.place === 'keychain' && typed.place === 'session') await vault.delete(id)
  await vault.set(id, { scope: scopeOf(profile), secret: typed.secret }, typed.place)
  try {
    await writeProfile(settings, update)
  } catch (error) {
    await vault.delete(id)
    if (before !== null && stored !== null) {
      await vault.set(id, { scope: scopeOf(before), secret: stored.secret }, stored.place)
    }
    throw error
  }
}
