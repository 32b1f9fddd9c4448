import type { ReactNode } from 'react'
import { Row } from '../../../ui/layout.tsx'
import styles from './summary.module.css'

export interface CardHeadProps {
  /** No heading: those are the viewer's own, each of which is there once. */
  readonly title: string
  readonly sub?: ReactNode
  readonly action?: ReactNode
}

export function CardHead({ title, sub, action }: CardHeadProps) {
  return (
    <Row gap={2} className={styles.head}>
      <b>{title}</b>
      <span className={styles.sub}>{sub}</span>
      {action}
    </Row>
  )
}
