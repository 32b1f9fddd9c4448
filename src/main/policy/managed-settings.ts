/**
 * The settings under a policy: profiles that the organisation gives are there beside the operator's own, with its fields,
 * and no profile has less protection than the least. What is stored on disk is never trusted for any of that.
 */
import { isDeepStrictEqual } from 'node:util'
import { isWeaker } from '../../shared/model/protection.ts'
import { profile } from '../../shared/schemas/profile.ts'
import type { Profile } from '../../shared/schemas/profile.ts'
import type { PolicyView } from '../../shared/schemas/policy.ts'
import type { StoredSettings } from '../../shared/schemas/settings.ts'
import type { Log } from '../lib/log.ts'
import type { Settings } from '../store/settings.ts'
import type { Vault } from '../vault/vault.ts'
import type { ActivePolicy } from './read-policy.ts'

// The ids of operators' own profiles are random and begin with no word.
const PREFIX = 'managed-'

/** True for a profile that a policy gives, or gave. */
export function isManaged({ id }: Pick<Profile, 'id'>): boolean {
  return id.startsWith(PREFIX)
}

function managedId({ id }: { readonly id: string }): string {
  return `${PREFIX}${id}`
}

export interface ManagedSettings extends Settings {
  /** Takes their secrets out of the keychain and forgets them; what fails is tried again at the next start. Never fails. */
  readonly forgetDropped: (vault: Pick<Vault, 'delete'>, log: Log) => Promise<void>
}

/** A profile stays the same object while nothing of it changes. */
export function underPolicy(settings: Settings, policy: ActivePolicy): ManagedSettings {
  const given = policy.profiles.map((own) =>
    profile.parse({ ...own, id: managedId(own), kind: 'service', createdAt: 0 }),
  )
  const least = policy.leastProtection

  const withLeast = (stored: Profile): Profile =>
    stored.kind === 'service' && isWeaker(stored.protection, least) ? { ...stored, protection: least } : stored
  const governed = new WeakMap<Profile, Profile>()
  const govern = (stored: Profile): Profile =>
    governed.getOrInsertComputed(stored, () => {
      const own = given.find(({ id }) => id === stored.id)
      const wanted = withLeast(
        own === undefined ? stored : { ...own, colour: stored.colour, createdAt: stored.createdAt },
      )
      return isDeepStrictEqual(wanted, stored) ? stored : wanted
    })

  const isDropped = (one: Profile): boolean => isManaged(one) && given.every(({ id }) => id !== one.id)
  const profilesIn = ({ profiles }: StoredSettings): Profile[] => [
    ...given.map((own) => govern(profiles.find(({ id }) => id === own.id) ?? own)),
    ...profiles.filter((one) => !isManaged(one)).map(govern),
  ]
  let last: { readonly stored: StoredSettings; readonly seen: StoredSettings } | null = null
  const seenOf = (stored: StoredSettings): StoredSettings => {
    if (last?.stored === stored) return last.seen
    const seen = { ...stored, profiles: profilesIn(stored) }
    last = { stored, seen }
    return seen
  }

  return {
    quarantinedAs: settings.quarantinedAs,
    read: () => seenOf(settings.read()),
    settled: settings.settled,
    write: (changed) =>
      settings.write((stored) => {
        const next = typeof changed === 'function' ? changed(seenOf(stored)) : changed
        if (next.profiles === undefined) return next
        return { ...next, profiles: [...next.profiles, ...stored.profiles.filter(isDropped)] }
      }),
    forgetDropped: async (vault, log) => {
      for (const one of settings.read().profiles.filter(isDropped)) {
        try {
          await vault.delete(one.id)
          await settings.write(({ profiles }) => ({ profiles: profiles.filter(({ id }) => id !== one.id) }))
        } catch (error) {
          log.warn('the secret of a profile that the policy no longer names is still in the keychain', error)
        }
      }
    },
  }
}

/** What windows show of a policy; null where there is none. */
export function policyView(policy: ActivePolicy): PolicyView | null {
  const { file, profiles, allowedHosts, leastProtection, sessionOnlySecrets, logLevel, updates } = policy
  if (file === null) return null
  return {
    file,
    allowedHosts,
    leastProtection,
    sessionOnlySecrets,
    logLevel,
    profileIds: profiles.map(managedId),
    ...(updates === undefined ? {} : { updatesFeed: updates.feed }),
  }
}
