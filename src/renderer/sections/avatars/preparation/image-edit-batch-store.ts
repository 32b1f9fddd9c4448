/** Image fixes started by a click: what is in flight, and what came of it. */
import type { Failure } from '../../../../shared/failure.ts'
import type { DraftId } from '../../../../shared/ids.ts'
import type { Fix } from '../../../../shared/model/finding-kinds.ts'
import type { ImageEdit } from '../../../../shared/schemas/avatar.ts'
import type { ShownProfile } from '../../../api/shown-profile.ts'
import { createProfileStore } from '../../../state/create-store.ts'

/** A fix that makes another image of a draft's original. */
export type ImageFix = Exclude<Fix, 'remove'>

export type FixKind = ImageFix | 'mixed' | 'undo'

export interface FixedDraft {
  readonly draftId: DraftId
  readonly before: ImageEdit | null
  readonly after: ImageEdit | null
}

export interface UnfixedDraft {
  readonly fileName: string
  /** A failure of main, or why it could not be drawn (`imaging/image-messages.ts`). */
  readonly reason: Failure | string
}

/** A batch of fixes: all that were started until nothing was left to do. */
export interface FixRow {
  readonly kind: FixKind
  readonly pending: ReadonlySet<DraftId>
  readonly total: number
  readonly fixed: readonly FixedDraft[]
  readonly unfixed: readonly UnfixedDraft[]
  readonly controller: AbortController
}

const store = createProfileStore<{ readonly row: FixRow | null }>({ row: null })

/** The batch in flight, or the last one; null before any and once dismissed. */
export const useFixRow = store.field('row')

/**
 * Adds drafts to the batch in flight of the profile on screen, or begins a new one; returns the signal that aborts it.
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

/** What became of a draft of the batch; null: it is left as it is, because it is gone or the batch was stopped. */
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

/** A draft that was changed by hand with the row: undoing the row puts it back too. */
export function joinFixed(fixed: FixedDraft): void {
  store.set(({ row }) => ({ row: row && { ...row, total: row.total + 1, fixed: [...row.fixed, fixed] } }))
}

/** Aborts the batch in flight: what was not changed yet stays as it is. */
export const stopFixes = (profileId?: ShownProfile): void => store.get(profileId).row?.controller.abort()
export const isFixPending = (id: DraftId): boolean => store.get().row?.pending.has(id) === true

/** Hands over what a batch has changed once nothing of it is in flight; null before, and after it was taken. */
export function takeFixed(profileId: ShownProfile): Pick<FixRow, 'kind' | 'fixed'> | null {
  const { row } = store.get(profileId)
  if (row === null || row.pending.size > 0 || row.fixed.length === 0) return null
  store.set(() => ({ row: row.unfixed.length === 0 ? null : { ...row, fixed: [] } }), profileId)
  return row
}

/** The operator has seen what was not changed. */
export const dismissFixes = (): void => store.set(() => ({ row: null }))
