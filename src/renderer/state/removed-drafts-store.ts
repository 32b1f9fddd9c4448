/**
 * Drafts that were removed and can still be put back. Main hears of it when that time is over: until then nothing of
 * them is gone, whatever ends first, the toast, the page or the program.
 */
import type { DraftId, ProfileId } from '../../shared/ids.ts'
import { createProfileStore } from './create-store.ts'

const store = createProfileStore<{ readonly ids: ReadonlySet<DraftId> }>({ ids: new Set() })

export const useRemovedDrafts = (): ReadonlySet<DraftId> => store.useState(({ ids }) => ids)

/** Takes them off the page. */
export function hideDrafts(profileId: ProfileId, removed: readonly DraftId[]): void {
  store.set(({ ids }) => ({ ids: new Set([...ids, ...removed]) }), profileId)
}

/** Puts them back where they were; those that main has removed stay away. */
export function showDrafts(profileId: ProfileId, shown: readonly DraftId[]): void {
  store.set(({ ids }) => ({ ids: new Set([...ids].filter((id) => !shown.includes(id))) }), profileId)
}
