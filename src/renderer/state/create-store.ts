/**
 * Makes the page's stores. Whatever holds something of a profile is made with `createProfileStore`: each profile has a
 * state of its own there, so nothing of one shows under another, and what was typed is there again when it is back.
 */
import { create } from 'zustand'
import type { StoreApi, UseBoundStore } from 'zustand'
import { shownProfile, useShownProfile } from '../api/shown-profile.ts'
import type { ShownProfile } from '../api/shown-profile.ts'

const resets = new Set<() => void>()

const forgets = new Set<(known: ReadonlySet<string>) => void>()

export function forgetOtherProfiles(known: ReadonlySet<string>): void {
  for (const forget of forgets) forget(known)
}

export function resetStores(): void {
  for (const reset of resets) reset()
}

/** A store of what belongs to the window, whatever profile it shows. */
export function createWindowStore<State>(initial: State): UseBoundStore<StoreApi<State>> {
  const useStore = create<State>()(() => initial)
  resets.add(() => useStore.setState(initial, true))
  return useStore
}

/** A state by profile; a function without a profile means the one on screen. */
export interface ProfileStore<State> {
  readonly useState: <Part>(select: (state: State) => Part, profileId?: ShownProfile) => Part
  readonly get: (profileId?: ShownProfile) => State
  readonly set: (change: (before: State) => Partial<State>, profileId?: ShownProfile) => void
}

/** A store of what belongs to a profile; what runs across a switch must say of which. */
export function createProfileStore<State extends object>(initial: State): ProfileStore<State> {
  const useStore = createWindowStore<ReadonlyMap<ShownProfile, State>>(new Map())
  const get = (profileId: ShownProfile = shownProfile()): State => useStore.getState().get(profileId) ?? initial
  forgets.add((known) => {
    const saved = [...useStore.getState()].filter(([id]) => typeof id !== 'string' || known.has(id))
    if (saved.length < useStore.getState().size) useStore.setState(new Map(saved), true)
  })
  return {
    useState: (select, profileId) => {
      const shown = useShownProfile()
      const asked = profileId === undefined ? shown : profileId
      return useStore((states) => select(states.get(asked) ?? initial))
    },
    get,
    set: (change, profileId = shownProfile()) => {
      const before = get(profileId)
      useStore.setState((states) => new Map(states).set(profileId, { ...before, ...change(before) }), true)
    },
  }
}
