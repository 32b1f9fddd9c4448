import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import styles from './collapsible-panel.module.css'
import panel from './panel.module.css'

export interface CollapsiblePanelProps {
  /** Heading. */
  readonly title: string
  /** One line that is there when it is closed too. */
  readonly summary: ReactNode
  /** Where its state is kept elsewhere; else it begins as one line. */
  readonly isOpen?: boolean
  /** Called when it is opened and closed, for content that is drawn in an open panel only. */
  readonly onToggle?: (isOpen: boolean) => void
  readonly children: ReactNode
}

/** A card on the page that is one line until it is opened: native `details`. */
export function CollapsiblePanel({ title, summary, isOpen, onToggle, children }: CollapsiblePanelProps) {
  return (
    <details
      className={panel.panel}
      open={isOpen}
      onToggle={(event) => {
        onToggle?.(event.currentTarget.open)
      }}
    >
      <summary className={cx(panel.head, styles.head)}>
        <h2>{title}</h2>
        <span className={panel.sub}>{summary}</span>
      </summary>
      <div className={styles.body}>{children}</div>
    </details>
  )
}
