/**
 * The profile that this page shows, as main sent it last. A call is made for it, unless it names the one it began with.
 */
import { create } from 'zustand'
import type { ProfileId } from '../../shared/ids.ts'

/** null: none is open. undefined: main has not sent it yet. */
export type ShownProfile = ProfileId | null | undefined

interface Shown {
  readonly profileId: ShownProfile
  /** Grows with each switch: a profile that is shown again is not the one that was shown before. */
  readonly epoch: number
}

const useStore = create<Shown>()(() => ({ profileId: undefined, epoch: 0 }))

export const shownProfile = (): ShownProfile => useStore.getState().profileId

/** True while no other was shown: whatever is known belongs to it. */
export const isFirstProfile = (): boolean => useStore.getState().epoch === 0

export const useShownProfile = (): ShownProfile => useStore((state) => state.profileId)

/** Sets the profile that main sent; undefined before it did. */
export function setShownProfile(profileId: ShownProfile): void {
  useStore.setState((before) => {
    if (before.profileId === profileId) return before
    // The first profile that main sends is the one of everything so far.
    return { profileId, epoch: before.profileId === undefined ? before.epoch : before.epoch + 1 }
  })
}

/** The profile that something was begun under. What takes longer than a moment keeps to it until its end. */
export interface ProfileScope {
  readonly profileId: ShownProfile
  /** False once another profile was shown, also when this one is back: the page’s state of then is gone. */
  readonly isShown: () => boolean
}

export function profileScope(): ProfileScope {
  const { profileId, epoch } = useStore.getState()
  return { profileId, isShown: () => useStore.getState().epoch === epoch }
}
