import { createContext, use } from 'react'
import type { ReactNode } from 'react'
import styles from './layout.module.css'

/** Given once, by the shell: what stands beside the title of every page. */
export const PageHeaderPill = createContext<ReactNode>(null)

export interface PageHeaderProps {
  readonly title: string
  /** One soft line: what is on the page now. */
  readonly sub?: ReactNode
  /** What the page is about or shows of it: a selector, tabs. */
  readonly tools?: ReactNode
  /** Buttons; at most one primary. */
  readonly actions?: ReactNode
}

/** The head of a section: its h1, what is there, its actions. Stays while the page below scrolls. */
export function PageHeader({ title, sub, tools, actions }: PageHeaderProps) {
  return (
    <header className={styles.header}>
      <h1>{title}</h1>
      {sub !== undefined && <div className={styles.sub}>{sub}</div>}
      {tools}
      {use(PageHeaderPill)}
      {actions !== undefined && <div className={styles.actions}>{actions}</div>}
    </header>
  )
}

export interface PillProps {
  readonly icon: ReactNode
  readonly children: ReactNode
}

export function Pill({ icon, children }: PillProps) {
  return (
    <span className={styles.pill}>
      {icon}
      {children}
    </span>
  )
}
