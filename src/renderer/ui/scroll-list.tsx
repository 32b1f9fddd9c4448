import { useState } from 'react'
import type { ReactNode } from 'react'
import styles from './lists.module.css'
import { limits } from '../../shared/model/limits.ts'
import { ShowMore } from './show-more.tsx'

interface ScrollListProps<Item> {
  readonly label: string
  readonly items: readonly Item[]
  readonly keyOf: (item: Item) => string
  readonly children: (item: Item) => ReactNode
}

/**
 * A list in a scrolling box with a limited height. A long list is drawn in steps: a pasted text can contain thousands
 * of ids, and selecting all of them draws every row again.
 */
export function ScrollList<Item>({ label, items, keyOf, children }: ScrollListProps<Item>) {
  const [limit, setLimit] = useState<number>(limits.rowsAtOnce)
  const shown = items.slice(0, limit)
  return (
    // The arrow keys scroll the box where nothing inside takes the focus.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- see above
    <div role="group" aria-label={label} tabIndex={0} className={styles.list}>
      <ul aria-label={label}>
        {shown.map((item) => (
          <li key={keyOf(item)} className={styles.listed}>
            {children(item)}
          </li>
        ))}
      </ul>
      <ShowMore shown={shown.length} total={items.length} onMore={() => setLimit(limit + limits.rowsAtOnce)} />
    </div>
  )
}
