/** Files that did not become drafts, until the operator dismisses them: leaving the section does not lose them. */
import type { ShownProfile } from '../api/shown-profile.ts'
import type { RefusedFile } from '../../shared/schemas/avatar.ts'
import { createProfileStore } from './create-store.ts'

/** A refused file with a key of its own, because two may carry one name. */
export interface RefusedEntry extends RefusedFile {
  readonly key: number
}

interface Refused {
  readonly entries: readonly RefusedEntry[]
  readonly nextKey: number
}

const store = createProfileStore<Refused>({ entries: [], nextKey: 0 })

/** Files refused and not dismissed, oldest first. */
export const useRefusedFiles = (): readonly RefusedEntry[] => store.useState((state) => state.entries)

/** Adds files that a profile refused. */
export function noteRefused(files: readonly RefusedFile[], profileId: ShownProfile): void {
  store.set(
    ({ entries, nextKey }) => ({
      entries: [...entries, ...files.map((file, index) => ({ ...file, key: nextKey + index }))],
      nextKey: nextKey + files.length,
    }),
    profileId,
  )
}

/** The operator has read it; null dismisses all. */
export function dismissRefused(key: number | null): void {
  store.set(({ entries }) => ({ entries: key === null ? [] : entries.filter((entry) => entry.key !== key) }))
}
