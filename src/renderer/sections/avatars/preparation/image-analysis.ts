/**
 * Looks at the image of every draft that needs it, a few at once, and tells main what it saw. What main has answered is
 * the only memory: a draft that needs nothing is left alone, so that a restart goes on where it was.
 */
import type { DraftId } from '../../../../shared/ids.ts'
import type { Draft, ImageInfo } from '../../../../shared/schemas/avatar.ts'
import { call, failureOf } from '../../../api/call.ts'
import type { ProfileScope } from '../../../api/shown-profile.ts'
import type { ImageToAnalyse, AnalysedImage } from '../../../imaging/image-client.ts'
import {
  clearPreview,
  hasFailedAnalysis,
  isInView,
  setFailedAnalysis,
  setPreview,
  setAnalysisProgress,
} from '../../../state/image-analysis-store.ts'
import { imageUrl } from '../image-url.ts'

export interface ImageAnalysis {
  /** Goes on with the drafts as they are now; gives up those that are gone. */
  readonly check: () => void
  /** Gives up everything under way; `check` starts anew. */
  readonly stop: () => void
}

// As many as the image workers draw at once: more would only wait there, in an order that cannot be changed any more.
const maxDrawn = 2

// Drawn, and waiting for their faces to be looked for: each holds the squares that the model looks at, less than a
// megabyte, or the whole converted image.
const maxInFlight = { plain: 24, converted: 4 } as const

// Each way back to the image as it was dropped may ask for one more conversion; a list and an answer of main that do not
// agree would ask for ever.
const maxAttempts = 20

// True when the page has something to do for a draft: to look at its image, or to encode what cannot be sent as it is.
function needsAnalysis({ original, prepared, analysis }: Draft): boolean {
  if (original === null) return false
  return analysis === null || (analysis.decoded && prepared === null)
}

// A JPEG is looked at in a fraction of the time that it takes to encode it: all are looked at first, and many are
// cropped before it is their turn.
function isEncoded({ original, prepared, analysis }: Draft): boolean {
  return prepared === null && (original?.type !== 'jpeg' || analysis !== null)
}

interface InFlight {
  readonly controller: AbortController
  isDrawn: boolean
}

function hasRoom(running: ReadonlyMap<DraftId, InFlight>, draft: Draft): boolean {
  const drawing = [...running.values()].filter(({ isDrawn }) => !isDrawn).length
  return drawing < maxDrawn && running.size < maxInFlight[isEncoded(draft) ? 'converted' : 'plain']
}

interface ReportOptions {
  readonly signal: AbortSignal
  readonly scope: ProfileScope
}

async function withFindings(draft: Draft, seen: AnalysedImage, { signal, scope }: ReportOptions): Promise<Draft> {
  const { analysis: analyse, thumbnail, converted } = seen
  signal.throwIfAborted()
  const answer = await call('draft.setAnalysis', { draftId: draft.id, analysis: analyse, thumbnail }, scope.profileId)
  // What the operator has cut meanwhile is not converted over.
  if (converted === null || answer.prepared !== null) return answer
  signal.throwIfAborted()
  const { edit, image } = converted
  return call('draft.setEdit', { draftId: draft.id, edit, image, thumbnail }, scope.profileId)
}

export function createImageAnalysis({
  scope,
  analyse,
  drafts,
  onDraft,
  onSettled,
}: {
  /** The profile of the drafts. */
  readonly scope: ProfileScope
  readonly analyse: (image: ImageToAnalyse, signal: AbortSignal) => Promise<AnalysedImage>
  /** Present drafts, in the order of the list. */
  readonly drafts: () => readonly Draft[]
  /** Called with every draft that main answered. */
  readonly onDraft: (draft: Draft) => void
  /** Called when nothing is left to do. */
  readonly onSettled: () => void
}): ImageAnalysis {
  const { profileId } = scope
  const running = new Map<DraftId, InFlight>()
  const attempts = new Map<DraftId, number>()
  let done = 0

  const waiting = (): readonly Draft[] =>
    drafts().filter(
      (draft) => needsAnalysis(draft) && !running.has(draft.id) && !hasFailedAnalysis(profileId, draft.id),
    )

  const report = (left: number): void => {
    if (left > 0) {
      setAnalysisProgress(profileId, { done, total: done + left })
      return
    }
    setAnalysisProgress(profileId, null)
    // What one image shows can change what is said of another, such as that they look alike.
    if (done > 0) onSettled()
    done = 0
  }

  const end = (id: DraftId, { controller }: InFlight): boolean => {
    // Given up, and perhaps begun anew under the same id.
    if (running.get(id)?.controller !== controller) return false
    running.delete(id)
    return true
  }

  const toSee = (draft: Draft, { imageId, width, height, type }: ImageInfo, inFlight: InFlight): ImageToAnalyse => ({
    source: imageUrl(imageId),
    width,
    height,
    type,
    converts: isEncoded(draft),
    priority: isInView(profileId, draft.id) ? 0 : 1,
    onThumbnail: (thumbnail) => {
      if (running.get(draft.id) !== inFlight) return
      inFlight.isDrawn = true
      setPreview(profileId, draft.id, thumbnail)
      next()
    },
  })

  const prepare = async (draft: Draft, original: ImageInfo): Promise<void> => {
    const { id } = draft
    const inFlight: InFlight = { controller: new AbortController(), isDrawn: false }
    const { signal } = inFlight.controller
    running.set(id, inFlight)
    const attempt = (attempts.get(id) ?? 0) + 1
    attempts.set(id, attempt)
    try {
      const seen = await analyse(toSee(draft, original, inFlight), signal)
      const answer = await withFindings(draft, seen, { signal, scope })
      if (!end(id, inFlight)) return
      if (!needsAnalysis(answer)) done += 1
      // Main took it and it is not enough.
      if ((needsAnalysis(answer) && isEncoded(draft)) || attempt >= maxAttempts)
        setFailedAnalysis(profileId, id, { kind: 'internal', logId: 'page' })
      onDraft(answer)
    } catch (error) {
      if (!end(id, inFlight)) return
      setFailedAnalysis(profileId, id, failureOf(error))
    }
    clearPreview(profileId, id)
    next()
  }

  const next = (): void => {
    const left = waiting()
    const unseen = left.filter(({ analysis }) => analysis === null)
    const ordered = [...unseen.filter(({ id }) => isInView(profileId, id)), ...unseen, ...left]
    for (const draft of ordered) {
      if (!hasRoom(running, draft)) break
      if (draft.original !== null && !running.has(draft.id)) void prepare(draft, draft.original)
    }
    report(waiting().length + running.size)
  }

  const giveUp = (isGone: (id: DraftId) => boolean): void => {
    for (const [id, { controller }] of [...running]) {
      if (!isGone(id)) continue
      running.delete(id)
      clearPreview(profileId, id)
      controller.abort()
    }
  }

  return {
    check: () => {
      const known = new Set(drafts().map(({ id }) => id))
      giveUp((id) => !known.has(id))
      next()
    },
    stop: () => {
      giveUp(() => true)
      done = 0
      setAnalysisProgress(profileId, null)
    },
  }
}
