/** Turns a fix into an edit, and applies the edit to the draft in main. */
import { refusal } from '../../../../shared/failure.ts'
import type { Failure } from '../../../../shared/failure.ts'
import type { Draft, FaceBox, Finding, ImageEdit, ImageInfo } from '../../../../shared/schemas/avatar.ts'
import { call, failureOf } from '../../../api/call.ts'
import { readDrafts, writeDraft } from '../../../api/creator-cache.ts'
import { profileScope } from '../../../api/shown-profile.ts'
import type { ProfileScope } from '../../../api/shown-profile.ts'
import { renderEdit } from '../../../imaging/image-client.ts'
import { ImageJobFailure } from '../../../imaging/image-messages.ts'
import { beginFixes, endFix, isFixPending, takeFixed } from '../preparation/image-edit-batch-store.ts'
import type { FixedDraft, FixKind, FixRow, ImageFix } from '../preparation/image-edit-batch-store.ts'
import { droppedFile } from '../../../state/intake-store.ts'
import { proposedArea } from '../crop/crop-geometry.ts'
import type { Size } from '../crop/crop-geometry.ts'

// Every canvas seen so far has at most 1,920 pixels a side: more pixels are useless in a call and slow to send.
const maxSide = 2_048
const maxAttempts = 6

/** The size in pixels of a draft's upright original, as drawn if it was drawn. */
export function uprightSize({ analysis }: Pick<Draft, 'analysis'>, original: ImageInfo): Size {
  return analysis?.decoded === true ? analysis : original
}

const isTransparent = ({ analysis }: Draft): boolean => analysis?.decoded === true && analysis.transparent

/** The edit of a draft; without an edit, the edit that leaves its picture whole. */
export function editOf(draft: Draft, original: ImageInfo): ImageEdit {
  const type = original.type === 'png' || isTransparent(draft) ? 'png' : 'jpeg'
  return draft.edit ?? { area: null, longestSide: null, type }
}

/** True for a frame that leaves nothing out: such a crop would only lose quality. */
export function isWhole(area: Size, image: Size): boolean {
  return area.width === image.width && area.height === image.height
}

export const facesOf = ({ analysis }: Draft): readonly FaceBox[] =>
  analysis?.decoded === true ? (analysis.faces ?? []) : []

/**
 * The edit that a fix makes, on top of the draft’s own edit; null when there is nothing to do, or the image is too
 * small for it.
 */
function fixEdit(draft: Draft, original: ImageInfo, fix: ImageFix): ImageEdit | null {
  const edit = editOf(draft, original)
  if (fix === 'downscale') {
    const longestSide = Math.min(edit.longestSide ?? maxSide, maxSide)
    // Transparent images stay transparent; for all others, JPEG is smaller.
    return { ...edit, longestSide, type: isTransparent(draft) ? 'png' : 'jpeg' }
  }
  const size = uprightSize(draft, original)
  const area = proposedArea(size, fix === 'crop-16:9' ? '16:9' : '9:16', facesOf(draft))
  return area === null || (edit.area === null && isWhole(area, size)) ? null : { ...edit, area }
}

/** The byte limit in a draft's finding; infinite where the image is not over the limit. */
export function bytesLimit(findings: readonly Finding[]): number {
  const limit = findings.find(({ id }) => id === 'bytes-over-limit')?.facts['limit']
  return typeof limit === 'number' ? limit : Number.POSITIVE_INFINITY
}

/** An edit to render, within `maxBytes` if scaling down can reach that; `size` is `uprightSize` by default. */
interface Rendering {
  readonly original: ImageInfo
  readonly size?: Size
  readonly edit: ImageEdit
  readonly maxBytes?: number
}

interface EditRun {
  readonly signal: AbortSignal
  readonly scope: ProfileScope
}

/** Makes the image of an edit and hands it to main. Rejects with `CallError`, `ImageJobFailure` or the signal's reason. */
export async function applyEdit(draft: Draft, rendering: Rendering, { signal, scope }: EditRun): Promise<Draft> {
  const { original, edit, maxBytes = Number.POSITIVE_INFINITY } = rendering
  const { width, height } = rendering.size ?? uprightSize(draft, original)
  const { imageId, type } = original
  const source = { imageId, file: droppedFile(imageId), type, width, height }
  let requested = edit
  for (let attempt = 1; ; attempt += 1) {
    const { image, thumbnail, ...edited } = await renderEdit(source, requested, signal)
    const { length } = image
    if (length <= maxBytes || attempt === maxAttempts) {
      const madeEdit = edited.edit ?? requested
      return call('draft.setEdit', { draftId: draft.id, edit: madeEdit, image, thumbnail }, scope.profileId)
    }
    // Bytes grow about as fast as pixels; the factor is slightly smaller, so that the next attempt fits.
    const shrink = Math.min(0.9, Math.sqrt(maxBytes / length) * 0.95)
    requested = { ...requested, longestSide: Math.max(1, Math.floor(Math.max(edited.width, edited.height) * shrink)) }
  }
}

/** Restores the dropped image; where main cannot send that image, the page prepares it again. */
export function dropEdit(draft: Draft, { profileId }: ProfileScope): Promise<Draft> {
  return call('draft.setEdit', { draftId: draft.id, edit: null, image: null, thumbnail: null }, profileId)
}

/** Removes a crop first: while a crop exists, main treats an image of the whole picture as a late conversion. */
async function restoreEdit(draft: Draft, rendering: Rendering, run: EditRun): Promise<Draft> {
  if (rendering.edit.area === null && (draft.edit?.area ?? null) !== null) await dropEdit(draft, run.scope)
  return applyEdit(draft, rendering, run)
}

/** Returns null where there is nothing to change. */
type Change = (draft: Draft, original: ImageInfo, run: EditRun) => Promise<Draft> | null

interface Batch {
  readonly kind: FixKind
  readonly drafts: readonly Draft[]
  readonly change: Change
}

export type Changes = Pick<FixRow, 'kind' | 'fixed'>

// Reports progress in `preparation/image-edit-batch-store.ts`, and continues when the operator leaves the section.
// Returns the changes once nothing is in flight any more, and only to the last of several starts.
async function changeAll({ kind, drafts, change }: Batch): Promise<Changes | null> {
  const idleDrafts = drafts.filter(({ id }) => !isFixPending(id))
  const signal = beginFixes(kind, idleDrafts)
  const scope = profileScope()
  const { profileId, isShown } = scope
  const reasonOf = (error: unknown): Failure | string => {
    if (!isShown()) return refusal('profile-moved').failure
    return error instanceof ImageJobFailure ? error.reason : failureOf(error)
  }
  const changeOne = async (draft: Draft): Promise<void> => {
    const { id, original, edit, fileName } = draft
    try {
      const answer = original && (await change(draft, original, { signal, scope }))
      if (answer !== null && isShown()) writeDraft(answer)
      endFix(profileId, id, answer && { draftId: id, before: edit, after: answer.edit })
    } catch (error) {
      // Stopped by the operator: stays unchanged. Stopped by a profile switch: reported when that profile is shown
      // again.
      endFix(profileId, id, signal.aborted && isShown() ? null : { fileName, reason: reasonOf(error) })
    }
  }
  // The image workers take the drafts in this order, and only as many as they can process at a time.
  await Promise.all(idleDrafts.map(changeOne))
  return isShown() ? takeFixed(profileId) : null
}

/** Null where nothing was changed, or other changes are still in flight. */
export function fixImages(fix: ImageFix, drafts: readonly Draft[]): Promise<Changes | null> {
  const change: Change = (draft, original, run) => {
    const edit = fixEdit(draft, original, fix)
    const maxBytes = fix === 'downscale' ? bytesLimit(draft.findings) : Number.POSITIVE_INFINITY
    return edit && applyEdit(draft, { original, edit, maxBytes }, run)
  }
  return changeAll({ kind: fix, drafts, change })
}

/** Restores drafts to their state before a batch; drafts that were changed since stay. */
export function undoFixes(fixed: readonly FixedDraft[]): Promise<Changes | null> {
  const done = new Map(fixed.map((one) => [one.draftId, one]))
  const drafts = readDrafts().filter(({ id }) => done.has(id))
  const change: Change = (draft, original, run) => {
    const { before = null, after = null } = done.get(draft.id) ?? {}
    if (JSON.stringify(draft.edit) !== JSON.stringify(after)) return null
    return before === null ? dropEdit(draft, run.scope) : restoreEdit(draft, { original, edit: before }, run)
  }
  return changeAll({ kind: 'undo', drafts, change })
}
