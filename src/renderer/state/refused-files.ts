/** Files that did not become drafts, until the operator dismisses them: leaving the section does not lose them. */
import { create } from 'zustand'
import type { RefusedFile } from '../../shared/schemas/avatar.ts'

/** A refused file with a key of its own, because two may carry one name. */
export interface RefusedEntry extends RefusedFile {
  readonly key: number
}

interface Refused {
  readonly entries: readonly RefusedEntry[]
  readonly nextKey: number
}

const useStore = create<Refused>()(() => ({ entries: [], nextKey: 0 }))

/** Files refused and not dismissed, oldest first. */
export const useRefusedFiles = (): readonly RefusedEntry[] => useStore((state) => state.entries)

/** Adds files that were refused. */
export function noteRefused(files: readonly RefusedFile[]): void {
  useStore.setState(({ entries, nextKey }) => ({
    entries: [...entries, ...files.map((file, index) => ({ ...file, key: nextKey + index }))],
    nextKey: nextKey + files.length,
  }))
}

/** The operator has read it; null dismisses all. */
export function dismissRefused(key: number | null): void {
  useStore.setState(({ entries }) => ({ entries: key === null ? [] : entries.filter((entry) => entry.key !== key) }))
}

/** Back to none, for tests. */
export function resetRefusedFiles(): void {
  useStore.setState(useStore.getInitialState(), true)
}
