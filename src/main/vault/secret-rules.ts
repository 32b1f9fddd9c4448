/** What may be saved together: a secret belongs to the host it was typed for, and the practice service to itself. */
import { isDeepStrictEqual } from 'node:util'
import { FailureError } from '../../shared/failure.ts'
import type { ProfileId } from '../../shared/ids.ts'
import type { Profile, ProfileFields, ProfileInput, SecretInput } from '../../shared/schemas/profile.ts'
import type { StoredSettings } from '../../shared/schemas/settings.ts'
import { Secret } from './secret.ts'
import { isSameScope, scopeOf } from './secret-entry.ts'
import type { SecretScope } from './secret-entry.ts'
import type { Vault } from './vault.ts'

function invalid(path: string, message: string): FailureError {
  return new FailureError({ kind: 'invalid-input', issues: [{ path, message }] })
}

/** True when what is sent would reach another service or be paid by another account than before. */
export function isOtherAccount(before: ProfileFields, after: ProfileFields): boolean {
  return before.baseUrl !== after.baseUrl || !isDeepStrictEqual(accountOf(before), accountOf(after))
}

// A token's lifetime says nothing of whose it is; which account an access token belongs to cannot be told.
function accountOf({ authentication }: ProfileFields): readonly string[] {
  return authentication.kind === 'api-keys' ? [authentication.kind, authentication.appId] : [authentication.kind]
}

/** The secret that was typed; null when the stored one is to be kept. Throws `invalid-input` for white space alone. */
export function typedSecret(input: SecretInput): Secret | null {
  if (input.kind === 'keep') return null
  const text = input.value.trim()
  if (text === '') throw invalid('secret', 'only white space')
  return new Secret(text)
}

/** True when a secret typed for the fields before may not be sent with those after. */
export function isOtherScope(before: ProfileFields, after: ProfileFields): boolean {
  return !isSameScope(scopeOf(before), scopeOf(after))
}

/**
 * Throws `invalid-input` (path `secret`) when a stored secret would be kept for another origin, and so be sent to
 * another host than the one it was typed for, or for another way of authentication.
 */
export async function assertSecretStays(
  before: Profile,
  { fields, secret }: ProfileInput,
  vault: Vault,
): Promise<void> {
  if (secret.kind === 'set' || !isOtherScope(before, fields)) return
  const place = await vault.whereabouts(before.id, scopeOf(fields))
  if (place === 'none' || place === 'keychain' || place === 'session') return
  throw invalid('secret', 'type it again: it was kept for another address or another way of authentication')
}

/** Throws `invalid-input` when a practice profile is given another address or a secret: both are the service's own. */
export function assertPracticeStays(before: Profile, { fields, secret }: ProfileInput): void {
  if (before.kind !== 'practice') return
  if (fields.baseUrl !== before.baseUrl) throw invalid('fields.baseUrl', 'the practice service has its own address')
  if (fields.authentication.kind !== before.authentication.kind || secret.kind === 'set') {
    throw invalid('secret', 'the practice service makes its own')
  }
}

/** Profiles whose keychain entry may still be the bare secret of an earlier version; in a file of such a version, all. */
export function unboundIn({ unboundSecrets, profiles }: StoredSettings): readonly ProfileId[] {
  return unboundSecrets ?? profiles.map(({ id }) => id)
}

/** What those secrets were saved for. */
export function unboundScopes(settings: StoredSettings): ReadonlyMap<ProfileId, SecretScope> {
  const ids = unboundIn(settings)
  return new Map(settings.profiles.filter(({ id }) => ids.includes(id)).map((one) => [one.id, scopeOf(one)]))
}
