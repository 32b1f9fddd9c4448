import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import styles from './description-list.module.css'

/** One named fact. */
export interface DescriptionItem {
  readonly label: string
  readonly value: ReactNode
  /** For ids, codes and addresses. */
  readonly mono?: boolean
}

export interface DescriptionListProps {
  /** `false` leaves one out. */
  readonly items: readonly (DescriptionItem | false)[]
}

/** A description list: labels at the start, values beside them. */
export function DescriptionList({ items }: DescriptionListProps) {
  return (
    <dl className={styles.facts}>
      {items
        .filter((item) => item !== false)
        .map((item) => (
          <div key={item.label} className={styles.row}>
            <dt>{item.label}</dt>
            <dd className={cx(item.mono === true && styles.mono)}>{item.value}</dd>
          </div>
        ))}
    </dl>
  )
}
