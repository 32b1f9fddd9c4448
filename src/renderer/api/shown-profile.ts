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
  /** No other was shown before. */
  readonly isFirst: boolean
}

const useStore = create<Shown>()(() => ({ profileId: undefined, epoch: 0, isFirst: true }))

export const shownProfile = (): ShownProfile => useStore.getState().profileId

/** True for the profile that is shown when no other was before: whatever is known belongs to it. */
export const isFirstProfile = (profileId: ShownProfile): boolean => {
  const shown = useStore.getState()
  return shown.isFirst && shown.profileId === profileId
}

export const useShownProfile = (): ShownProfile => useStore((state) => state.profileId)

/** Sets the profile that main sent; undefined before it did. */
export function setShownProfile(profileId: ShownProfile): void {
  useStore.setState((before) => {
    if (before.profileId === profileId) return before
    // The first profile that main sends is the one of everything so far.
    const isFirst = before.profileId === undefined
    return { profileId, epoch: isFirst ? before.epoch : before.epoch + 1, isFirst }
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
