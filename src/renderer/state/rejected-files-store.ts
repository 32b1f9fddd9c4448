/** Files that did not become drafts, until the operator dismisses them: leaving the section does not lose them. */
import type { ShownProfile } from '../api/shown-profile.ts'
import type { RefusedFile } from '../../shared/schemas/avatar.ts'
import { createProfileStore } from './create-store.ts'

/** A refused file with a key of its own, because two may carry one name. */
export interface RejectedEntry extends RefusedFile {
  readonly key: number
}

interface RejectedFilesState {
  readonly entries: readonly RejectedEntry[]
  readonly nextKey: number
}

const store = createProfileStore<RejectedFilesState>({ entries: [], nextKey: 0 })

/** Files refused and not dismissed, oldest first. */
export const useRejectedFiles = (): readonly RejectedEntry[] => store.useState((state) => state.entries)

/** Adds files that a profile refused. */
export function addRejectedFiles(files: readonly RefusedFile[], profileId: ShownProfile): void {
  store.set(
    ({ entries, nextKey }) => ({
      entries: [...entries, ...files.map((file, index) => ({ ...file, key: nextKey + index }))],
      nextKey: nextKey + files.length,
    }),
    profileId,
  )
}

/** The operator has read it; null dismisses all. */
export function dismissRejectedFiles(key: number | null): void {
  store.set(({ entries }) => ({ entries: key === null ? [] : entries.filter((entry) => entry.key !== key) }))
}
