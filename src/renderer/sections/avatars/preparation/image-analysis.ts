/**
 * Looks at the image of every draft that needs it, a few at once, and tells main what it saw. What main has answered is
 * the only memory: a draft that needs nothing is left alone, so that a restart goes on where it was.
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

// One that is drawn, one whose faces are looked for, one that main keeps. More would wait in an order that cannot be
// changed any more, and take the processors from the page, whose frames come late then: so one alone while files are
// still copied and their cards drawn.
const maxInFlight = 3

/** True when the page has something to do for a draft: to look at its image, or to encode what cannot be sent as it is. */
export function needsAnalysis({ original, prepared, analysis }: Draft): boolean {
  if (original === null) return false
  return analysis === null || (analysis.decoded && prepared === null)
}

// A JPEG is looked at in a fraction of the time that it takes to encode it: all are looked at first, and many are
// cropped before it is their turn.
function isEncoded({ original, prepared, analysis }: Draft): boolean {
  return prepared === null && (original?.type !== 'jpeg' || analysis !== null)
}

/** Prepares the drafts of the profile on screen, as the cache has them. */
export function createImageAnalysis(analyse = analyseImage) {
  const scope = profileScope()
  const { profileId } = scope
  const running = new Map<DraftId, AbortController>()
  let done = 0

  const report = (left: number): void => {
    if (left > 0) {
      setAnalysisProgress(profileId, { done, total: done + left })
      return
    }
    setAnalysisProgress(profileId, null)
    // What one image shows can change what is said of another, such as that they look alike.
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
    // What the operator has cut meanwhile is not converted over.
    if (converted === null || answer.prepared !== null) return answer
    signal.throwIfAborted()
    return call('draft.setEdit', { draftId, edit: converted.edit, image: converted.image, thumbnail }, profileId)
  }

  const prepare = async (draft: Draft, original: ImageInfo): Promise<void> => {
    const { id } = draft
    const controller = new AbortController()
    running.set(id, controller)
    const [answered] = await Promise.allSettled([analyseAndStore(draft, original, controller.signal)])
    // Given up, and perhaps begun anew under the same id.
    if (running.get(id) !== controller) return
    running.delete(id)
    if (answered.status === 'rejected') setFailedAnalysis(profileId, id, failureOf(answered.reason))
    else {
      if (!needsAnalysis(answered.value)) done += 1
      // Main took it and it is not enough.
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
    /** Goes on with the drafts as they are now; gives up those that are gone. */
    check: () => {
      const drafts = readDrafts()
      const known = new Set(drafts.map(({ id }) => id))
      giveUp((id) => !known.has(id))
      keepDroppedFiles(drafts.map(({ original }) => original?.imageId))
      next()
    },
    /** Gives up everything under way; `check` starts anew. */
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
