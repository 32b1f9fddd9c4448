import type { ReactNode } from 'react'
import styles from './controls.module.css'

export interface DisclosureProps {
  readonly label: string
  readonly children: ReactNode
  readonly onToggle?: (open: boolean) => void
}

export function Disclosure({ label, children, onToggle }: DisclosureProps) {
  return (
    <details className={styles.details} onToggle={(event) => onToggle?.(event.currentTarget.open)}>
      <summary>{label}</summary>
      <div>{children}</div>
    </details>
  )
}
