import { useMemo, useState } from 'react'
import type { JsonComparison } from '../../../../shared/schemas/conversation.ts'

/** Rows that are the same on both sides and far from a change: one line, until it is opened. */
export interface Fold {
  readonly from: number
  readonly count: number
}

interface Collapsible {
  /** Where the runs of changed rows stand. */
  readonly changed: JsonComparison['changed']
  readonly total: number
  /** Rows from here on are not folded. */
  readonly known: number
}

const around = 3
const minCollapsed = 4

/** The rows of a diff that are on screen, by their numbers from 0, with a fold in the place of those that it holds. */
export function useFolds({ changed, total, known }: Collapsible) {
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set())
  const rows = useMemo(() => {
    const shown: (number | Fold)[] = []
    const show = (from: number, to: number): void => {
      for (let row = from; row < to; row += 1) shown.push(row)
    }
    const fold = (from: number, to: number): void => {
      const isCollapsed = !opened.has(from) && to - from >= minCollapsed && from < known
      if (isCollapsed) shown.push({ from, count: to - from })
      else show(from, to)
    }
    let at = 0
    for (const { from, count } of changed) {
      const start = Math.max(at, from - around)
      const end = Math.min(total, from + count + around)
      fold(at, start)
      show(start, end)
      at = end
    }
    fold(at, total)
    return shown
  }, [changed, total, known, opened])
  return { rows, open: (from: number): void => setOpened((before) => new Set([...before, from])) }
}
