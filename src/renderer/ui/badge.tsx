import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import styles from './controls.module.css'

export type Tone = 'neutral' | 'accent' | 'good' | 'warn' | 'bad' | 'info'

export interface BadgeProps {
  readonly tone?: Tone
  readonly children: ReactNode
}

export function Badge({ tone = 'neutral', children }: BadgeProps) {
  return <span className={cx(styles.badge, styles[tone])}>{children}</span>
}

export function StateDot({ tone = 'neutral', children }: BadgeProps) {
  return (
    <span className={styles.state}>
      <span className={cx(styles.dot, styles[tone])} aria-hidden />
      {children}
    </span>
  )
}
