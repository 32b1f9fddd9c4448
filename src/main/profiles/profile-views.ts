/** Profiles as the page sees them: with the whereabouts of their secrets, without ever waiting long for a keychain. */
import type { ProfileId } from '../../shared/ids.ts'
import type { AppState } from '../../shared/schemas/app.ts'
import type { Profile, ProfileView } from '../../shared/schemas/profile.ts'
import type { Clock } from '../lib/clock.ts'
import type { Log } from '../lib/log.ts'
import type { Secret } from '../vault/secret.ts'
import { scopeOf } from '../vault/secret-entry.ts'
import type { Vault } from '../vault/vault.ts'

/** What the views need. `onSettled` runs when a keychain that was slow has answered after all. */
export interface ProfileViewsDeps {
  readonly vault: Vault
  readonly clock: Clock
  readonly log: Log
  /** Epoch milliseconds of the end of an access token; null when it does not say. */
  readonly expiryOf: (secret: Secret) => number | null
  readonly onSettled: () => void
}

/** The views of some profiles, and the state of the keychain. */
export interface ProfileOverview {
  readonly profiles: ProfileView[]
  readonly keychain: AppState['keychain']
}

/** The views. */
export interface ProfileViews {
  /** Answers within half a second: a keychain that takes longer counts as locked until it answers. */
  readonly read: (profiles: readonly Profile[]) => Promise<ProfileOverview>
  /** One profile, however long its keychain takes (at most a few seconds). */
  readonly readOne: (profile: Profile) => Promise<ProfileView>
  /** To be called when a secret was set, changed or removed; without an id, for all of them. */
  readonly forget: (id?: ProfileId) => void
}

type Known = Pick<ProfileView, 'secret' | 'tokenExpiresAt'>

const timeoutMs = 500

/** Builds the views; nothing is asked before the first read. */
export function createProfileViews({ vault, clock, log, expiryOf, onSettled }: ProfileViewsDeps): ProfileViews {
  const known = new Map<ProfileId, Known>()

  async function fetchView(profile: Profile): Promise<Known> {
    const scope = scopeOf(profile)
    const secret = await vault.whereabouts(profile.id, scope)
    const isToken = scope.kind === 'access-token' && (secret === 'keychain' || secret === 'session')
    const token = isToken ? await vault.get(profile.id, scope) : null
    return { secret, tokenExpiresAt: token === null ? null : expiryOf(token) }
  }

  async function readOne(profile: Profile): Promise<ProfileView> {
    const before = known.get(profile.id)
    if (before !== undefined) return { profile, ...before }
    const found = await fetchView(profile)
    // A keychain that cannot be used is looked at anew each time: the vault itself remembers it, for as long as is right.
    if (found.secret !== 'keychain-missing' && found.secret !== 'keychain-locked') known.set(profile.id, found)
    return { profile, ...found }
  }

  async function readAll(profiles: readonly Profile[]): Promise<ProfileOverview> {
    const [keychain, views] = await Promise.all([vault.state(), Promise.all(profiles.map(readOne))])
    return { keychain, profiles: views }
  }

  function provisional(profiles: readonly Profile[]): ProfileOverview {
    const unknown: Known = { secret: 'keychain-locked', tokenExpiresAt: null }
    return {
      keychain: 'locked',
      profiles: profiles.map((profile) => ({ profile, ...(known.get(profile.id) ?? unknown) })),
    }
  }

  function read(profiles: readonly Profile[]): Promise<ProfileOverview> {
    return new Promise((resolve, reject) => {
      let isAnswered = false
      const cancel = clock.after(timeoutMs, () => {
        isAnswered = true
        resolve(provisional(profiles))
      })
      readAll(profiles).then(
        (overview) => {
          cancel()
          resolve(overview)
          if (isAnswered) onSettled()
        },
        (error: unknown) => {
          cancel()
          if (isAnswered) log.error('the views of profiles could not be completed', error)
          reject(error instanceof Error ? error : new Error(String(error)))
        },
      )
    })
  }

  function forget(id?: ProfileId): void {
    if (id === undefined) known.clear()
    else known.delete(id)
  }

  return { read, readOne, forget }
}
