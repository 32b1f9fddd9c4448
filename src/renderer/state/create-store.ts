/**
 * Makes the page's stores. Whatever holds something of a profile is made with `createProfileStore`: each profile has a
 * state of its own there, so nothing of one shows under another, and what was typed is there again when it is back.
 */
import { create } from 'zustand'
import { shownProfile, useShownProfile } from '../api/shown-profile.ts'
import type { ShownProfile } from '../api/shown-profile.ts'

const resets = new Set<() => void>()
const forgets = new Set<(profileIds: ReadonlySet<string>) => void>()

/** For what belongs with a store and is in none, such as files: `reset` puts it back when the stores are. */
export const onReset = (reset: () => void): unknown => resets.add(reset)

export function forgetOtherProfiles(profileIds: ReadonlySet<string>): void {
  for (const forget of forgets) forget(profileIds)
}

export function resetStores(): void {
  for (const reset of resets) reset()
}

/** A store of what belongs to the window, whatever profile it shows. */
export function createWindowStore<State>(initial: State) {
  const useStore = create<State>()(() => initial)
  resets.add(() => useStore.setState(initial, true))
  return useStore
}

/**
 * A store of what belongs to a profile, by default the one on screen; what runs across a switch must say of which.
 * `field` makes a hook that reads a field of it; `useStates` reads all profiles'.
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
