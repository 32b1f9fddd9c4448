import type { LucideIcon } from 'lucide-react'
import { createContext, use } from 'react'
import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import styles from './layout.module.css'

interface PageProps {
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

/** Given once, by the shell: what stands beside the title of every page. */
export const PageHeaderPill = createContext<ReactNode>(null)

interface PageHeaderProps {
  readonly title: string
  readonly sub?: ReactNode
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

export function Pill({ Icon, children }: { readonly Icon: LucideIcon; readonly children: ReactNode }) {
  return (
    <span className={styles.pill}>
      <Icon aria-hidden />
      {children}
    </span>
  )
}
