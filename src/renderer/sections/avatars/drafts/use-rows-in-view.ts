import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import type { Virtualizer } from '@tanstack/react-virtual'
import { useEffect, useState } from 'react'
import type { RefObject } from 'react'
import { scrollBoxOf } from '../../../ui/scroll-box.ts'

interface RowsInViewOptions {
  readonly list: RefObject<HTMLElement | null>
  /** How many rows there are, all of one height in pixels. */
  readonly count: number
  readonly height: number
  /** A row that is always drawn, because it can have the focus; negative for none. */
  readonly pinned: number
}

// Pixels that are drawn beyond the edges, so that a turn of the wheel does not outrun the drawing.
const overscan = 320

// How far the first row is above the edge of the box, negative below it.
function passed(box: HTMLElement, list: HTMLElement | null): number {
  return box.getBoundingClientRect().top - (list?.getBoundingClientRect().top ?? 0)
}

/**
 * The rows of a long list that are in view. The list is inside a page that scrolls as a whole, and the content above it
 * grows and shrinks, so the list's position is read again at each scroll.
 */
export function useRowsInView({ list, count, height, pinned }: RowsInViewOptions) {
  // The list's ref is set after the first effects: only a second render finds the scrolling box.
  const [, setHasList] = useState(false)
  useEffect(() => {
    setHasList(true)
  }, [])
  // eslint-disable-next-line react-hooks/incompatible-library -- its functions read what changes; nothing here is memoised on them
  const rows = useVirtualizer<HTMLElement, HTMLElement>({
    count,
    estimateSize: () => height,
    overscan: Math.ceil(overscan / height),
    rangeExtractor: (range) => {
      const indexes = defaultRangeExtractor(range)
      return pinned < 0 || pinned >= range.count || indexes.includes(pinned)
        ? indexes
        : [...indexes, pinned].sort((one, other) => one - other)
    },
    getScrollElement: () => scrollBoxOf(list.current),
    observeElementOffset: (_rows: Virtualizer<HTMLElement, HTMLElement>, report) => {
      const box = scrollBoxOf(list.current)
      if (box === null) return undefined
      let offset = passed(box, list.current)
      const moves = (): void => {
        offset = passed(box, list.current)
        report(offset, true)
      }
      // Reports the last offset: measuring again would cause a second layout in the frame.
      const remaining = (): void => report(offset, false)
      // Reported immediately: a page that is already scrolled shows rows from its middle.
      remaining()
      box.addEventListener('scroll', moves, { passive: true })
      box.addEventListener('scrollend', remaining, { passive: true })
      return () => {
        box.removeEventListener('scroll', moves)
        box.removeEventListener('scrollend', remaining)
      }
    },
  })
  return {
    /** Indexes of the rows to draw, in order. */
    indexes: rows.getVirtualItems().map(({ index }) => index),
    /** The first and the last row on screen; null until the page is laid out. */
    seen: rows.range,
  }
}
