/** Which profiles are active, and when an active profile ends. What begins with each is one function in app/compose.ts. */
import type { ProfileId } from '../../shared/ids.ts'
import type { Profile } from '../../shared/schemas/profile.ts'
import type { ActiveProfile, ActiveProfiles, Ending } from '../context/active-profile.ts'
import type { OpenProfile } from '../context/open-profile.ts'
import { logged } from '../lib/log.ts'
import type { Log } from '../lib/log.ts'
import { needsNoNetwork } from '../service/proxy-list.ts'

export interface ActiveProfilesOwner extends ActiveProfiles {
  /** Makes active profiles from now on. */
  readonly start: (parts: ActiveParts) => void
  /** Ends and makes active profiles by what is true now: after a profile, a window or a service has come, changed or gone. */
  readonly update: () => void
  /** The computer sleeps; or has woken, and then all begin anew, also where its sleep was not reported. */
  readonly setAsleep: (isAsleep: boolean) => void
  /** A person is there: the computer is awake, even where the system does not say so. */
  readonly personSeen: () => void
  readonly setOnline: (isOnline: boolean) => void
  /** The service refused the token of a profile; or accepted it, or an operator wants to try again. */
  readonly setTokenRefused: (id: ProfileId, isRefused: boolean) => void
  /** True while a service cannot be reached for want of a network. */
  readonly isOffline: (service: Pick<Profile, 'baseUrl'> | null) => boolean
  readonly isTokenRefused: (id: ProfileId | null) => boolean
  /** Ends all of them for good. */
  readonly dispose: () => void
}

interface Conditions {
  readonly profiles: () => readonly Profile[]
  readonly isShown: (id: ProfileId) => boolean
  readonly hasUnfinishedJobs: (id: ProfileId) => boolean
}

interface ActiveParts {
  /** Profile and client: the same object until either changes. */
  readonly open: (profile: Profile) => OpenProfile
  /** False for a practice profile whose service does not run. */
  readonly isServed: (profile: Profile) => boolean
  /** Begins all work for a profile that nobody has to ask for; it ends with the signal. */
  readonly begin: (active: ActiveProfile) => void
}

interface Entry {
  readonly open: OpenProfile
  readonly isShown: boolean
  readonly active: ActiveProfile
  readonly ending: AbortController
}

/** `onChanged`: `isOffline` or `isTokenRefused` may be different. */
export function createActiveProfiles(conditions: Conditions, log: Log, onChanged: () => void): ActiveProfilesOwner {
  const entries = new Map<ProfileId, Entry>()
  const refused = new Set<ProfileId>()
  let parts: ActiveParts | null = null
  let isAsleep = false
  let isOnline = true

  const isOffline = (service: Pick<Profile, 'baseUrl'> | null): boolean => !isOnline && !needsNoNetwork(service)
  const isTokenRefused = (id: ProfileId | null): boolean => id !== null && refused.has(id)

  // A database that cannot be read must neither keep other profiles from work nor lose sight of what may be unfinished.
  const hasUnfinishedJobs = (id: ProfileId): boolean => {
    try {
      return conditions.hasUnfinishedJobs(id)
    } catch (error) {
      log.error(`unfinished jobs of profile ${id}`, error)
      return true
    }
  }

  const mayWork = (profile: Profile, { isServed }: ActiveParts): boolean => {
    if (isAsleep || isOffline(profile) || !isServed(profile)) return false
    return conditions.isShown(profile.id) || hasUnfinishedJobs(profile.id)
  }

  const end = (id: ProfileId, why: Ending): void => {
    const entry = entries.get(id)
    entries.delete(id)
    entry?.ending.abort(why)
  }

  const isStill = ({ open, isShown, active }: Entry, now: OpenProfile): boolean =>
    open === now && isShown === conditions.isShown(now.profile.id) && active.may.poll !== refused.has(now.profile.id)

  const make = (open: OpenProfile): Entry => {
    const { profile } = open
    const ending = new AbortController()
    const may = { poll: !refused.has(profile.id), write: profile.protection !== 'read-only' }
    const active: ActiveProfile = { profile, client: open.client, signal: ending.signal, may }
    return { open, isShown: conditions.isShown(profile.id), active, ending }
  }

  const update = (): void => {
    if (parts === null) return
    const { open, begin } = parts
    const profiles = conditions.profiles()
    const ids = new Set(profiles.map(({ id }) => id))
    for (const id of entries.keys()) if (!ids.has(id)) end(id, 'changed')
    for (const profile of profiles) {
      const before = entries.get(profile.id)
      if (!mayWork(profile, parts)) {
        end(profile.id, isAsleep ? 'asleep' : isOffline(profile) ? 'offline' : 'changed')
      } else if (before === undefined || !isStill(before, open(profile))) {
        end(profile.id, 'changed')
        const made = make(open(profile))
        entries.set(profile.id, made)
        logged(log, `what an active profile begins: ${profile.id}`, () => begin(made.active))
      }
    }
  }

  const setAsleep = (next: boolean): void => {
    if (!next) for (const id of [...entries.keys()]) end(id, 'asleep')
    isAsleep = next
    update()
  }

  return {
    of: (id) => {
      const active = entries.get(id)?.active
      // Nothing goes out with the former client once the profile is saved: `update` may come seconds later.
      return active !== undefined && conditions.profiles().includes(active.profile) ? active : null
    },
    start: (next) => {
      parts = next
      update()
    },
    update,
    setAsleep,
    personSeen: () => {
      if (isAsleep) setAsleep(false)
    },
    setOnline: (next) => {
      if (next === isOnline) return
      isOnline = next
      update()
      onChanged()
    },
    setTokenRefused: (id, isRefused) => {
      if (isRefused === refused.has(id)) return
      if (isRefused) refused.add(id)
      else refused.delete(id)
      update()
      onChanged()
    },
    isOffline,
    isTokenRefused,
    dispose: () => {
      parts = null
      for (const id of [...entries.keys()]) end(id, 'changed')
    },
  }
}
