import type { BadgeProps } from './badge.tsx'
import { cx } from './cx.ts'
import styles from './badge.module.css'

/** A state in words with its colour as a dot; the words alone say it all. */
export function StateDot({ tone = 'neutral', children }: BadgeProps) {
  return (
    <span className={styles.state}>
      <span className={cx(styles.dot, styles[tone])} aria-hidden />
      {children}
    </span>
  )
}
