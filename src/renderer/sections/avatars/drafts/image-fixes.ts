/** From a fix to an edit, and from an edit to the draft that main keeps. */
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

// Every canvas seen so far has at most 1,920 pixels a side: more is of no use to a call, and slow to send.
const maxSide = 2_048
const maxAttempts = 6

/** Pixels of a draft's upright original, as they were drawn where they were. */
export function uprightSize({ analysis }: Pick<Draft, 'analysis'>, original: ImageInfo): Size {
  return analysis?.decoded === true ? analysis : original
}

const isTransparent = ({ analysis }: Draft): boolean => analysis?.decoded === true && analysis.transparent

/** The edit of a draft; of one without, the edit that leaves its picture whole. */
export function editOf(draft: Draft, original: ImageInfo): ImageEdit {
  const type = original.type === 'png' || isTransparent(draft) ? 'png' : 'jpeg'
  return draft.edit ?? { area: null, longestSide: null, type }
}

/** Whether a frame leaves nothing out: cut by it, a picture would only lose quality. */
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
    // What is transparent stays so; of everything else JPEG is the smaller.
    return { ...edit, longestSide, type: isTransparent(draft) ? 'png' : 'jpeg' }
  }
  const size = uprightSize(draft, original)
  const area = proposedArea(size, fix === 'crop-16:9' ? '16:9' : '9:16', facesOf(draft))
  return area === null || (edit.area === null && isWhole(area, size)) ? null : { ...edit, area }
}

/** Most bytes that a draft's image should have, as its finding says; no limit where it is not over it. */
export function bytesLimit(findings: readonly Finding[]): number {
  const limit = findings.find(({ id }) => id === 'bytes-over-limit')?.facts['limit']
  return typeof limit === 'number' ? limit : Number.POSITIVE_INFINITY
}

/** An edit to render, of `maxBytes` at most if scaling down can reach that; `size` as of `uprightSize` by default. */
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

/** Makes the image of an edit and hands it to main. Rejects with `CallError`, `NotDrawn` or the signal's reason. */
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
      const made = edited.edit ?? requested
      return call('draft.setEdit', { draftId: draft.id, edit: made, image, thumbnail }, scope.profileId)
    }
    // Bytes grow about as the pixels do; a little less, so that the next one fits.
    const shrink = Math.min(0.9, Math.sqrt(maxBytes / length) * 0.95)
    requested = { ...requested, longestSide: Math.max(1, Math.floor(Math.max(edited.width, edited.height) * shrink)) }
  }
}

/** Goes back to the image as it was dropped; where main cannot send that, the page will prepare it anew. */
export function dropEdit(draft: Draft, { profileId }: ProfileScope): Promise<Draft> {
  return call('draft.setEdit', { draftId: draft.id, edit: null, image: null, thumbnail: null }, profileId)
}

/** Main takes an image of the whole for a late conversion while there is a crop: the crop goes first. */
async function restoreEdit(draft: Draft, rendering: Rendering, run: EditRun): Promise<Draft> {
  if (rendering.edit.area === null && (draft.edit?.area ?? null) !== null) await dropEdit(draft, run.scope)
  return applyEdit(draft, rendering, run)
}

/** Answers null where there is nothing to change. */
type Change = (draft: Draft, original: ImageInfo, run: EditRun) => Promise<Draft> | null

interface Batch {
  readonly kind: FixKind
  readonly drafts: readonly Draft[]
  readonly change: Change
}

/** What a batch changed. */
export type Changes = Pick<FixRow, 'kind' | 'fixed'>

// With progress in `preparation/image-edit-batch-store.ts`; goes on when the section is left. Answers what was changed once
// nothing is in flight any more: to the last of several starts.
async function changeAll({ kind, drafts, change }: Batch): Promise<Changes | null> {
  const free = drafts.filter(({ id }) => !isFixPending(id))
  const signal = beginFixes(kind, free)
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
      // Stopped by the operator: left as it is. Stopped by a switch of the profile: reported when that profile is back.
      endFix(profileId, id, signal.aborted && isShown() ? null : { fileName, reason: reasonOf(error) })
    }
  }
  // The image workers take them in this order, and no more than they can at once.
  await Promise.all(free.map(changeOne))
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

/** Puts drafts back as they were before a batch; those that were changed since stay. */
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
