/**
 * The profile that this page shows, as main last sent it. A call is made for this profile unless it names the profile
 * that its task began with.
 */
import { create } from 'zustand'
import type { ProfileId } from '../../shared/ids.ts'

/** null: no profile is open. undefined: main has not sent the profile yet. */
export type ShownProfile = ProfileId | null | undefined

interface Shown {
  readonly profileId: ShownProfile
  /** Grows with each switch, so that a profile that is shown again is distinguished from its earlier display. */
  readonly epoch: number
  /** True when no other profile was shown before. */
  readonly isFirst: boolean
}

const useStore = create<Shown>()(() => ({ profileId: undefined, epoch: 0, isFirst: true }))

export const shownProfile = (): ShownProfile => useStore.getState().profileId

/** True for the shown profile when no other was shown before it: everything in the cache belongs to it. */
export const isFirstProfile = (profileId: ShownProfile): boolean => {
  const shown = useStore.getState()
  return shown.isFirst && shown.profileId === profileId
}

export const useShownProfile = (): ShownProfile => useStore((state) => state.profileId)

/** Sets the profile that main sent; undefined means that main has not sent one yet. */
export function setShownProfile(profileId: ShownProfile): void {
  useStore.setState((before) => {
    if (before.profileId === profileId) return before
    // Everything read so far belongs to the first profile that main sends.
    const isFirst = before.profileId === undefined
    return { profileId, epoch: isFirst ? before.epoch : before.epoch + 1, isFirst }
  })
}

/** The profile under which a task began. A long task keeps this profile until its end. */
export interface ProfileScope {
  readonly profileId: ShownProfile
  /**
   * False once a different profile was shown, even when this profile is shown again: the earlier page state is gone.
   */
  readonly isShown: () => boolean
}

export function profileScope(): ProfileScope {
  const { profileId, epoch } = useStore.getState()
  return { profileId, isShown: () => useStore.getState().epoch === epoch }
}
