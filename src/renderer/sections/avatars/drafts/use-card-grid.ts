import { useEffect, useMemo, useState } from 'react'
import type { CSSProperties, RefObject } from 'react'
import type { DraftId } from '../../../../shared/ids.ts'
import type { Draft } from '../../../../shared/schemas/avatar.ts'
import { setInView } from '../../../state/image-analysis-store.ts'
import { useVirtualRows } from '../../../ui/use-virtual-rows.ts'

// More cards are drawn only where they are in view: each costs a part of every layout, and a megabyte for its preview.
const maxDrawn = 60

// As in draft-list.module.css.
const minCardWidth = 96
const cardHeight = 162
const gap = 8

/** A card that is drawn. */
export interface ShownCard {
  readonly draft: Draft
  readonly index: number
  /** Line of the grid, from 1; null: placed by the grid. */
  readonly line: number | null
}

/** The grid of cards. */
export interface CardGrid {
  readonly shown: readonly ShownCard[]
  /** Tracks of the grid; undefined where the grid places the cards. */
  readonly style: CSSProperties | undefined
  /** Cards in a row. */
  readonly columns: number
}

function useInnerWidth(list: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0)
  useEffect(() => {
    const element = list.current
    if (element === null) return undefined
    const observer = new ResizeObserver(([entry]) => {
      setWidth(entry?.contentRect.width ?? 0)
    })
    observer.observe(element)
    return () => {
      observer.disconnect()
    }
  }, [list])
  return width
}

/** Id of the draft whose card holds this element. */
export const cardOf = (target: EventTarget | null): string | null =>
  target instanceof Element ? (target.closest('[data-draft]')?.getAttribute('data-draft') ?? null) : null

/** Id of the card that has the focus; it keeps it while the window has none. */
function useFocusedCard(list: RefObject<HTMLElement | null>): string | null {
  const [focused, setFocused] = useState<string | null>(null)
  useEffect(() => {
    const element = list.current
    if (element === null) return undefined
    const enter = ({ target }: FocusEvent): void => {
      setFocused(cardOf(target))
    }
    const leave = ({ relatedTarget }: FocusEvent): void => {
      if (relatedTarget !== null) setFocused(cardOf(relatedTarget))
    }
    element.addEventListener('focusin', enter)
    element.addEventListener('focusout', leave)
    return () => {
      element.removeEventListener('focusin', enter)
      element.removeEventListener('focusout', leave)
    }
  }, [list])
  return focused
}

/**
 * Lays out the cards: up to sixty all at once, more only by the rows that are in view, and the row that has the
 * keyboard's focus. Every card keeps its element while rows and columns change around it.
 */
export function useCardGrid(drafts: readonly Draft[], list: RefObject<HTMLUListElement | null>): CardGrid {
  const isVirtual = drafts.length > maxDrawn
  const width = useInnerWidth(list)
  const focused = useFocusedCard(list)
  const columns = Math.max(1, Math.floor((width + gap) / (minCardWidth + gap)))
  const count = isVirtual ? Math.ceil(drafts.length / columns) : 0
  const keys = useMemo(() => Array.from({ length: count }, (_, row) => String(row)), [count])
  const rows = useVirtualRows({ body: list, keys, estimatedHeight: cardHeight + gap })
  const focusedRow = Math.floor(drafts.findIndex(({ id }) => id === focused) / columns)

  const first = (rows.indexes[0] ?? 0) * columns
  const last = ((rows.indexes.at(-1) ?? -1) + 1) * columns
  useEffect(() => {
    setInView(drafts.slice(first, last).map(({ id }): DraftId => id))
  }, [drafts, first, last])

  if (!isVirtual) {
    return { shown: drafts.map((draft, index) => ({ draft, index, line: null })), style: undefined, columns }
  }
  const drawn = new Set(focusedRow < 0 ? rows.indexes : [...rows.indexes, focusedRow])
  const shown = [...drawn]
    .sort((one, other) => one - other)
    .flatMap((row) =>
      drafts
        .slice(row * columns, (row + 1) * columns)
        .map((draft, column) => ({ draft, index: row * columns + column, line: row + 1 })),
    )
  // Rows are of one height, so that those that are not drawn keep their place.
  return {
    shown,
    style: {
      gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
      gridTemplateRows: `repeat(${count}, ${cardHeight}px)`,
    },
    columns,
  }
}
