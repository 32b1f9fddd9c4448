/** The automatic analysis of drafts: its progress, its failures, and the cards in view. */
import type { Failure } from '../../../../shared/failure.ts'
import type { DraftId } from '../../../../shared/ids.ts'
import type { ShownProfile } from '../../../api/shown-profile.ts'
import { createProfileStore } from '../../../state/create-store.ts'

interface AnalysisState {
  /** null: nothing to do. */
  readonly progress: { readonly done: number; readonly total: number } | null
  /** These drafts are not retried automatically in this run. */
  readonly failed: ReadonlyMap<DraftId, Failure>
  readonly inView: ReadonlySet<DraftId>
}

const store = createProfileStore<AnalysisState>({ progress: null, failed: new Map(), inView: new Set() })

export const useAnalysisProgress = store.field('progress')
export const useFailedAnalyses = store.field('failed')

export function setAnalysisProgress(profileId: ShownProfile, progress: AnalysisState['progress']): void {
  const before = store.get(profileId).progress
  // The same numbers are not drawn again.
  if (before?.done !== progress?.done || before?.total !== progress?.total) store.set(() => ({ progress }), profileId)
}

export const hasFailedAnalysis = (profileId: ShownProfile, id: DraftId): boolean => store.get(profileId).failed.has(id)

export function setFailedAnalysis(profileId: ShownProfile, id: DraftId, failure: Failure): void {
  store.set(({ failed }) => ({ failed: new Map(failed).set(id, failure) }), profileId)
}

export function retryAnalysis(id: DraftId): void {
  store.set(({ failed }) => ({ failed: new Map([...failed].filter(([other]) => other !== id)) }))
}

/** Stores the cards in view: their images are analysed first. */
export const setInView = (ids: Iterable<DraftId>): void => store.set(() => ({ inView: new Set(ids) }))
export const isInView = (profileId: ShownProfile, id: DraftId): boolean => store.get(profileId).inView.has(id)
