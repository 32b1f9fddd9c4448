import type { LucideIcon } from 'lucide-react'
import { createContext, use, useLayoutEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import { takeOverFocus } from './focus.ts'
import styles from './layout.module.css'

interface PageProps {
  readonly children: ReactNode
  /** A column with its own scrolling at the page's left side; in a narrow window, a bar above the page. */
  readonly aside?: ReactNode
  /** An `Inspector` at the page's right side, with its own scrolling. */
  readonly inspector?: ReactNode
}

/** The scrolling body of a section under its `PageHeader`, with children stacked at the page's gap. */
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

/** The content beside the title of every page, provided once by the shell. */
export const PageHeaderPill = createContext<ReactNode>(null)

interface PageHeaderProps {
  readonly title: string
  readonly sub?: ReactNode
  readonly tools?: ReactNode
  readonly actions?: ReactNode
}

interface PageHeadingProps {
  readonly className?: string | undefined
  readonly children: ReactNode
}

/** The h1 of a page. It takes the focus when a control of the previous page had the focus. */
export function PageHeading({ className, children }: PageHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => takeOverFocus(heading.current), [])
  return (
    <h1 ref={heading} tabIndex={-1} className={className}>
      {children}
    </h1>
  )
}

/** The head of a section: its h1, a summary, tools and actions. It stays in place while the page below scrolls. */
export function PageHeader({ title, sub, tools, actions }: PageHeaderProps) {
  return (
    <header className={styles.header}>
      <PageHeading>{title}</PageHeading>
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
