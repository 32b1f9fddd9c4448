/** Profiles as the page shows them: with the places of their secrets, and without waiting for the keychain. */
import { isDeepStrictEqual } from 'node:util'
import type { ProfileId } from '../../shared/ids.ts'
import type { AppState } from '../../shared/schemas/app.ts'
import type { Profile, ProfileView } from '../../shared/schemas/profile.ts'
import { scopeOf } from '../vault/secret.ts'
import type { ProfileParts, ProfilesContext } from './profile-parts.ts'

export type ProfileOverview = Pick<AppState, 'profiles' | 'keychain'>
type SecretFacts = Pick<ProfileView, 'secret' | 'tokenExpiresAt'>

const isUnusable = ({ secret }: SecretFacts): boolean => secret === 'keychain-missing' || secret === 'keychain-locked'

/**
 * Does not read the keychain before the first call. Calls `onChanged` when the keychain differs from the shown state.
 */
export function createProfileViews(
  { log }: Pick<ProfilesContext, 'log'>,
  { vault, expiryOf }: Pick<ProfileParts, 'vault' | 'expiryOf'>,
  onChanged: () => void,
) {
  const secretFacts = new Map<ProfileId, SecretFacts>()
  let keychain: AppState['keychain'] = 'reading'
  // A read that began before a later `forget` is not stored.
  let forgotten = 0

  async function fetchView(profile: Profile): Promise<SecretFacts> {
    const scope = scopeOf(profile)
    const secret = await vault.whereabouts(profile.id, scope)
    const isToken = scope.kind === 'access-token' && (secret === 'keychain' || secret === 'session')
    const token = isToken ? await vault.get(profile.id, scope) : null
    return { secret, tokenExpiresAt: token === null ? null : expiryOf(token) }
  }

  /** Waits for the profile's keychain (at most a few seconds). */
  async function readOne(profile: Profile): Promise<ProfileView> {
    const before = secretFacts.get(profile.id)
    // An unusable keychain is read again each time: the vault itself caches that state for an appropriate time.
    if (before !== undefined && !isUnusable(before)) return { profile, ...before }
    const began = forgotten
    const secretView = await fetchView(profile)
    if (began === forgotten) secretFacts.set(profile.id, secretView)
    return { profile, ...secretView }
  }

  const overview = (profiles: readonly Profile[]): ProfileOverview => ({
    keychain,
    profiles: profiles.map((profile) => ({
      profile,
      secret: 'reading',
      tokenExpiresAt: null,
      ...secretFacts.get(profile.id),
    })),
  })

  async function refresh(profiles: readonly Profile[], currentOverview: ProfileOverview): Promise<void> {
    await Promise.all(profiles.map(readOne))
    keychain = await vault.state()
    if (!isDeepStrictEqual(overview(profiles), currentOverview)) onChanged()
  }

  /** Returns the known state; unknown secrets are `reading`. */
  function read(profiles: readonly Profile[]): ProfileOverview {
    const currentOverview = overview(profiles)
    refresh(profiles, currentOverview).catch((error: unknown) =>
      log.error('the views of profiles could not be read', error),
    )
    return currentOverview
  }

  /** Must be called when a secret was set, changed or removed; without an id, for all profiles. */
  function forget(id?: ProfileId): void {
    forgotten += 1
    if (id === undefined) secretFacts.clear()
    else secretFacts.delete(id)
  }

  return { read, readOne, forget }
}
