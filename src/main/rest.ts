/** What rests while the computer sleeps or has no network, and goes on at once afterwards. */
import type { Profile } from '../shared/schemas/profile.ts'
import type { Log } from './log.ts'
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

/** A part that works for one profile. */
export interface FollowingPart extends Restful {
  /** The profile was opened, closed or saved. */
  readonly follow: () => void
}

/** Several parts of one profile as one, in their order. A part that cannot follow is logged: the others do. */
export function asOnePart(parts: readonly FollowingPart[], log: Log): FollowingPart {
  return {
    follow: () => {
      for (const part of parts) {
        try {
          part.follow()
        } catch (error) {
          log.error('a part of an open profile did not start', error)
        }
      }
    },
    pause: () => {
      for (const part of parts) part.pause()
    },
    wake: () => {
      for (const part of parts) part.wake()
    },
  }
}

/** Rest and its end. */
export interface Rest extends Restful {
  readonly setOnline: (online: boolean) => void
  /** A part that has just begun, or whose profile was saved: it must not ask while the others rest. */
  readonly settle: (part: RestingPart) => void
  /** True while that profile is neither asked nor sent anything for want of a network. */
  readonly isOffline: (profile: Profile | null) => boolean
}

/** What asks for one profile only. */
export interface RestingPart extends Restful {
  readonly profile: () => Profile | null
}

/** What rest needs. */
export interface RestDeps {
  /** The jobs of all profiles: which of them need the network is their own knowledge. */
  readonly jobs: Restful & { readonly setOnline: (online: boolean) => void }
  /** What asks for the open profiles. */
  readonly parts: () => readonly RestingPart[]
  /** Hears that `isOffline` may be another. */
  readonly onChanged: () => void
}

/** Gives rest; everything is awake and online until told otherwise. */
export function createRest({ jobs, parts, onChanged }: RestDeps): Rest {
  let isAsleep = false
  let isOnline = true
  const isOffline = (profile: Profile | null): boolean => !isOnline && !needsNoNetwork(profile)
  const rests = (part: RestingPart): boolean => isAsleep || isOffline(part.profile())

  const apply = (): void => {
    for (const part of parts()) {
      if (rests(part)) part.pause()
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
    settle: (part) => {
      if (rests(part)) part.pause()
      // It was paused for the address of before, and may ask at this one.
      else if (!isOnline) part.wake()
    },
    isOffline,
  }
}
