/** Image fixes started by a click: the fixes in flight and their results. */
import type { Failure } from '../../../../shared/failure.ts'
import type { DraftId } from '../../../../shared/ids.ts'
import type { Fix } from '../../../../shared/model/finding-kinds.ts'
import type { ImageEdit } from '../../../../shared/schemas/avatar.ts'
import type { ShownProfile } from '../../../api/shown-profile.ts'
import { createProfileStore } from '../../../state/create-store.ts'

/** A fix that makes a new image from a draft's original. */
export type ImageFix = Exclude<Fix, 'remove'>

export type FixKind = ImageFix | 'mixed' | 'undo'

export interface FixedDraft {
  readonly draftId: DraftId
  readonly before: ImageEdit | null
  readonly after: ImageEdit | null
}

export interface UnfixedDraft {
  readonly fileName: string
  /** A failure of main, or why the image could not be drawn (`imaging/image-messages.ts`). */
  readonly reason: Failure | string
}

/** A batch of fixes: every fix that was started before the batch was done. */
export interface FixRow {
  readonly kind: FixKind
  readonly pending: ReadonlySet<DraftId>
  readonly total: number
  readonly fixed: readonly FixedDraft[]
  readonly unfixed: readonly UnfixedDraft[]
  readonly controller: AbortController
}

const store = createProfileStore<{ readonly row: FixRow | null }>({ row: null })

/** The batch in flight or the last batch; null before the first batch and once dismissed. */
export const useFixRow = store.field('row')

/**
 * Adds drafts to the batch in flight of the profile on screen, or begins a new batch; returns the signal that aborts
 * it.
 */
export function beginFixes(kind: FixKind, drafts: readonly { readonly id: DraftId }[]): AbortSignal {
  const { row } = store.get()
  const isNew = row === null || row.pending.size === 0
  const begun: FixRow = isNew
    ? { kind, pending: new Set(), total: 0, fixed: [], unfixed: [], controller: new AbortController() }
    : row
  store.set(() => ({
    row: {
      ...begun,
      kind: begun.kind === kind ? kind : 'mixed',
      pending: new Set([...begun.pending, ...drafts.map(({ id }) => id)]),
      total: begun.total + drafts.length,
    },
  }))
  return begun.controller.signal
}

/**
 * Stores the result for a draft of the batch; null: the draft stays unchanged, because it is gone or the batch was
 * stopped.
 */
export function endFix(profileId: ShownProfile, id: DraftId, end: FixedDraft | UnfixedDraft | null): void {
  store.set(({ row }) => {
    if (row?.pending.has(id) !== true) return {}
    const ended = { ...row, pending: new Set([...row.pending].filter((other) => other !== id)) }
    if (end === null) return { row: { ...ended, total: row.total - 1 } }
    return {
      row: 'reason' in end ? { ...ended, unfixed: [...row.unfixed, end] } : { ...ended, fixed: [...row.fixed, end] },
    }
  }, profileId)
}

/** Adds a draft that was changed by hand to the batch: undoing the batch restores the draft too. */
export function joinFixed(fixed: FixedDraft): void {
  store.set(({ row }) => ({ row: row && { ...row, total: row.total + 1, fixed: [...row.fixed, fixed] } }))
}

/** Aborts the batch in flight: drafts that are not changed yet stay unchanged. */
export const stopFixes = (profileId?: ShownProfile): void => store.get(profileId).row?.controller.abort()
export const isFixPending = (id: DraftId): boolean => store.get().row?.pending.has(id) === true

/** Hands over the changed drafts of a batch once nothing is in flight; null before that, and after they were taken. */
export function takeFixed(profileId: ShownProfile): Pick<FixRow, 'kind' | 'fixed'> | null {
  const { row } = store.get(profileId)
  if (row === null || row.pending.size > 0 || row.fixed.length === 0) return null
  store.set(() => ({ row: row.unfixed.length === 0 ? null : { ...row, fixed: [] } }), profileId)
  return row
}

/** The operator has seen the drafts that were not changed. */
export const dismissFixes = (): void => store.set(() => ({ row: null }))
