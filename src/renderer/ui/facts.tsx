import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import styles from './facts.module.css'

/** One named fact. */
export interface Fact {
  readonly label: string
  readonly value: ReactNode
  /** For ids, codes and addresses. */
  readonly mono?: boolean
}

/** Props of `Facts`. */
export interface FactsProps {
  readonly facts: readonly Fact[]
}

/** A description list: labels at the start, values beside them. */
export function Facts({ facts }: FactsProps) {
  return (
    <dl className={styles.facts}>
      {facts.map((fact) => (
        <div key={fact.label} className={styles.row}>
          <dt>{fact.label}</dt>
          <dd className={cx(fact.mono === true && styles.mono)}>{fact.value}</dd>
        </div>
      ))}
    </dl>
  )
}
