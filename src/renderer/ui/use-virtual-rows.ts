import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import type { Virtualizer } from '@tanstack/react-virtual'
import { useCallback, useEffect, useState } from 'react'
import type { RefObject } from 'react'
import { scrollBoxOf } from './scroll-box.ts'

interface VirtualRowsOptions {
  readonly body: RefObject<HTMLElement | null>
  readonly keys: readonly string[]
  readonly estimatedHeight: number
  /** A row that is drawn wherever the table is scrolled to, such as the one that has the focus; -1 is none. */
  readonly pinned?: number
  /** Up to so many rows are all drawn: nothing is gained by leaving some out, and a page of them can be searched. */
  readonly wholeUpTo?: number
}

// Pixels that are drawn beyond the edges, so that a turn of the wheel does not outrun the drawing.
const overscan = 320

// How far the first row is above the edge of the box, negative below it.
function passed(box: HTMLElement, body: HTMLElement | null): number {
  return box.getBoundingClientRect().top - (body?.getBoundingClientRect().top ?? 0)
}

/**
 * Draws of a long table what is on screen. The table stands somewhere in a page that scrolls as a whole, and what is
 * above it grows and shrinks: so its place is read anew at each scroll.
 */
export function useVirtualRows({ body, keys, estimatedHeight, pinned = -1, wholeUpTo = -1 }: VirtualRowsOptions) {
  const isWhole = keys.length <= wholeUpTo
  // Around these rows the body's ref is set after their first effects: only a second drawing finds the box that scrolls.
  const [, setHasBody] = useState(false)
  useEffect(() => {
    setHasBody(true)
  }, [])
  // eslint-disable-next-line react-hooks/incompatible-library -- its functions read what changes; nothing here is memoised on them
  const rows = useVirtualizer<HTMLElement, HTMLElement>({
    // Not switched off: it knows the box when rows beyond those of a whole list come, and keeps the one with the focus.
    count: isWhole ? 0 : keys.length,
    getItemKey: (index) => keys[index] ?? index,
    estimateSize: () => estimatedHeight,
    overscan: Math.ceil(overscan / estimatedHeight),
    rangeExtractor: (range) => {
      const indexes = defaultRangeExtractor(range)
      return pinned < 0 || pinned >= range.count || indexes.includes(pinned)
        ? indexes
        : [...indexes, pinned].sort((one, other) => one - other)
    },
    getScrollElement: () => scrollBoxOf(body.current),
    observeElementOffset: (_rows: Virtualizer<HTMLElement, HTMLElement>, report) => {
      const box = scrollBoxOf(body.current)
      if (box === null) return undefined
      let offset = passed(box, body.current)
      const moves = (): void => {
        offset = passed(box, body.current)
        report(offset, true)
      }
      // Its last place: measuring again would lay out what was drawn a second time in the frame.
      const remaining = (): void => report(offset, false)
      // At once: a page that is already scrolled shows rows from its middle.
      remaining()
      box.addEventListener('scroll', moves, { passive: true })
      box.addEventListener('scrollend', remaining, { passive: true })
      return () => {
        box.removeEventListener('scroll', moves)
        box.removeEventListener('scrollend', remaining)
      }
    },
  })
  // Chromium holds a table in its place when what is above it changes, but not the rows of one. By as much as the row
  // differs, because a place to go to would be one that was read before the wheel turned on.
  rows.shouldAdjustScrollPositionOnItemSizeChange = ({ start }, difference, { scrollOffset }) => {
    if (start < (scrollOffset ?? 0)) scrollBoxOf(body.current)?.scrollBy({ top: difference, behavior: 'instant' })
    return false
  }
  const scrollTo = useCallback(
    (index: number) => {
      const box = scrollBoxOf(body.current)
      const [top] = rows.getOffsetForIndex(index, 'center') ?? []
      if (box !== null && top !== undefined) box.scrollBy({ top: top - passed(box, body.current), behavior: 'instant' })
    },
    [rows, body],
  )
  const items = rows.getVirtualItems()
  return {
    /** Places of the drawn rows, from 0, in order. */
    indexes: isWhole ? [...keys.keys()] : items.map(({ index }) => index),
    /** The first and the last that are on screen; null until the page is laid out. */
    seen: rows.range,
    /** Pixels above a drawn row, from the one that is drawn before it or the top, by its place among the drawn ones. */
    gapBefore: (place: number): number => (items[place]?.start ?? 0) - (items[place - 1]?.end ?? 0),
    /** Pixels below the last drawn row. */
    after: rows.getTotalSize() - (items.at(-1)?.end ?? 0),
    /** For each drawn row, which also says its place in `data-index`: rows are as high as their words. Keeps its identity. */
    measure: isWhole ? undefined : rows.measureElement,
    scrollTo,
  }
}
