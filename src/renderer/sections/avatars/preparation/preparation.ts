/**
 * Looks at the image of every draft that needs it, a few at once, and tells main what it saw. What main has answered is
 * the only memory: a draft that needs nothing is left alone, so that a restart goes on where it was.
 */
import type { DraftId } from '../../../../shared/ids.ts'
import type { Draft, ImageInfo } from '../../../../shared/schemas/avatar.ts'
import { call, failureOf } from '../../../api/call.ts'
import type { ProfileScope } from '../../../api/shown-profile.ts'
import type { ImageToSee, SeenImage } from '../../../imaging/look-at-image.ts'
import {
  forgetPreview,
  hasFailedPreparation,
  isInView,
  noteFailedPreparation,
  notePreview,
  setPreparationProgress,
} from '../../../state/preparation.ts'
import { imageUrl } from '../image-url.ts'

/** What the preparation needs. */
export interface PreparationDeps {
  /** Whose drafts they are. */
  readonly scope: ProfileScope
  readonly look: (image: ImageToSee, signal: AbortSignal) => Promise<SeenImage>
  /** The drafts as they are known now, in the order of the list. */
  readonly drafts: () => readonly Draft[]
  /** Hears of every draft that main answered. */
  readonly onDraft: (draft: Draft) => void
  /** Hears that all is done that can be done. */
  readonly onSettled: () => void
}

/** A preparation under way. */
export interface Preparation {
  /** Goes on with the drafts as they are now; gives up those that are gone. */
  readonly check: () => void
  /** Gives up everything under way; `check` starts anew. */
  readonly stop: () => void
}

// As many as the image workers draw at once: more would only wait there, in an order that cannot be changed any more.
const mostDrawn = 2

// Drawn, and waiting for their faces to be looked for: each holds the squares that the model looks at, less than a
// megabyte, or the whole converted image.
const mostUnderWay = { plain: 24, converted: 4 } as const

// Each way back to the image as it was dropped may ask for one more conversion; a list and an answer of main that do not
// agree would ask for ever.
const mostAttempts = 20

// True when the page has something to do for a draft: to look at its image, or to convert what main could not.
function needsPreparation({ original, prepared, look }: Draft): boolean {
  if (original === null) return false
  return look === null || (look.decoded && prepared === null)
}

interface UnderWay {
  readonly controller: AbortController
  isDrawn: boolean
}

function hasRoom(running: ReadonlyMap<DraftId, UnderWay>, { prepared }: Draft): boolean {
  const drawing = [...running.values()].filter(({ isDrawn }) => !isDrawn).length
  return drawing < mostDrawn && running.size < mostUnderWay[prepared === null ? 'converted' : 'plain']
}

interface Telling {
  readonly signal: AbortSignal
  readonly scope: ProfileScope
}

async function told(draft: Draft, seen: SeenImage, { signal, scope }: Telling): Promise<Draft> {
  const { look, thumbnail, converted } = seen
  signal.throwIfAborted()
  const answer = await call('draft.setLook', { draftId: draft.id, look, thumbnail }, scope.profileId)
  // What the operator has cut meanwhile is not converted over.
  if (converted === null || answer.prepared !== null) return answer
  signal.throwIfAborted()
  const { edit, image } = converted
  return call('draft.setEdit', { draftId: draft.id, edit, image, thumbnail }, scope.profileId)
}

/** Gives a preparation at rest. */
export function createPreparation({ scope, look, drafts, onDraft, onSettled }: PreparationDeps): Preparation {
  const { profileId } = scope
  const running = new Map<DraftId, UnderWay>()
  const attempts = new Map<DraftId, number>()
  let done = 0

  const waiting = (): readonly Draft[] =>
    drafts().filter(
      (draft) => needsPreparation(draft) && !running.has(draft.id) && !hasFailedPreparation(profileId, draft.id),
    )

  const tell = (left: number): void => {
    if (left > 0) {
      setPreparationProgress(profileId, { done, total: done + left })
      return
    }
    setPreparationProgress(profileId, null)
    // What one image shows can change what is said of another, such as that they look alike.
    if (done > 0) onSettled()
    done = 0
  }

  const end = (id: DraftId, { controller }: UnderWay): boolean => {
    // Given up, and perhaps begun anew under the same id.
    if (running.get(id)?.controller !== controller) return false
    running.delete(id)
    return true
  }

  const toSee = (draft: Draft, { imageId, width, height, type }: ImageInfo, underWay: UnderWay): ImageToSee => ({
    source: imageUrl(imageId),
    width,
    height,
    type,
    converts: draft.prepared === null,
    priority: isInView(profileId, draft.id) ? 0 : 1,
    onThumbnail: (thumbnail) => {
      if (running.get(draft.id) !== underWay) return
      underWay.isDrawn = true
      notePreview(profileId, draft.id, thumbnail)
      next()
    },
  })

  const prepare = async (draft: Draft, original: ImageInfo): Promise<void> => {
    const { id } = draft
    const underWay: UnderWay = { controller: new AbortController(), isDrawn: false }
    const { signal } = underWay.controller
    running.set(id, underWay)
    const attempt = (attempts.get(id) ?? 0) + 1
    attempts.set(id, attempt)
    try {
      const seen = await look(toSee(draft, original, underWay), signal)
      const answer = await told(draft, seen, { signal, scope })
      if (!end(id, underWay)) return
      done += 1
      // Main took it and it is not enough.
      if (needsPreparation(answer) || attempt >= mostAttempts)
        noteFailedPreparation(profileId, id, { kind: 'internal', logId: 'page' })
      onDraft(answer)
    } catch (error) {
      if (!end(id, underWay)) return
      noteFailedPreparation(profileId, id, failureOf(error))
    }
    forgetPreview(profileId, id)
    next()
  }

  const next = (): void => {
    const left = waiting()
    const ordered = [...left.filter(({ id }) => isInView(profileId, id)), ...left]
    for (const draft of ordered) {
      if (!hasRoom(running, draft)) break
      if (draft.original !== null && !running.has(draft.id)) void prepare(draft, draft.original)
    }
    tell(waiting().length + running.size)
  }

  const giveUp = (isGone: (id: DraftId) => boolean): void => {
    for (const [id, { controller }] of [...running]) {
      if (!isGone(id)) continue
      running.delete(id)
      forgetPreview(profileId, id)
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
      setPreparationProgress(profileId, null)
    },
  }
}
