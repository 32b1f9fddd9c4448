/**
 * Analyses the image of every draft that needs it, a few at a time, and sends each analysis to main. Main's answers are
 * the only state: a draft that needs nothing is skipped, so that a restart continues where it stopped.
 */
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { DraftId } from '../../../../shared/ids.ts'
import type { Draft, ImageInfo } from '../../../../shared/schemas/avatar.ts'
import { call, failureOf } from '../../../api/call.ts'
import { readDrafts, rereadCreator, writeDraft } from '../../../api/creator-cache.ts'
import { read } from '../../../api/queries.ts'
import { profileScope } from '../../../api/shown-profile.ts'
import { analyseImage } from '../../../imaging/image-client.ts'
import {
  hasFailedAnalysis,
  isInView,
  setAnalysisProgress,
  setFailedAnalysis,
  useFailedAnalyses,
} from './image-analysis-store.ts'
import { droppedFile, keepDroppedFiles } from '../../../state/intake-store.ts'
import { isTakingFiles } from '../drafts/use-intake.ts'

// One image is drawn, one is searched for faces, and one is stored by main. More images would wait in a fixed order,
// and would take the processors from the page and delay its frames. The limit is one while files are still copied and
// their cards drawn.
const maxInFlight = 3

/** True when the page must analyse a draft's image, or encode an image that cannot be sent unchanged. */
export function needsAnalysis({ original, prepared, analysis }: Draft): boolean {
  if (original === null) return false
  return analysis === null || (analysis.decoded && prepared === null)
}

// Analysing a JPEG takes a fraction of the time that encoding takes: all JPEGs are analysed first, and many are cropped
// before their turn to be encoded.
function isEncoded({ original, prepared, analysis }: Draft): boolean {
  return prepared === null && (original?.type !== 'jpeg' || analysis !== null)
}

/** Prepares the drafts in the cache of the profile on screen. */
export function createImageAnalysis(analyse = analyseImage) {
  const scope = profileScope()
  const { profileId } = scope
  const running = new Map<DraftId, AbortController>()
  let done = 0

  const report = (remaining: number): void => {
    if (remaining > 0) {
      setAnalysisProgress(profileId, { done, total: done + remaining })
      return
    }
    setAnalysisProgress(profileId, null)
    // The analysis of one image can change the findings of another image, such as duplicates.
    if (done > 0) void rereadCreator()
    done = 0
  }

  const analyseAndStore = async (draft: Draft, original: ImageInfo, signal: AbortSignal): Promise<Draft> => {
    const { imageId, width, height, type } = original
    const draftId = draft.id
    const priority = isInView(profileId, draftId) ? 0 : 1
    const converts = isEncoded(draft)
    const image = { imageId, file: droppedFile(imageId), width, height, type, converts, priority }
    const { analysis, thumbnail, converted } = await analyse(image, signal)
    signal.throwIfAborted()
    const answer = await call('draft.setAnalysis', { draftId, analysis, thumbnail }, profileId)
    // The conversion does not overwrite a crop that the operator made meanwhile.
    if (converted === null || answer.prepared !== null) return answer
    signal.throwIfAborted()
    return call('draft.setEdit', { draftId, edit: converted.edit, image: converted.image, thumbnail }, profileId)
  }

  const prepare = async (draft: Draft, original: ImageInfo): Promise<void> => {
    const { id } = draft
    const controller = new AbortController()
    running.set(id, controller)
    const [answered] = await Promise.allSettled([analyseAndStore(draft, original, controller.signal)])
    // This run was aborted, and a new run might have started under the same id.
    if (running.get(id) !== controller) return
    running.delete(id)
    if (answered.status === 'rejected') setFailedAnalysis(profileId, id, failureOf(answered.reason))
    else {
      if (!needsAnalysis(answered.value)) done += 1
      // Main accepted the image, but the draft still needs work.
      else if (isEncoded(draft)) setFailedAnalysis(profileId, id, { kind: 'internal', logId: 'page' })
      if (scope.isShown()) writeDraft(answered.value)
    }
    next()
  }

  const next = (): void => {
    const waiting = readDrafts().filter(
      (draft) => needsAnalysis(draft) && !running.has(draft.id) && !hasFailedAnalysis(profileId, draft.id),
    )
    const unseen = waiting.filter(({ analysis }) => analysis === null)
    const ordered = new Set([...unseen.filter(({ id }) => isInView(profileId, id)), ...unseen, ...waiting])
    report(waiting.length + running.size)
    const limit = isTakingFiles() ? 1 : maxInFlight
    for (const draft of [...ordered].slice(0, Math.max(0, limit - running.size)))
      if (draft.original !== null) void prepare(draft, draft.original)
  }

  const giveUp = (isGone: (id: DraftId) => boolean): void => {
    for (const [id, controller] of [...running]) {
      if (!isGone(id)) continue
      running.delete(id)
      controller.abort()
    }
  }

  return {
    /** Continues with the current drafts; aborts the work for removed drafts. */
    check: () => {
      const drafts = readDrafts()
      const draftIds = new Set(drafts.map(({ id }) => id))
      giveUp((id) => !draftIds.has(id))
      keepDroppedFiles(drafts.map(({ original }) => original?.imageId))
      next()
    },
    /** Aborts everything in flight; `check` starts again. */
    stop: () => {
      giveUp(() => true)
      done = 0
      setAnalysisProgress(profileId, null)
    },
  }
}

/** Prepares the drafts of the open profile while mounted. */
export function useImageAnalysis(): void {
  const { data } = useQuery(read('creator.read', {}))
  const failed = useFailedAnalyses()
  const [preparation] = useState(() => createImageAnalysis())
  useEffect(() => {
    preparation.check()
  }, [preparation, data, failed])
  useEffect(() => preparation.stop, [preparation])
}
