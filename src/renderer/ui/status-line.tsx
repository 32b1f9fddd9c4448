import { CircleAlert, CircleCheck, Info, LoaderCircle, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import controls from './controls.module.css'
import { cx } from './cx.ts'
import styles from './states.module.css'

export type StatusTone = 'info' | 'good' | 'warn' | 'bad' | 'busy'

export interface StatusLineProps {
  readonly tone?: StatusTone
  /** The text. Without a text, the empty live region stays in place, so that the next text is announced. */
  readonly children?: ReactNode
}

const icons = { info: Info, good: CircleCheck, warn: TriangleAlert, bad: CircleAlert, busy: LoaderCircle }

/**
 * Only the appearance of a status line, for use inside a live region that is mounted elsewhere, because live regions do
 * not nest.
 */
export function StatusText({ tone = 'info', role, children }: StatusLineProps & { readonly role?: 'status' }) {
  const empty = children === undefined || children === null || children === ''
  const Icon = icons[tone]
  return (
    <div
      role={role}
      className={cx(styles.status, tone === 'busy' ? styles.busy : controls[tone], empty && styles.empty)}
    >
      {!empty && <Icon aria-hidden />}
      {!empty && <div className={styles.words}>{children}</div>}
    </div>
  )
}

/** A live region (`status`) for recent events. Mount it before it has a text. */
export function StatusLine(props: StatusLineProps) {
  return <StatusText {...props} role="status" />
}
