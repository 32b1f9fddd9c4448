import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import styles from './layout.module.css'

export interface PageProps {
  readonly children: ReactNode
  /** A column at the page's left side with a scroll of its own; in a narrow window a bar above. */
  readonly aside?: ReactNode
  /** An `Inspector` at the page's right side, with a scroll of its own. */
  readonly inspector?: ReactNode
}

/** The body of a section under its `PageHeader`, and what scrolls: children stacked with the page's gap. */
export function Page({ children, aside, inspector }: PageProps) {
  return (
    <div className={cx(styles.frame, aside !== undefined && styles.beside)}>
      {aside}
      <div className={styles.scroll}>
        <div className={styles.content}>{children}</div>
      </div>
      {inspector}
    </div>
  )
}
