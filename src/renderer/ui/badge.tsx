import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import styles from './badge.module.css'

/** What a badge or a state's dot says about its words. */
export type Tone = 'neutral' | 'accent' | 'good' | 'warn' | 'bad' | 'info'

export interface BadgeProps {
  readonly tone?: Tone
  readonly children: ReactNode
}

/** A small label on a soft ground. */
export function Badge({ tone = 'neutral', children }: BadgeProps) {
  return <span className={cx(styles.badge, styles[tone])}>{children}</span>
}
