import { useRef } from 'react'
import type { ReactNode, RefObject } from 'react'
import styles from './long-list.module.css'
import { useRowWindow } from './use-row-window.ts'

/** Props of `LongList`. */
export interface LongListProps<Item> {
  /** Accessible name. */
  readonly label: string
  readonly items: readonly Item[]
  readonly keyOf: (item: Item) => string
  /** Height of a row that was never on screen, in pixels. */
  readonly usualHeight: number
  readonly children: (item: Item) => ReactNode
}

interface RowsProps<Item> extends LongListProps<Item> {
  readonly body: RefObject<HTMLUListElement | null>
}

const drawnWhole = 100

function SomeRows<Item>({ items, keyOf, usualHeight, children, body }: RowsProps<Item>) {
  const { indexes, before, after, measure } = useRowWindow<HTMLLIElement>({
    body,
    keys: items.map(keyOf),
    usualHeight,
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
export function LongList<Item>(props: LongListProps<Item>) {
  const { label, items, keyOf, children } = props
  const body = useRef<HTMLUListElement>(null)
  return (
    // The arrows scroll it where nothing inside takes the focus.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- see above
    <div role="group" aria-label={label} tabIndex={0} className={styles.box}>
      <ul ref={body} aria-label={label}>
        {items.length > drawnWhole ? (
          <SomeRows {...props} body={body} />
        ) : (
          items.map((item) => <li key={keyOf(item)}>{children(item)}</li>)
        )}
      </ul>
    </div>
  )
}
