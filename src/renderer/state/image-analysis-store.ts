/** The automatic analysis of drafts: its progress, what failed, and which cards are in view. */
import type { Failure } from '../../shared/failure.ts'
import type { DraftId } from '../../shared/ids.ts'
import type { ShownProfile } from '../api/shown-profile.ts'
import { createProfileStore } from './create-store.ts'

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

export const useAnalysisProgress = (): AnalysisProgress | null => store.useState((state) => state.progress)
export const useFailedAnalyses = (): ReadonlyMap<DraftId, Failure> => store.useState((state) => state.failed)

export function setAnalysisProgress(profileId: ShownProfile, progress: AnalysisProgress | null): void {
  store.set(
    // The same object for the same numbers: what shows them is not drawn again.
    ({ progress: before }) => ({
      progress: before?.done === progress?.done && before?.total === progress?.total ? before : progress,
    }),
    profileId,
  )
}

export const hasFailedAnalysis = (profileId: ShownProfile, id: DraftId): boolean => store.get(profileId).failed.has(id)

export function setFailedAnalysis(profileId: ShownProfile, id: DraftId, failure: Failure): void {
  store.set(({ failed }) => ({ failed: new Map(failed).set(id, failure) }), profileId)
}

export function retryAnalysis(id: DraftId): void {
  store.set(({ failed }) => ({ failed: new Map([...failed].filter(([other]) => other !== id)) }))
}

/** Says which cards are in view: their images come first. */
export const setInView = (ids: Iterable<DraftId>): void => store.set(() => ({ inView: new Set(ids) }))
export const isInView = (profileId: ShownProfile, id: DraftId): boolean => store.get(profileId).inView.has(id)
