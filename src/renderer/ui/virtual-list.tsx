import { useRef } from 'react'
import type { ReactNode } from 'react'
import styles from './lists.module.css'
import { useVirtualRows } from './use-virtual-rows.ts'

interface VirtualListProps<Item> {
  readonly label: string
  readonly items: readonly Item[]
  readonly keyOf: (item: Item) => string
  /** Of a row that was never on screen, in pixels: it moves the slider of the bar, and nothing else. */
  readonly estimatedHeight?: number
  readonly children: (item: Item) => ReactNode
}

const wholeUpTo = 100

/** A list that scrolls in a box of its own and, when it is long, draws what is on screen. */
export function VirtualList<Item>({ label, items, keyOf, estimatedHeight = 40, children }: VirtualListProps<Item>) {
  const body = useRef<HTMLUListElement>(null)
  const keys = items.map(keyOf)
  const { indexes, gapBefore, after, measure } = useVirtualRows({ body, keys, estimatedHeight, wholeUpTo })
  return (
    // The arrows scroll it where nothing inside takes the focus.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- see above
    <div role="group" aria-label={label} tabIndex={0} className={styles.list}>
      <ul ref={body} aria-label={label} style={{ paddingBlock: `${gapBefore(0)}px ${after}px` }}>
        {indexes.map((index) => {
          const item = items[index]
          return (
            item !== undefined && (
              <li
                key={keys[index]}
                ref={measure}
                data-index={index}
                aria-setsize={items.length}
                aria-posinset={index + 1}
              >
                {children(item)}
              </li>
            )
          )
        })}
      </ul>
    </div>
  )
}
