/** Files that were not added because the window went to another profile meanwhile, until the operator dismisses it. */
import type { ProfileId } from '../../shared/ids.ts'
import type { ShownProfile } from '../api/shown-profile.ts'
import { createWindowStore } from './create-store.ts'

/** How many files of one profile. */
export interface InterruptedIntake {
  readonly profileId: ProfileId
  readonly count: number
}

const useStore = createWindowStore<{ readonly intakes: readonly InterruptedIntake[] }>({ intakes: [] })

/** Those that were not dismissed, one for each profile. They are of other profiles than the one on screen, mostly. */
export const useInterruptedIntakes = (): readonly InterruptedIntake[] => useStore(({ intakes }) => intakes)

/** Adds to those of the profile. */
export function addInterruptedIntake(profileId: ShownProfile, count: number): void {
  if (count === 0 || profileId === null || profileId === undefined) return
  useStore.setState(({ intakes }) => {
    const before = intakes.find((one) => one.profileId === profileId)?.count ?? 0
    return { intakes: [...intakes.filter((one) => one.profileId !== profileId), { profileId, count: before + count }] }
  })
}

/** The operator has read it. */
export function dismissInterrupted(profileId: ProfileId): void {
  useStore.setState(({ intakes }) => ({ intakes: intakes.filter((one) => one.profileId !== profileId) }))
}
