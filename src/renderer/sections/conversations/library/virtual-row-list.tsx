import { useEffect, useRef, useState } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { useVirtualRows } from '../../../ui/use-virtual-rows.ts'
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

// A short list is drawn whole: it is there at once when the panel of a narrow window opens.
const virtualizeFrom = 100

const steps: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowDown: (at, last) => Math.min(at + 1, last),
  ArrowUp: (at) => Math.max(at - 1, 0),
  Home: () => 0,
  End: (_at, last) => last,
}

/** A list of any length in a scrolling box of its own. One row is in the order of tabs; the arrows go on from there. */
export function VirtualRowList<Item>({ label, items, keyOf, estimatedHeight, children }: VirtualRowListProps<Item>) {
  const list = useRef<HTMLUListElement>(null)
  const requested = useRef<number | null>(null)
  const [chosen, choose] = useState(0)
  const isLong = items.length > virtualizeFrom
  const rows = useVirtualRows<HTMLLIElement>({ body: list, keys: isLong ? items.map(keyOf) : [], estimatedHeight })
  const indexes = isLong ? rows.indexes : [...items.keys()]
  // Where the chosen row is scrolled away, the first that is drawn, or the list could not be reached by keys.
  const active = indexes.includes(chosen) ? chosen : indexes[0]

  const focusRequested = (): void => {
    const row = list.current?.querySelector<HTMLElement>(`[data-row="${String(requested.current)}"]`)
    if (row === null || row === undefined) return
    requested.current = null
    row.focus()
  }
  // A row that was not drawn yet takes the focus when it is.
  useEffect(focusRequested)
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const step = steps[event.key]
    if (step === undefined) return
    event.preventDefault()
    const next = step(active ?? 0, items.length - 1)
    requested.current = next
    if (!indexes.includes(next)) rows.scrollTo(next)
    focusRequested()
  }
  return (
    <div className={styles.box}>
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys are those of the buttons inside */}
      <ul
        ref={list}
        aria-label={label}
        style={{ paddingTop: rows.before, paddingBottom: rows.after }}
        onKeyDown={onKeyDown}
      >
        {indexes.map((index) => {
          const item = items[index]
          if (item === undefined) return null
          return (
            <li
              key={keyOf(item)}
              ref={isLong ? rows.measure : undefined}
              data-index={index}
              aria-setsize={items.length}
              aria-posinset={index + 1}
              className={styles.item}
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
