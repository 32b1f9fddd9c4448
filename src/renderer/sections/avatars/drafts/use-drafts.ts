import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useRef, useState } from 'react'
import type { DraftId } from '../../../../shared/ids.ts'
import { needsReview } from '../../../../shared/model/findings.ts'
import type { Draft } from '../../../../shared/schemas/avatar.ts'
import { read } from '../../../api/queries.ts'
import { useEscape } from '../../../ui/use-window-event.ts'

const noDrafts: readonly Draft[] = []

/** The drafts of the open profile; none until main has answered. */
export function useDrafts(): readonly Draft[] {
  return useQuery(read('creator.read', {})).data?.drafts ?? noDrafts
}

export type Review = ReturnType<typeof useReview>

/** While switched on, shows only the drafts with a finding to review. Only shown drafts are selected and created. */
export function useReview(all: readonly Draft[]) {
  const [isOn, setOn] = useState(false)
  const doubtful = useMemo(() => all.filter(({ findings }) => needsReview(findings)), [all])
  // After the last draft to review, all drafts are shown, even if more drafts need a review later.
  if (isOn && doubtful.length === 0) setOn(false)
  const shown = isOn && doubtful.length > 0 ? doubtful : all
  const end = useCallback(() => setOn(false), [])
  const toggle = useCallback(() => setOn((before) => !before), [])
  return useMemo(
    () => ({ isOn, count: doubtful.length, all, shown, toggle, end }),
    [isOn, doubtful, all, shown, toggle, end],
  )
}

export type DraftSelection = ReturnType<typeof useDraftSelection>

/** The selected drafts. Removed drafts leave the selection, and Escape clears it. */
export function useDraftSelection(drafts: readonly Draft[]) {
  const [ids, setIds] = useState<ReadonlySet<DraftId>>(new Set())
  const anchor = useRef<DraftId | null>(null)
  const selected = useMemo(() => drafts.filter(({ id }) => ids.has(id)), [drafts, ids])
  /**
   * With `isRange`, all drafts from the last toggled draft to this draft get this draft's new state. Keeps its identity
   * while `drafts` does.
   */
  const toggle = useCallback(
    (id: DraftId, isRange: boolean): void => {
      const index = drafts.findIndex((draft) => draft.id === id)
      const other = isRange ? drafts.findIndex((draft) => draft.id === anchor.current) : index
      const from = other < 0 ? index : other
      const range = new Set(drafts.slice(Math.min(from, index), Math.max(from, index) + 1).map((draft) => draft.id))
      anchor.current = id
      setIds((before) =>
        before.has(id) ? new Set([...before].filter((one) => !range.has(one))) : new Set([...before, ...range]),
      )
    },
    [drafts],
  )
  /** Selects exactly these drafts. */
  const select = useCallback((chosen: readonly Draft[]): void => {
    anchor.current = null
    setIds(new Set(chosen.map(({ id }) => id)))
  }, [])
  const selectAll = useCallback((): void => select(drafts), [select, drafts])
  useEscape(() => select([]))
  return useMemo(() => ({ selected, ids, toggle, select, selectAll }), [selected, ids, toggle, select, selectAll])
}
