/** What rests while the computer sleeps or has no network, and goes on at once afterwards. */
import type { Profile } from '../shared/schemas/profile.ts'
import type { CurrentProfile } from './open-profile.ts'
import { isLoopback } from './service/proxy-list.ts'

/** Says whether a profile's service is on this computer; also true without a profile: there is nothing to ask. */
export function needsNoNetwork(profile: Profile | null): boolean {
  return profile === null || (URL.canParse(profile.baseUrl) && isLoopback(new URL(profile.baseUrl)))
}

/** A part that asks by itself. */
export interface Restful {
  readonly pause: () => void
  /** Asks again at once. */
  readonly wake: () => void
}

/** Rest and its end. */
export interface Rest extends Restful {
  readonly setOnline: (online: boolean) => void
  /** Another profile is open, or the open one was saved. */
  readonly follow: () => void
  /** True while the open profile is neither asked nor sent anything for want of a network. */
  readonly isOffline: () => boolean
}

/** What rest needs. */
export interface RestDeps {
  readonly current: CurrentProfile
  /** The jobs of all profiles: which of them need the network is their own knowledge. */
  readonly jobs: Restful & { readonly setOnline: (online: boolean) => void }
  /** Parts that ask for the open profile only. */
  readonly followers: readonly Restful[]
  /** Hears that `isOffline` may be another. */
  readonly onChanged: () => void
}

/** Gives rest; everything is awake and online until told otherwise. */
export function createRest({ current, jobs, followers, onChanged }: RestDeps): Rest {
  let isAsleep = false
  let isOnline = true
  const isOffline = (): boolean => !isOnline && !needsNoNetwork(current()?.profile ?? null)

  const apply = (): void => {
    for (const part of followers) {
      if (isAsleep || isOffline()) part.pause()
      else part.wake()
    }
  }

  return {
    pause: () => {
      isAsleep = true
      jobs.pause()
      apply()
    },
    wake: () => {
      isAsleep = false
      jobs.wake()
      apply()
    },
    setOnline: (online) => {
      if (online === isOnline) return
      isOnline = online
      jobs.setOnline(online)
      apply()
      onChanged()
    },
    follow: () => {
      // A part that was paused for the profile before must ask for this one.
      if (!isOnline) apply()
    },
    isOffline,
  }
}
