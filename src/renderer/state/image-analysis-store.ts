/** The automatic analysis of drafts: its progress, what failed, and which cards are in view. */
import type { Failure } from '../../shared/failure.ts'
import type { DraftId } from '../../shared/ids.ts'
import type { ShownProfile } from '../api/shown-profile.ts'
import { createProfileStore } from './create-store.ts'

/** Images analysed, of all that need it. */
export interface AnalysisProgress {
  readonly done: number
  readonly total: number
}

interface AnalysisState {
  /** null: nothing to do. */
  readonly progress: AnalysisProgress | null
  /** Not retried automatically in this run. */
  readonly failed: ReadonlyMap<DraftId, Failure>
  readonly inView: ReadonlySet<DraftId>
}

const store = createProfileStore<AnalysisState>({ progress: null, failed: new Map(), inView: new Set() })

/** How far the preparation is; null when nothing is to be prepared. */
export const useAnalysisProgress = (): AnalysisProgress | null => store.useState((state) => state.progress)

/** Why drafts could not be prepared. */
export const useFailedAnalyses = (): ReadonlyMap<DraftId, Failure> => store.useState((state) => state.failed)

/** Says how far the preparation of a profile is. */
export function setAnalysisProgress(profileId: ShownProfile, progress: AnalysisProgress | null): void {
  store.set(
    // The same object for the same numbers: what shows them is not drawn again.
    ({ progress: before }) => ({
      progress: before?.done === progress?.done && before?.total === progress?.total ? before : progress,
    }),
    profileId,
  )
}

/** True when preparing this draft failed before in this run. */
export function hasFailedAnalysis(profileId: ShownProfile, id: DraftId): boolean {
  return store.get(profileId).failed.has(id)
}

/** Remembers that a draft could not be prepared. */
export function setFailedAnalysis(profileId: ShownProfile, id: DraftId, failure: Failure): void {
  store.set(({ failed }) => ({ failed: new Map(failed).set(id, failure) }), profileId)
}

/** Lets a draft be prepared once more. */
export function retryAnalysis(id: DraftId): void {
  store.set(({ failed }) => ({ failed: new Map([...failed].filter(([other]) => other !== id)) }))
}

/** Says which cards are in view: their images come first. */
export function setInView(ids: Iterable<DraftId>): void {
  store.set(() => ({ inView: new Set(ids) }))
}

/** True when the draft's card is known to be in view. */
export function isInView(profileId: ShownProfile, id: DraftId): boolean {
  return store.get(profileId).inView.has(id)
}
