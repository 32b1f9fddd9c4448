/** What the page is doing for the drafts by itself: how far it is, what it could not do, and which cards are in view. */
import { create } from 'zustand'
import type { Failure } from '../../shared/failure.ts'
import type { DraftId } from '../../shared/ids.ts'

/** How far the page is with looking at the drafts' images. */
export interface PreparationProgress {
  readonly done: number
  readonly total: number
}

interface Preparing {
  /** null: nothing to do. */
  readonly progress: PreparationProgress | null
  /** Not tried again in this run by itself. */
  readonly failed: ReadonlyMap<DraftId, Failure>
  readonly inView: ReadonlySet<DraftId>
  /** Addresses of small pictures that main does not have yet. */
  readonly previews: ReadonlyMap<DraftId, string>
}

const useStore = create<Preparing>()(() => ({
  progress: null,
  failed: new Map(),
  inView: new Set(),
  previews: new Map(),
}))

/** How far the preparation is; null when nothing is to be prepared. */
export const usePreparationProgress = (): PreparationProgress | null => useStore((state) => state.progress)

/** Why drafts could not be prepared. */
export const useFailedPreparations = (): ReadonlyMap<DraftId, Failure> => useStore((state) => state.failed)

/** Says how far the preparation is. */
export function setPreparationProgress(progress: PreparationProgress | null): void {
  useStore.setState({ progress })
}

/** True when preparing this draft failed before in this run. */
export function hasFailedPreparation(id: DraftId): boolean {
  return useStore.getState().failed.has(id)
}

/** Remembers that a draft could not be prepared. */
export function noteFailedPreparation(id: DraftId, failure: Failure): void {
  useStore.setState(({ failed }) => ({ failed: new Map(failed).set(id, failure) }))
}

/** Lets a draft be prepared once more. */
export function retryPreparation(id: DraftId): void {
  useStore.setState(({ failed }) => ({ failed: new Map([...failed].filter(([other]) => other !== id)) }))
}

/** Says which cards are in view: their images come first. */
export function noteInView(ids: Iterable<DraftId>): void {
  useStore.setState({ inView: new Set(ids) })
}

/** True when the draft's card is known to be in view. */
export function isInView(id: DraftId): boolean {
  return useStore.getState().inView.has(id)
}

/** The address of a draft's small picture while it is still being looked at; null when there is none. */
export const usePreview = (id: DraftId): string | null => useStore((state) => state.previews.get(id) ?? null)

/** Shows a small picture (JPEG, PNG or WebP) of a draft before main has it. */
export function notePreview(id: DraftId, picture: Uint8Array<ArrayBuffer>): void {
  const address = URL.createObjectURL(new Blob([picture]))
  useStore.setState(({ previews }) => ({ previews: new Map(previews).set(id, address) }))
}

/** Gives up a draft's small picture: main has it now, or nobody needs it. */
export function forgetPreview(id: DraftId): void {
  const address = useStore.getState().previews.get(id)
  if (address === undefined) return
  useStore.setState(({ previews }) => ({ previews: new Map([...previews].filter(([other]) => other !== id)) }))
  URL.revokeObjectURL(address)
}

/** Back to nothing done, for tests. */
export function resetPreparation(): void {
  useStore.setState(useStore.getInitialState(), true)
}
