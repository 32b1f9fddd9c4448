/** Which two sides the Conversations section compares: it outlives a look at another section, and belongs to a profile. */
import { create } from 'zustand'
import type { ProfileId, SnapshotId } from '../../shared/ids.ts'
import type { ComparedFile, ComparedPair, ComparedSource } from '../../shared/schemas/conversation.ts'

/** One side: a kept look-up, or a file with what main told of it, as nothing else can tell it again. */
export type ComparedSide =
  | { readonly kind: 'snapshot'; readonly snapshotId: SnapshotId }
  | { readonly kind: 'file'; readonly file: ComparedFile }

/** A part of the comparison's screen. */
export type ComparisonPart = 'changes' | 'texts' | 'json'

/** What is compared, and which part of it is on screen. */
export interface ShownComparison {
  /** The older or first side. */
  readonly left: ComparedSide
  readonly right: ComparedSide
  readonly part: ComparisonPart
  /** Which changed text was asked for, by its path on the left; null for the first. */
  readonly text: string | null
}

interface Comparing {
  readonly profileId: ProfileId | null
  readonly shown: ShownComparison | null
}

const useStore = create<Comparing>()(() => ({ profileId: null, shown: null }))

/** What a profile compares; null when it compares nothing. */
export const useComparison = (profileId: ProfileId): ShownComparison | null =>
  useStore((state) => (state.profileId === profileId ? state.shown : null))

/** Compares two sides of a profile. */
export function startComparison(profileId: ProfileId, sides: Pick<ShownComparison, 'left' | 'right'>): void {
  useStore.setState({ profileId, shown: { ...sides, part: 'changes', text: null } })
}

/** Puts each side in the other's place. */
export function swapSides(): void {
  useStore.setState(({ shown }) => ({ shown: shown && { ...shown, left: shown.right, right: shown.left, text: null } }))
}

/** Shows a part of the comparison. */
export function showPart(part: ComparisonPart): void {
  useStore.setState(({ shown }) => ({ shown: shown && { ...shown, part } }))
}

/** Shows a changed text side by side, by its path on the left. */
export function showText(text: string): void {
  useStore.setState(({ shown }) => ({ shown: shown && { ...shown, part: 'texts', text } }))
}

/** Compares nothing any more. */
export function endComparison(): void {
  useStore.setState({ shown: null })
}

function sourceOf(side: ComparedSide): ComparedSource {
  return side.kind === 'file' ? { kind: 'file', fileId: side.file.fileId } : side
}

/** The sides as main is asked for them. */
export function pairOf({ left, right }: Pick<ShownComparison, 'left' | 'right'>): ComparedPair {
  return { left: sourceOf(left), right: sourceOf(right) }
}

/** Back to nothing, for tests. */
export function resetComparison(): void {
  useStore.setState(useStore.getInitialState(), true)
}
