import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import styles from './page.module.css'

export interface PageProps {
  readonly children: ReactNode
  /** `reading` keeps lines short, for forms and text. */
  readonly width?: 'full' | 'reading'
}

/** The padded body of a section under its `PageHeader`: children stacked with the page's gap. */
export function Page({ children, width = 'full' }: PageProps) {
  return <div className={cx(styles.page, width === 'reading' && styles.reading)}>{children}</div>
}
