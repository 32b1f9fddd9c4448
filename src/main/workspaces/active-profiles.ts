/**
 * Decides which profiles are active and when an active profile ends. A function in app/compose.ts starts the work for
 * each.
 */
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
  /**
   * Ends and makes active profiles by the current conditions. Call this after a profile, a window or a service was
   * added, changed or removed.
   */
  readonly update: () => void
  /**
   * Sets whether the computer sleeps. After waking, all active profiles are made again, even if the sleep was not
   * reported.
   */
  readonly setAsleep: (isAsleep: boolean) => void
  /** Notifies that a person is present: the computer is awake, even if the system did not report it. */
  readonly personSeen: () => void
  readonly setOnline: (isOnline: boolean) => void
  /**
   * Sets whether the service refuses a profile's token: true after a refusal, false after it accepted the token or when
   * an operator tries again.
   */
  readonly setTokenRefused: (id: ProfileId, isRefused: boolean) => void
  /** True while a service is unreachable because there is no network. */
  readonly isOffline: (service: Pick<Profile, 'baseUrl'> | null) => boolean
  readonly isTokenRefused: (id: ProfileId | null) => boolean
  /** Ends all active profiles permanently. */
  readonly dispose: () => void
}

interface Conditions {
  readonly profiles: () => readonly Profile[]
  readonly isShown: (id: ProfileId) => boolean
  readonly hasUnfinishedJobs: (id: ProfileId) => boolean
}

interface ActiveParts {
  /** Returns the profile and its client: the same object until either changes. */
  readonly open: (profile: Profile) => OpenProfile
  /** False for a practice profile whose service is not running. */
  readonly isServed: (profile: Profile) => boolean
  /** Starts all automatic work for a profile, which ends with the signal. */
  readonly begin: (active: ActiveProfile) => void
}

interface Entry {
  readonly open: OpenProfile
  readonly isShown: boolean
  readonly active: ActiveProfile
  readonly ending: AbortController
}

/** `onChanged` is called when the result of `isOffline` or `isTokenRefused` might have changed. */
export function createActiveProfiles(conditions: Conditions, log: Log, onChanged: () => void): ActiveProfilesOwner {
  const entries = new Map<ProfileId, Entry>()
  const refused = new Set<ProfileId>()
  let parts: ActiveParts | null = null
  let isAsleep = false
  let isOnline = true

  const isOffline = (service: Pick<Profile, 'baseUrl'> | null): boolean => !isOnline && !needsNoNetwork(service)
  const isTokenRefused = (id: ProfileId | null): boolean => id !== null && refused.has(id)

  // An unreadable database must not stop other profiles, and its profile must be treated as having unfinished jobs.
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

  const end = (id: ProfileId, reason: Ending): void => {
    const entry = entries.get(id)
    entries.delete(id)
    entry?.ending.abort(reason)
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
        const newEntry = make(open(profile))
        entries.set(profile.id, newEntry)
        logged(log, `the work of an active profile did not start: ${profile.id}`, () => begin(newEntry.active))
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
      // Nothing may be sent with the previous client after the profile was saved, although `update` can run seconds
      // later.
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
