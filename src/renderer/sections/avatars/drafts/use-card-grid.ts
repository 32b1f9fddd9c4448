import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useState } from 'react'
import type { CSSProperties, RefObject } from 'react'
import type { DraftId } from '../../../../shared/ids.ts'
import type { Draft } from '../../../../shared/schemas/avatar.ts'
import { setInView } from '../../../state/image-analysis-store.ts'

// More cards are drawn only where they are in view: each costs a part of every layout, and a megabyte for its preview.
const maxDrawn = 60

const minCardWidth = 136
const gap = 12
// Words, buttons and spaces of a card below its preview, before any row was measured.
const defaultTextHeight = 128

/** The place of a card in a grid that draws only some of its rows. */
export interface CardPlace {
  /** Line of the grid, from 1. */
  readonly line: number
  /** From 1. */
  readonly column: number
}

/** A card that is drawn. */
export interface ShownCard {
  readonly draft: Draft
  readonly index: number
  /** null: placed by the grid. */
  readonly place: CardPlace | null
  /** Row of the list, from 0, for the one card that is measured for its row’s height; else null. */
  readonly measures: number | null
}

/** The grid of cards. */
export interface CardGrid {
  readonly shown: readonly ShownCard[]
  /** Tracks of the grid; undefined where the grid places the cards. */
  readonly style: CSSProperties | undefined
  /** To be the `ref` of each card that measures its row. */
  readonly measure: (card: HTMLLIElement | null) => void
}

function useInnerWidth(list: RefObject<HTMLElement | null>, isOn: boolean): number {
  const [width, setWidth] = useState(0)
  useEffect(() => {
    const element = list.current
    if (!isOn || element === null) return undefined
    const observer = new ResizeObserver(([entry]) => {
      setWidth(entry?.contentRect.width ?? 0)
    })
    observer.observe(element)
    return () => {
      observer.disconnect()
    }
  }, [list, isOn])
  return width
}

const cardOf = (target: EventTarget | null): string | null =>
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
  const width = useInnerWidth(list, isVirtual)
  const focused = useFocusedCard(list)
  const columns = Math.max(1, Math.floor((width + gap) / (minCardWidth + gap)))
  const focusedRow = Math.floor(drafts.findIndex(({ id }) => id === focused) / columns)
  // eslint-disable-next-line react-hooks/incompatible-library -- its answers change without its identity; nothing here is memoised by it
  const rows = useVirtualizer({
    count: isVirtual ? Math.ceil(drafts.length / columns) : 0,
    getScrollElement: () => list.current,
    estimateSize: () => ((width - gap * (columns - 1)) / columns) * 1.25 + defaultTextHeight,
    gap,
    overscan: 2,
    useFlushSync: false,
    rangeExtractor: (range) => {
      const drawn = defaultRangeExtractor(range)
      if (focusedRow < 0 || drawn.includes(focusedRow)) return drawn
      return [...drawn, focusedRow].sort((one, other) => one - other)
    },
  })

  const tracks: string[] = []
  const shown: ShownCard[] = []
  let end = 0
  for (const row of rows.getVirtualItems()) {
    // Rows that are not drawn are one empty track.
    tracks.push(`${row.start - end}px`, 'max-content')
    end = row.end
    drafts.slice(row.index * columns, (row.index + 1) * columns).forEach((draft, column) => {
      shown.push({
        draft,
        index: row.index * columns + column,
        place: { line: tracks.length, column: column + 1 },
        measures: column === 0 ? row.index : null,
      })
    })
  }
  tracks.push(`${Math.max(0, rows.getTotalSize() - end)}px`)

  const first = (rows.range?.startIndex ?? 0) * columns
  const last = ((rows.range?.endIndex ?? -1) + 1) * columns
  useEffect(() => {
    setInView(drafts.slice(first, last).map(({ id }): DraftId => id))
  }, [drafts, first, last])

  if (!isVirtual) {
    const all = drafts.map((draft, index): ShownCard => ({ draft, index, place: null, measures: null }))
    return { shown: all, style: undefined, measure: rows.measureElement }
  }
  return {
    shown,
    style: {
      gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
      gridTemplateRows: tracks.join(' '),
      rowGap: 0,
    },
    measure: rows.measureElement,
  }
}
