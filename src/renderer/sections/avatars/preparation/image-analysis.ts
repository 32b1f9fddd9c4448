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
  hasFailedAnalysis,
  isInView,
  setAnalysisProgress,
  setFailedAnalysis,
} from '../../../state/image-analysis-store.ts'
import { imageUrl } from '../image-url.ts'

export interface ImageAnalysis {
  /** Goes on with the drafts as they are now; gives up those that are gone. */
  readonly check: () => void
  /** Gives up everything under way; `check` starts anew. */
  readonly stop: () => void
}

// Enough to keep the workers busy while others' faces are looked for or main is told. More would only wait there, in an
// order that cannot be changed any more, and each may hold a whole converted image.
const maxInFlight = 4

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

interface ReportOptions {
  readonly signal: AbortSignal
  readonly scope: ProfileScope
}

async function withFindings(draft: Draft, seen: AnalysedImage, { signal, scope }: ReportOptions): Promise<Draft> {
  const { analysis, thumbnail, converted } = seen
  signal.throwIfAborted()
  const answer = await call('draft.setAnalysis', { draftId: draft.id, analysis, thumbnail }, scope.profileId)
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
  const running = new Map<DraftId, AbortController>()
  let done = 0

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

  const prepare = async (draft: Draft, { imageId, width, height, type }: ImageInfo): Promise<void> => {
    const { id } = draft
    const controller = new AbortController()
    const { signal } = controller
    running.set(id, controller)
    const converts = isEncoded(draft)
    const image = {
      source: imageUrl(imageId),
      width,
      height,
      type,
      converts,
      priority: isInView(profileId, id) ? 0 : 1,
    }
    const [answered] = await Promise.allSettled([
      analyse(image, signal).then((seen) => withFindings(draft, seen, { signal, scope })),
    ])
    // Given up, and perhaps begun anew under the same id.
    if (running.get(id) !== controller) return
    running.delete(id)
    if (answered.status === 'rejected') setFailedAnalysis(profileId, id, failureOf(answered.reason))
    else {
      const answer = answered.value
      if (!needsAnalysis(answer)) done += 1
      // Main took it and it is not enough.
      else if (converts) setFailedAnalysis(profileId, id, { kind: 'internal', logId: 'page' })
      onDraft(answer)
    }
    next()
  }

  const next = (): void => {
    const waiting = drafts().filter(
      (draft) => needsAnalysis(draft) && !running.has(draft.id) && !hasFailedAnalysis(profileId, draft.id),
    )
    const unseen = waiting.filter(({ analysis }) => analysis === null)
    const ordered = new Set([...unseen.filter(({ id }) => isInView(profileId, id)), ...unseen, ...waiting])
    report(waiting.length + running.size)
    for (const draft of [...ordered].slice(0, maxInFlight - running.size))
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
