import { defaultRangeExtractor, observeElementRect, useVirtualizer } from '@tanstack/react-virtual'
import type { Virtualizer } from '@tanstack/react-virtual'
import { useRef, useState } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import styles from './library.module.css'

interface VirtualRowListProps<Item> {
  /** Accessible name. */
  readonly label: string
  readonly items: readonly Item[]
  readonly keyOf: (item: Item) => string
  /** Height of a row that was never on screen, in pixels. */
  readonly estimatedHeight: number
  /** One row: a single button that spreads `row`, so that the arrows find it. */
  readonly children: (item: Item, row: RowAttributes) => ReactNode
}

export interface RowAttributes {
  readonly 'data-row': number
  readonly tabIndex: 0 | -1
  readonly onFocus: () => void
}

type Rows = Virtualizer<HTMLDivElement, HTMLLIElement>

// Drawn beyond the edges, so that a turn of the wheel does not outrun the drawing.
const overscan = 8
// A list that is closed is not laid out; it draws this much, to be there at once when it opens.
const screenful = 640

const steps: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowDown: (at, count) => Math.min(at + 1, count - 1),
  ArrowUp: (at) => Math.max(at - 1, 0),
  Home: () => 0,
  End: (_at, count) => count - 1,
}

function rowOf(target: EventTarget): number | null {
  const row = target instanceof HTMLElement ? target.closest('[data-row]')?.getAttribute('data-row') : null
  return row === null || row === undefined ? null : Number(row)
}

/** The keys of a list: one row is in the order of tabs, the arrows go from row to row, wherever it is scrolled. */
function useArrows(count: number, rows: Rows, choose: (index: number) => void) {
  const requested = useRef<number | null>(null)
  const focusRow = (item: Element | null, index: number): void => {
    if (item === null || requested.current !== index) return
    requested.current = null
    item.querySelector<HTMLElement>(`[data-row="${index}"]`)?.focus({ preventScroll: true })
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const at = rowOf(event.target)
    const step = steps[event.key]
    if (at === null || step === undefined) return
    event.preventDefault()
    const next = step(at, count)
    requested.current = next
    choose(next)
    rows.scrollToIndex(next)
    // A row that is not drawn yet takes the focus when it is.
    focusRow(event.currentTarget.querySelector(`li[data-index="${next}"]`), next)
  }
  return { focusRow, onKeyDown }
}

/** A virtual list of any length in a scrolling box of its own. */
export function VirtualRowList<Item>({ label, items, keyOf, estimatedHeight, children }: VirtualRowListProps<Item>) {
  const count = items.length
  const [chosen, choose] = useState(0)
  // The row in the order of tabs.
  const active = Math.max(0, Math.min(chosen, count - 1))
  const box = useRef<HTMLDivElement>(null)
  // eslint-disable-next-line react-hooks/incompatible-library -- its functions read what changes; nothing here is memoised on them
  const rows = useVirtualizer<HTMLDivElement, HTMLLIElement>({
    count,
    getItemKey: (index) => {
      const item = items[index]
      return item === undefined ? index : keyOf(item)
    },
    estimateSize: () => estimatedHeight,
    overscan,
    getScrollElement: () => box.current,
    observeElementRect: (list: Rows, report) =>
      observeElementRect(list, (rect) => report(rect.height === 0 ? { ...rect, height: screenful } : rect)),
    measureElement: (item) => (item.offsetHeight === 0 ? estimatedHeight : item.offsetHeight),
    // The row in the order of tabs stays, or a list that was scrolled could not be reached by keys.
    rangeExtractor: (range) => [...new Set([...defaultRangeExtractor(range), active])].sort((a, b) => a - b),
  })
  const { focusRow, onKeyDown } = useArrows(count, rows, choose)
  return (
    <div ref={box} className={styles.box}>
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys are those of the buttons inside */}
      <ul aria-label={label} className={styles.list} style={{ height: rows.getTotalSize() }} onKeyDown={onKeyDown}>
        {rows.getVirtualItems().map(({ index, key, start }) => {
          const item = items[index]
          if (item === undefined) return null
          return (
            <li
              key={key}
              ref={(element) => {
                rows.measureElement(element)
                focusRow(element, index)
              }}
              data-index={index}
              aria-setsize={count}
              aria-posinset={index + 1}
              className={styles.item}
              style={{ transform: `translateY(${start}px)` }}
            >
              {children(item, {
                'data-row': index,
                tabIndex: index === active ? 0 : -1,
                onFocus: () => choose(index),
              })}
            </li>
          )
        })}
      </ul>
    </div>
  )
}
