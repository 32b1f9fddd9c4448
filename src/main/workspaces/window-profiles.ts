/** Which profile each window shows. */
import type { ProfileId } from '../../shared/ids.ts'

/** The windows and their profiles. A window without a profile shows the welcome. */
export interface WindowProfiles {
  /** null for a window without a profile, and for one that is not there. */
  readonly profileOf: (windowId: number) => ProfileId | null
  readonly windowsOn: (profileId: ProfileId) => readonly number[]
  readonly isOpen: (profileId: ProfileId) => boolean
  readonly assign: (windowId: number, profileId: ProfileId | null) => void
}

/** Gives an empty registry. */
export function createWindowProfiles(): WindowProfiles {
  const taken = new Map<number, ProfileId>()
  const windowsOn = (profileId: ProfileId): readonly number[] =>
    [...taken].filter(([, id]) => id === profileId).map(([windowId]) => windowId)
  return {
    profileOf: (windowId) => taken.get(windowId) ?? null,
    windowsOn,
    isOpen: (profileId) => windowsOn(profileId).length > 0,
    assign: (windowId, profileId) => {
      if (profileId === null) taken.delete(windowId)
      else taken.set(windowId, profileId)
    },
  }
}
