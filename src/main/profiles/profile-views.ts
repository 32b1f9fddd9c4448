/** Profiles as the page shows them: with the whereabouts of their secrets, without a long wait for a keychain. */
import type { ProfileId } from '../../shared/ids.ts'
import type { AppState } from '../../shared/schemas/app.ts'
import type { Profile, ProfileView } from '../../shared/schemas/profile.ts'
import { scopeOf } from '../vault/secret.ts'
import type { ProfileParts, ProfilesContext } from './profile-parts.ts'

type ProfileOverview = Pick<AppState, 'profiles' | 'keychain'>
type Known = Pick<ProfileView, 'secret' | 'tokenExpiresAt'>

const timeoutMs = 500

/** The keychain is not read before the first call. `onSettled` is called when a slow keychain has answered after all. */
export function createProfileViews(
  { clock, log }: Pick<ProfilesContext, 'clock' | 'log'>,
  { vault, expiryOf }: Pick<ProfileParts, 'vault' | 'expiryOf'>,
  onSettled: () => void,
) {
  const known = new Map<ProfileId, Known>()

  async function fetchView(profile: Profile): Promise<Known> {
    const scope = scopeOf(profile)
    const secret = await vault.whereabouts(profile.id, scope)
    const isToken = scope.kind === 'access-token' && (secret === 'keychain' || secret === 'session')
    const token = isToken ? await vault.get(profile.id, scope) : null
    return { secret, tokenExpiresAt: token === null ? null : expiryOf(token) }
  }

  /** However long its keychain takes (at most a few seconds). */
  async function readOne(profile: Profile): Promise<ProfileView> {
    const before = known.get(profile.id)
    if (before !== undefined) return { profile, ...before }
    const found = await fetchView(profile)
    // A keychain that cannot be used is read again each time: the vault itself caches that, for as long as is right.
    if (found.secret !== 'keychain-missing' && found.secret !== 'keychain-locked') known.set(profile.id, found)
    return { profile, ...found }
  }

  async function readAll(profiles: readonly Profile[]): Promise<ProfileOverview> {
    const [keychain, views] = await Promise.all([vault.state(), Promise.all(profiles.map(readOne))])
    return { keychain, profiles: views }
  }

  /** Answers within half a second: a keychain that takes longer counts as locked until it answers. */
  async function read(profiles: readonly Profile[]): Promise<ProfileOverview> {
    const reading = readAll(profiles)
    const timeout = Promise.withResolvers<null>()
    const cancel = clock.after(timeoutMs, () => timeout.resolve(null))
    const overview = await Promise.race([reading, timeout.promise]).finally(cancel)
    if (overview !== null) return overview
    reading.then(onSettled, (error: unknown) => log.error('the views of profiles could not be completed', error))
    const unknown: Known = { secret: 'keychain-locked', tokenExpiresAt: null }
    return {
      keychain: 'locked',
      profiles: profiles.map((profile) => ({ profile, ...(known.get(profile.id) ?? unknown) })),
    }
  }

  /** To be called when a secret was set, changed or removed; without an id, for all of them. */
  function forget(id?: ProfileId): void {
    if (id === undefined) known.clear()
    else known.delete(id)
  }

  return { read, readOne, forget }
}
