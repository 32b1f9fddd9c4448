import { createContext, use } from 'react'
import type { ReactNode } from 'react'
import styles from './layout.module.css'

/** Given once, by the shell: what stands beside the title of every page. */
export const PageHeaderPill = createContext<ReactNode>(null)

export interface PageHeaderProps {
  readonly title: string
  readonly sub?: ReactNode
  /** What the page is about or shows of it: a selector, tabs. */
  readonly tools?: ReactNode
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

export function Pill({ icon, children }: { readonly icon: ReactNode; readonly children: ReactNode }) {
  return (
    <span className={styles.pill}>
      {icon}
      {children}
    </span>
  )
}
