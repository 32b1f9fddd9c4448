import type { ReactNode } from 'react'
import styles from './empty-state.module.css'

export interface EmptyStateProps {
  /** A lucide icon; decoration only. */
  readonly icon?: ReactNode
  /** What will be here. */
  readonly title: string
  /** How it comes here. */
  readonly children?: ReactNode
  /** The one thing to do. */
  readonly action?: ReactNode
}

/** A place where nothing is yet: what will be here and the one thing to do. */
export function EmptyState({ icon, title, children, action }: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      {icon !== undefined && (
        <span className={styles.icon} aria-hidden>
          {icon}
        </span>
      )}
      <p className={styles.title}>{title}</p>
      {children !== undefined && <div className={styles.words}>{children}</div>}
      {action !== undefined && <div className={styles.action}>{action}</div>}
    </div>
  )
}
