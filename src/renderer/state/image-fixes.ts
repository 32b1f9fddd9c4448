/** Changes of images that were asked for by a click: what is under way, what came of it, and what undoes it. */
import { create } from 'zustand'
import type { Failure } from '../../shared/failure.ts'
import type { DraftId } from '../../shared/ids.ts'
import type { Fix } from '../../shared/model/findings.ts'
import type { ImageEdit } from '../../shared/schemas/avatar.ts'

/** A fix that makes another image of a draft's original. */
export type ImageFix = Exclude<Fix, 'remove'>

/** What a row of changes is: one fix, several at once, or the way back. */
export type FixKind = ImageFix | 'mixed' | 'undo'

/** One changed draft. */
export interface FixedDraft {
  readonly draftId: DraftId
  readonly before: ImageEdit | null
  readonly after: ImageEdit | null
}

/** A draft that could not be changed. */
export interface UnfixedDraft {
  readonly fileName: string
  /** A failure of main, or why it could not be drawn (`imaging/look-order.ts`). */
  readonly reason: Failure | string
}

/** A row of changes: everything that was asked for until nothing was left to do. */
export interface FixRow {
  readonly kind: FixKind
  readonly pending: ReadonlySet<DraftId>
  readonly total: number
  readonly fixed: readonly FixedDraft[]
  readonly unfixed: readonly UnfixedDraft[]
  readonly controller: AbortController
}

interface Fixes {
  readonly row: FixRow | null
}

const useStore = create<Fixes>()(() => ({ row: null }))

/** The row of changes that is under way or was the last; null before any and once dismissed. */
export const useFixRow = (): FixRow | null => useStore((state) => state.row)

/** True while this draft's image is being changed. */
export const useIsFixing = (id: DraftId): boolean => useStore((state) => state.row?.pending.has(id) === true)

/** Joins drafts to the row under way, or begins a new one; answers the signal that stops it. */
export function beginFixes(kind: FixKind, ids: readonly DraftId[]): AbortSignal {
  const { row } = useStore.getState()
  const isNew = row === null || row.pending.size === 0
  const begun: FixRow = isNew
    ? { kind, pending: new Set(), total: 0, fixed: [], unfixed: [], controller: new AbortController() }
    : row
  useStore.setState({
    row: {
      ...begun,
      kind: begun.kind === kind ? kind : 'mixed',
      pending: new Set([...begun.pending, ...ids]),
      total: begun.total + ids.length,
    },
  })
  return begun.controller.signal
}

function settle(id: DraftId, more: (row: FixRow) => Partial<FixRow>): void {
  useStore.setState(({ row }) => {
    if (row?.pending.has(id) !== true) return { row }
    return { row: { ...row, ...more(row), pending: new Set([...row.pending].filter((other) => other !== id)) } }
  })
}

/** A draft was changed. */
export function noteFixed(fixed: FixedDraft): void {
  settle(fixed.draftId, (row) => ({ fixed: [...row.fixed, fixed] }))
}

/** A draft that was changed by hand with the row: undoing the row puts it back too. */
export function joinFixed(fixed: FixedDraft): void {
  useStore.setState(({ row }) => ({ row: row && { ...row, total: row.total + 1, fixed: [...row.fixed, fixed] } }))
}

/** A draft could not be changed. */
export function noteUnfixed(id: DraftId, unfixed: UnfixedDraft): void {
  settle(id, (row) => ({ unfixed: [...row.unfixed, unfixed] }))
}

/** A draft is left as it is: it is gone, or the row was stopped. */
export function leaveUnfixed(id: DraftId): void {
  settle(id, (row) => ({ total: row.total - 1 }))
}

/** Stops the row under way: what was not changed yet stays as it is. */
export function stopFixes(): void {
  useStore.getState().row?.controller.abort()
}

/** True while this draft waits for another change or is being changed. */
export function isFixPending(id: DraftId): boolean {
  return useStore.getState().row?.pending.has(id) === true
}

/** The operator has seen what came of it: it can no longer be undone. */
export function dismissFixes(): void {
  useStore.setState({ row: null })
}

/** Back to none, for tests. */
export function resetImageFixes(): void {
  useStore.setState(useStore.getInitialState(), true)
}
