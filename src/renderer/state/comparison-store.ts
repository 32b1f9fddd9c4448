/**
 * Which two sides the Conversations section compares: outlives a visit to another section, and belongs to a profile.
 */
import type { ComparedPair, ComparedSide, ComparedSource, ShownComparison } from '../../shared/schemas/conversation.ts'
import type { ShownProfile } from '../api/shown-profile.ts'
import { createProfileStore } from './create-store.ts'

const store = createProfileStore<{ readonly shown: ShownComparison | null }>({ shown: null })

export const useComparison = store.field('shown')
export const comparisonOf = (profileId: ShownProfile): ShownComparison | null => store.get(profileId).shown

export function startComparison(sides: Pick<ShownComparison, 'left' | 'right'>): void {
  store.set(() => ({ shown: { ...sides, part: 'changes' } }))
}

export function swapSides(): void {
  store.set(({ shown }) => ({ shown: shown && { ...shown, left: shown.right, right: shown.left } }))
}

export const restoreComparison = (shown: ShownComparison, profileId: ShownProfile): void =>
  store.set(() => ({ shown }), profileId)

export function showPart(part: ShownComparison['part']): void {
  store.set(({ shown }) => ({ shown: shown && { ...shown, part } }))
}

/** Compares nothing any more; of the profile on screen when none is named. */
export const endComparison = (profileId?: ShownProfile): void => store.set(() => ({ shown: null }), profileId)

function sourceOf(side: ComparedSide): ComparedSource {
  return side.kind === 'file' ? { kind: 'file', fileId: side.file.fileId } : side
}

export function pairOf({ left, right }: Pick<ShownComparison, 'left' | 'right'>): ComparedPair {
  return { left: sourceOf(left), right: sourceOf(right) }
}
