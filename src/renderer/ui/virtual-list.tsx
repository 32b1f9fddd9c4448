import { useRef } from 'react'
import type { ReactNode, RefObject } from 'react'
import styles from './lists.module.css'
import { useVirtualRows } from './use-virtual-rows.ts'

export interface VirtualListProps<Item> {
  readonly label: string
  readonly items: readonly Item[]
  readonly keyOf: (item: Item) => string
  readonly estimatedHeight: number
  readonly children: (item: Item) => ReactNode
}

interface RowsProps<Item> extends VirtualListProps<Item> {
  readonly body: RefObject<HTMLUListElement | null>
}

const virtualizeFrom = 100

function VirtualListRows<Item>({ items, keyOf, estimatedHeight, children, body }: RowsProps<Item>) {
  const { indexes, before, after, measure } = useVirtualRows<HTMLLIElement>({
    body,
    keys: items.map(keyOf),
    estimatedHeight,
  })
  return (
    <>
      <li aria-hidden style={{ height: before }} />
      {indexes.map((index) => {
        const item = items[index]
        if (item === undefined) return null
        return (
          <li key={keyOf(item)} ref={measure} data-index={index} aria-setsize={items.length} aria-posinset={index + 1}>
            {children(item)}
          </li>
        )
      })}
      <li aria-hidden style={{ height: after }} />
    </>
  )
}

/** A list that scrolls in a box of its own and, when it is long, draws what is on screen. */
export function VirtualList<Item>(props: VirtualListProps<Item>) {
  const { label, items, keyOf, children } = props
  const body = useRef<HTMLUListElement>(null)
  return (
    // The arrows scroll it where nothing inside takes the focus.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- see above
    <div role="group" aria-label={label} tabIndex={0} className={styles.list}>
      <ul ref={body} aria-label={label}>
        {items.length > virtualizeFrom ? (
          <VirtualListRows {...props} body={body} />
        ) : (
          items.map((item) => <li key={keyOf(item)}>{children(item)}</li>)
        )}
      </ul>
    </div>
  )
}
