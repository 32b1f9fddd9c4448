import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { QueryFailure } from '../../../failures/query-failure.tsx'
import type { FailedQuery } from '../../../failures/query-failure.tsx'
import { Button } from '../../../ui/button.tsx'
import { Panel } from '../../../ui/panel.tsx'
import styles from './rules.module.css'

export interface RulesPanelProps {
  readonly title: string
  /** What all of them have in common. */
  readonly sub: string
  readonly add: string
  readonly onAdd: () => void
  /** The read of the rules, and its failure as text. */
  readonly query: FailedQuery
  readonly failed: string
  readonly children: ReactNode
}

/** A panel of rules with the button that makes one. */
export function RulesPanel({ title, sub, add, onAdd, query, failed, children }: RulesPanelProps) {
  return (
    <Panel
      region
      title={title}
      sub={sub}
      padded={false}
      actions={
        <Button icon={<Plus aria-hidden />} onClick={onAdd}>
          {add}
        </Button>
      }
    >
      <div className={styles.panel}>
        <QueryFailure query={query} about={failed} />
        {children}
      </div>
    </Panel>
  )
}
