/**
 * What is suspended while the computer sleeps or has no network, and resumed at once afterwards. Polling is suspended
 * also while the service refuses the profile's token: repeated with a dead token, it may lock the account. What an
 * operator asks for goes out all the same.
 */
import type { ProfileId } from '../../shared/ids.ts'
import type { Profile } from '../../shared/schemas/profile.ts'
import type { Creations } from '../creations/creations.ts'
import { needsNoNetwork } from '../service/proxy-list.ts'
import type { SuspendablePart } from '../workspaces/registry.ts'

/** The jobs of all profiles: which of them need the network is their own knowledge. */
type SuspendableJobs = Pick<Creations, 'pause' | 'wake' | 'setOnline' | 'tokenAccepted'>

export type Suspension = ReturnType<typeof createSuspension>

/** `onChanged`: `isOffline` or `isTokenRefused` may be different. */
export function createSuspension(parts: () => readonly SuspendablePart[], onChanged: () => void) {
  let jobs: SuspendableJobs | null = null
  let isAsleep = false
  let isOnline = true
  const refused = new Set<ProfileId>()
  /** True while that profile is neither asked nor sent anything for want of a network. */
  const isOffline = (profile: Pick<Profile, 'baseUrl'> | null): boolean => !isOnline && !needsNoNetwork(profile)
  const isSuspended = (part: SuspendablePart): boolean => isAsleep || isOffline(part.profile())

  const isTokenRefused = (id: ProfileId | null): boolean => id !== null && refused.has(id)

  const applyToPolling = (part: SuspendablePart): void => {
    if (isSuspended(part) || isTokenRefused(part.profile()?.id ?? null)) part.polling.pause()
    else part.polling.wake()
  }

  const apply = (): void => {
    for (const part of parts()) {
      if (isSuspended(part)) part.pause()
      else part.wake()
      applyToPolling(part)
    }
  }

  return {
    /** Suspends and resumes these as well, from now on. */
    addJobs: (added: SuspendableJobs): void => {
      jobs = added
    },
    pause: (): void => {
      isAsleep = true
      jobs?.pause()
      apply()
    },
    wake: (): void => {
      isAsleep = false
      jobs?.wake()
      apply()
    },
    setOnline: (online: boolean): void => {
      if (online === isOnline) return
      isOnline = online
      jobs?.setOnline(online)
      apply()
      onChanged()
    },
    /** A part that has just begun, or whose profile was saved: it must not ask while the others are suspended. */
    applyTo: (part: SuspendablePart): void => {
      const isPaused = isSuspended(part)
      if (isPaused) part.pause()
      // It was paused for the address of before, and may ask at this one.
      else if (!isOnline) part.wake()
      if (isPaused || !isOnline || isTokenRefused(part.profile()?.id ?? null)) applyToPolling(part)
    },
    isOffline,
    /** The service refused the token of a profile; or accepted it, or an operator wants to try again. */
    setTokenRefused: (id: ProfileId, isRefused: boolean): void => {
      const ofProfile = parts().filter((part) => part.profile()?.id === id)
      if (!isRefused) for (const part of ofProfile) part.answered()
      if (isRefused === refused.has(id)) return
      if (isRefused) refused.add(id)
      else refused.delete(id)
      ofProfile.forEach(applyToPolling)
      if (!isRefused) jobs?.tokenAccepted(id)
      onChanged()
    },
    isTokenRefused,
  }
}
