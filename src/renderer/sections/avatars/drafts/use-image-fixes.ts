import { useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Draft } from '../../../../shared/schemas/avatar.ts'
import { failureOf } from '../../../api/call.ts'
import { NotDrawn } from '../../../imaging/look-at-image.ts'
import { beginFixes, isFixPending, leaveUnfixed, noteFixed, noteUnfixed } from '../../../state/image-fixes.ts'
import type { FixedDraft, FixKind, ImageFix } from '../../../state/image-fixes.ts'
import { readDrafts, writeDraft } from '../use-creator.ts'
import { applyEdit, bytesLimit, dropEdit, fixEdit, uprightSize } from './image-fix.ts'

/** The changes that a click can make to many drafts. They go on when the section is left. */
export interface ImageFixes {
  readonly fix: (fix: ImageFix, drafts: readonly Draft[]) => void
  /** Puts back what these drafts were, where nobody has changed them since. */
  readonly undo: (fixed: readonly FixedDraft[]) => void
}

type Change = (draft: Draft, signal: AbortSignal) => Promise<Draft> | null

interface Run {
  readonly change: Change
  readonly signal: AbortSignal
}

const sameEdit = (one: Draft['edit'], other: Draft['edit']): boolean => JSON.stringify(one) === JSON.stringify(other)

function fixed(draft: Draft, fix: ImageFix, signal: AbortSignal): Promise<Draft> | null {
  const { original } = draft
  const edit = original && fixEdit(draft, original, fix)
  if (original === null || edit === null) return null
  const most = fix === 'downscale' ? bytesLimit(draft.findings) : Number.POSITIVE_INFINITY
  return applyEdit(draft, { original, size: uprightSize(draft, original), edit, most }, signal)
}

function putBack(draft: Draft, { before, after }: FixedDraft, signal: AbortSignal): Promise<Draft> | null {
  const { original } = draft
  if (original === null || !sameEdit(draft.edit, after)) return null
  if (before === null) return dropEdit(draft)
  const size = uprightSize(draft, original)
  return applyEdit(draft, { original, size, edit: before, most: Number.POSITIVE_INFINITY }, signal)
}

async function changeOne(client: QueryClient, draft: Draft, { change, signal }: Run): Promise<void> {
  try {
    const answer = await change(draft, signal)
    if (answer === null) {
      leaveUnfixed(draft.id)
      return
    }
    writeDraft(client, answer)
    noteFixed({ draftId: draft.id, before: draft.edit, after: answer.edit })
  } catch (error) {
    if (signal.aborted) leaveUnfixed(draft.id)
    else {
      const reason = error instanceof NotDrawn ? error.reason : failureOf(error)
      noteUnfixed(draft.id, { fileName: draft.fileName, reason })
    }
  }
}

function createImageFixes(client: QueryClient): ImageFixes {
  const run = (kind: FixKind, drafts: readonly Draft[], change: Change): void => {
    const free = drafts.filter(({ id }) => !isFixPending(id))
    const signal = beginFixes(
      kind,
      free.map(({ id }) => id),
    )
    // The image workers take them in this order, and no more than they can at once.
    for (const draft of free) void changeOne(client, draft, { change, signal })
  }
  return {
    fix: (fix, drafts) => {
      run(fix, drafts, (draft, signal) => fixed(draft, fix, signal))
    },
    undo: (done) => {
      const known = new Map(done.map((one) => [one.draftId, one]))
      const drafts = readDrafts(client).filter(({ id }) => known.has(id))
      run('undo', drafts, (draft, signal) => {
        const one = known.get(draft.id)
        return one === undefined ? null : putBack(draft, one, signal)
      })
    },
  }
}

/** Fixes of drafts by the image workers; `state/image-fixes.ts` tells how far they are. Keeps its identity. */
export function useImageFixes(): ImageFixes {
  const client = useQueryClient()
  return useMemo(() => createImageFixes(client), [client])
}
