import { useVirtualizer } from '@tanstack/react-virtual'
import type { Range } from '@tanstack/react-virtual'
import type { Ref, RefObject } from 'react'

/** The rows of a long list that are on screen or nearly so, and the height of those that are not drawn. */
export interface VirtualLines {
  /** Places of the drawn rows, from 0, in order. */
  readonly indexes: readonly number[]
  /** Pixels above the first drawn row, and below the last. */
  readonly before: number
  readonly after: number
  /** For each drawn row, which also says its place in `data-index`. Keeps its identity. */
  readonly measure: Ref<HTMLDivElement>
  /** Brings a row on screen: in the middle of the box, or at its top. */
  readonly scrollTo: (index: number, align: 'center' | 'start') => void
}

export interface VirtualLinesOptions {
  /** The box that scrolls. */
  readonly box: RefObject<HTMLDivElement | null>
  readonly count: number
  /** Height of a row that was never on screen, in pixels. */
  readonly estimatedHeight: (index: number) => number
}

// Short lists are drawn whole: a search in the page and a reader of the screen have all of them.
const maxDrawn = 40

// Pixels drawn beyond the edges, so that a turn of the wheel does not outrun the drawing. By height and not by number: a
// row may be one line or a screen of them.
const overscan = 260

/** The first or last row that is drawn when rows are drawn so far beyond this one. */
function edgeFrom(
  index: number,
  step: 1 | -1,
  { count, estimatedHeight }: Pick<VirtualLinesOptions, 'count' | 'estimatedHeight'>,
) {
  let edge = index
  for (let height = 0; height < overscan && edge + step >= 0 && edge + step < count; edge += step) {
    height += estimatedHeight(edge + step)
  }
  return edge
}

const placesOf = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index)

/** Draws of a long list in a box of its own what is on screen. */
export function useVirtualLines({ box, count, estimatedHeight }: VirtualLinesOptions): VirtualLines {
  const isWhole = count <= maxDrawn
  // eslint-disable-next-line react-hooks/incompatible-library -- its functions read what changes; nothing here is memoised on them
  const rows = useVirtualizer<HTMLDivElement, HTMLDivElement>({
    count: isWhole ? 0 : count,
    estimateSize: estimatedHeight,
    rangeExtractor: ({ startIndex, endIndex }: Range) => {
      const first = edgeFrom(startIndex, -1, { count, estimatedHeight })
      const last = edgeFrom(endIndex, 1, { count, estimatedHeight })
      return Array.from({ length: last - first + 1 }, (_, place) => first + place)
    },
    getScrollElement: () => box.current,
  })
  if (isWhole) {
    return {
      indexes: placesOf(count),
      before: 0,
      after: 0,
      measure: null,
      scrollTo: (index, align) => {
        box.current?.querySelector(`[data-index="${String(index)}"]`)?.scrollIntoView({ block: align })
      },
    }
  }
  const items = rows.getVirtualItems()
  return {
    indexes: items.map(({ index }) => index),
    before: items[0]?.start ?? 0,
    after: rows.getTotalSize() - (items.at(-1)?.end ?? 0),
    measure: rows.measureElement,
    scrollTo: (index, align) => {
      rows.scrollToIndex(index, { align })
    },
  }
}
