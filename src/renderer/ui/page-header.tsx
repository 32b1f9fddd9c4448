import type { ReactNode } from 'react'
import styles from './page-header.module.css'

export interface PageHeaderProps {
  readonly title: string
  /** One soft line: what is on the page now. */
  readonly sub?: ReactNode
  /** Buttons; at most one primary. */
  readonly actions?: ReactNode
}

/** The head of a section: its h1, what is there, its actions. Stays while the page below scrolls. */
export function PageHeader({ title, sub, actions }: PageHeaderProps) {
  return (
    <header className={styles.header}>
      <h1>{title}</h1>
      {sub !== undefined && <div className={styles.sub}>{sub}</div>}
      {actions !== undefined && <div className={styles.actions}>{actions}</div>}
    </header>
  )
}
