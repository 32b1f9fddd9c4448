/** A profile and its secret are two writes in two places; this is what happens when only the first of them succeeds. */
import type { Profile } from '../../shared/schemas/profile.ts'
import type { Secret } from '../vault/secret.ts'
import { scopeOf } from '../vault/secret-entry.ts'
import type { KeepIn, Vault } from '../vault/vault.ts'

interface StoredSecret {
  readonly secret: Secret
  readonly place: KeepIn
}

/** The profile as it was (null for a new one) and as it is to be, with the secret that was typed for it. */
export interface SecretReplacement {
  readonly before: Profile | null
  readonly profile: Profile
  readonly typed: StoredSecret
}

async function storedFor(profile: Profile, vault: Vault): Promise<StoredSecret | null> {
  const scope = scopeOf(profile)
  const place = await vault.whereabouts(profile.id, scope)
  if (place !== 'keychain' && place !== 'session') return null
  const secret = await vault.get(profile.id, scope)
  return secret === null ? null : { secret, place }
}

/**
 * Keeps the secret, then has the profile stored; when that fails, the secret of before is put back. A kill between the
 * two leaves a secret that the old address does not get: it has to be typed again.
 */
export async function replaceSecret(
  vault: Vault,
  { before, profile, typed }: SecretReplacement,
  storeProfile: () => Promise<void>,
): Promise<void> {
  const { id } = profile
  const stored = before === null ? null : await storedFor(before, vault)
  if (stored?.place === 'keychain' && typed.place === 'session') await vault.delete(id)
  await vault.set(id, { scope: scopeOf(profile), secret: typed.secret }, typed.place)
  try {
    await storeProfile()
  } catch (error) {
    await vault.delete(id)
    if (before !== null && stored !== null) {
      await vault.set(id, { scope: scopeOf(before), secret: stored.secret }, stored.place)
    }
    throw error
  }
}
