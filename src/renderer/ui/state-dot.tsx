import type { BadgeProps } from './badge.tsx'
import { cx } from './cx.ts'
import styles from './badge.module.css'

export interface StateDotProps extends BadgeProps {
  /** Something goes on right now: the dot breathes. */
  readonly live?: boolean
}

/** A state in words with its colour as a dot; the words alone say it all. */
export function StateDot({ tone = 'neutral', live = false, children }: StateDotProps) {
  return (
    <span className={styles.state}>
      <span className={cx(styles.dot, styles[tone], live && styles.live)} aria-hidden />
      {children}
    </span>
  )
}
