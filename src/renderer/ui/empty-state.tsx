import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './content.module.css'
import { Row, Text } from './layout.tsx'

export interface EmptyStateProps {
  readonly Icon?: LucideIcon
  readonly title: string
  readonly children?: ReactNode
  readonly action?: ReactNode
}

export function EmptyState({ Icon, title, children, action }: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      {Icon && (
        <span className={styles.icon} aria-hidden>
          <Icon />
        </span>
      )}
      <Text as="p" font="card">
        {title}
      </Text>
      {children !== undefined && (
        <Text as="div" tone="soft" className={styles.words}>
          {children}
        </Text>
      )}
      {action !== undefined && (
        <Row gap={2} align="stretch" className={styles.action}>
          {action}
        </Row>
      )}
    </div>
  )
}

/** An empty state over the whole page, shown while the operator drags droppable content over the page. */
export function DropOverlay(props: EmptyStateProps) {
  return (
    <div role="status" className={styles.overlay}>
      <EmptyState {...props} />
    </div>
  )
}
