import { useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Draft } from '../../../../shared/schemas/avatar.ts'
import { refusal } from '../../../../shared/failure.ts'
import type { Failure } from '../../../../shared/failure.ts'
import { failureOf } from '../../../api/call.ts'
import { readDrafts, writeDraft } from '../../../api/creator-cache.ts'
import { profileScope } from '../../../api/shown-profile.ts'
import { ImageJobFailure } from '../../../imaging/image-client.ts'
import { beginFixes, isFixPending, leaveUnfixed, addFixed, addUnfixed } from '../../../state/image-edit-batch-store.ts'
import type { FixedDraft, FixKind, ImageFix } from '../../../state/image-edit-batch-store.ts'
import { applyEdit, bytesLimit, dropEdit, fixEdit, uprightSize } from './image-fix.ts'
import type { EditRun } from './image-fix.ts'

/** The changes that a click can make to many drafts. They go on when the section is left. */
export interface ImageFixes {
  readonly fix: (fix: ImageFix, drafts: readonly Draft[]) => void
  /** Restores these drafts, unless they were changed since. */
  readonly undo: (fixed: readonly FixedDraft[]) => void
}

type Change = (draft: Draft, run: EditRun) => Promise<Draft> | null

interface FixRun extends EditRun {
  readonly change: Change
}

const sameEdit = (one: Draft['edit'], other: Draft['edit']): boolean => JSON.stringify(one) === JSON.stringify(other)

function fixed(draft: Draft, fix: ImageFix, run: EditRun): Promise<Draft> | null {
  const { original } = draft
  const edit = original && fixEdit(draft, original, fix)
  if (original === null || edit === null) return null
  const most = fix === 'downscale' ? bytesLimit(draft.findings) : Number.POSITIVE_INFINITY
  return applyEdit(draft, { original, size: uprightSize(draft, original), edit, maxBytes: most }, run)
}

function putBack(draft: Draft, { before, after }: FixedDraft, run: EditRun): Promise<Draft> | null {
  const { original } = draft
  if (original === null || !sameEdit(draft.edit, after)) return null
  if (before === null) return dropEdit(draft, run.scope)
  return applyEdit(draft, { original, size: uprightSize(draft, original), edit: before }, run)
}

function reasonOf(error: unknown, { scope }: EditRun): Failure | string {
  if (!scope.isShown()) return refusal('profile-moved').failure
  return error instanceof ImageJobFailure ? error.reason : failureOf(error)
}

async function changeOne(client: QueryClient, draft: Draft, run: FixRun): Promise<void> {
  const { change, signal, scope } = run
  const { profileId } = scope
  try {
    const answer = await change(draft, run)
    if (answer === null) {
      leaveUnfixed(profileId, draft.id)
      return
    }
    if (scope.isShown()) writeDraft(client, answer)
    addFixed(profileId, { draftId: draft.id, before: draft.edit, after: answer.edit })
  } catch (error) {
    // Stopped by the operator: left as it is. Stopped by a switch of the profile: reported when that profile is back.
    if (signal.aborted && scope.isShown()) leaveUnfixed(profileId, draft.id)
    else addUnfixed(profileId, draft.id, { fileName: draft.fileName, reason: reasonOf(error, run) })
  }
}

function createImageFixes(client: QueryClient): ImageFixes {
  const run = (kind: FixKind, drafts: readonly Draft[], change: Change): void => {
    const free = drafts.filter(({ id }) => !isFixPending(id))
    const signal = beginFixes(
      kind,
      free.map(({ id }) => id),
    )
    const scope = profileScope()
    // The image workers take them in this order, and no more than they can at once.
    for (const draft of free) void changeOne(client, draft, { change, signal, scope })
  }
  return {
    fix: (fix, drafts) => {
      run(fix, drafts, (draft, of) => fixed(draft, fix, of))
    },
    undo: (done) => {
      const known = new Map(done.map((one) => [one.draftId, one]))
      const drafts = readDrafts(client).filter(({ id }) => known.has(id))
      run('undo', drafts, (draft, of) => {
        const one = known.get(draft.id)
        return one === undefined ? null : putBack(draft, one, of)
      })
    },
  }
}

/** Fixes of drafts by the image workers, with progress in `state/image-edit-batch-store.ts`. Keeps its identity. */
export function useImageFixes(): ImageFixes {
  const client = useQueryClient()
  return useMemo(() => createImageFixes(client), [client])
}
