/**
 * What was removed and can still be put back. Main hears of it when that time is over: until then nothing of it is gone,
 * whatever ends first, the toast, the page or the program.
 */
import type { DraftId, JobId, ProfileId, RuleId } from '../../shared/ids.ts'
import { createProfileStore } from './create-store.ts'

export type RemovedId = DraftId | JobId | RuleId

const store = createProfileStore<{ readonly ids: ReadonlySet<RemovedId> }>({ ids: new Set() })

export const useRemoved = (): ReadonlySet<RemovedId> => store.useState(({ ids }) => ids)

/** Takes them off the page. */
export function hide(profileId: ProfileId, removed: readonly RemovedId[]): void {
  store.set(({ ids }) => ({ ids: new Set([...ids, ...removed]) }), profileId)
}

/** Puts them back where they were; those that main has removed stay away. */
export function show(profileId: ProfileId, shown: readonly RemovedId[]): void {
  store.set(({ ids }) => ({ ids: new Set([...ids].filter((id) => !shown.includes(id))) }), profileId)
}

const postponed = new Map<ProfileId, (() => void)[]>()

/** Keeps a removal for when its profile is on screen again: main removes nothing of another. Until then it stays away. */
export function postpone(profileId: ProfileId, remove: () => void): void {
  postponed.set(profileId, [...(postponed.get(profileId) ?? []), remove])
}

/** The profile is on screen: what was removed of it goes now. */
export function resumeRemovals(profileId: ProfileId): void {
  const removals = postponed.get(profileId) ?? []
  postponed.delete(profileId)
  for (const remove of removals) remove()
}
