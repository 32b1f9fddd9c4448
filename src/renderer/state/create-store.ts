/**
 * Creates the page's stores. Stores with profile data use `createProfileStore`, which has a separate state per profile:
 * data of one profile never appears under a different profile, and typed texts are back when their profile is shown
 * again.
 */
import { create } from 'zustand'
import { shownProfile, useShownProfile } from '../api/shown-profile.ts'
import type { ShownProfile } from '../api/shown-profile.ts'

const resets = new Set<() => void>()
const forgets = new Set<(profileIds: ReadonlySet<string>) => void>()

/** For data that belongs to a store but is kept outside it, such as files: `reset` runs when the stores are reset. */
export const onReset = (reset: () => void): unknown => resets.add(reset)

export function forgetOtherProfiles(profileIds: ReadonlySet<string>): void {
  for (const forget of forgets) forget(profileIds)
}

export function resetStores(): void {
  for (const reset of resets) reset()
}

/** A store for data of the window, independent of the shown profile. */
export function createWindowStore<State>(initial: State) {
  const useStore = create<State>()(() => initial)
  resets.add(() => useStore.setState(initial, true))
  return useStore
}

/**
 * A store for data of a profile, by default the profile on screen. A task that can outlive a switch must name its
 * profile. `field` creates a hook that reads one field; `useStates` reads the states of all profiles.
 */
export function createProfileStore<State extends object>(initial: State) {
  const useStore = createWindowStore<ReadonlyMap<ShownProfile, State>>(new Map())
  forgets.add((profileIds) => {
    const saved = [...useStore.getState()].filter(([id]) => typeof id !== 'string' || profileIds.has(id))
    if (saved.length < useStore.getState().size) useStore.setState(new Map(saved), true)
  })
  const get = (profileId: ShownProfile = shownProfile()): State => useStore.getState().get(profileId) ?? initial
  const set = (change: (before: State) => Partial<State>, profileId: ShownProfile = shownProfile()): void => {
    const before = get(profileId)
    useStore.setState((states) => new Map(states).set(profileId, { ...before, ...change(before) }), true)
  }
  const useState = <Part>(select: (state: State) => Part, profileId?: ShownProfile): Part => {
    const shown = useShownProfile()
    const requestedId = profileId === undefined ? shown : profileId
    return useStore((states) => select(states.get(requestedId) ?? initial))
  }
  const field = <Name extends keyof State>(name: Name) => {
    const useField = (profileId?: ShownProfile): State[Name] => useState((state) => state[name], profileId)
    return useField
  }
  return { useState, get, set, field, useStates: useStore }
}
