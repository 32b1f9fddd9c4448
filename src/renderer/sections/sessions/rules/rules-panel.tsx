import type { ReactNode } from 'react'
import type { ProfileId } from '../../../../shared/ids.ts'
import { QueryFailure } from '../../../failures/query-failure.tsx'
import type { FailedQuery } from '../../../failures/query-failure.tsx'
import { setPartOpen, useIsPartOpen } from '../../../state/sessions-view-store.ts'
import type { CollapsiblePart } from '../../../state/sessions-view-store.ts'
import { CollapsiblePanel } from '../../../ui/collapsible-panel.tsx'
import styles from './rules.module.css'

/** The texts of a panel of rules; `failed` replaces the summary when they could not be read. */
export interface RulesPanelText {
  readonly title: string
  readonly summary: string
  readonly intro: string
  readonly failed: string
}

export interface RulesPanelProps {
  readonly part: CollapsiblePart
  readonly profileId: ProfileId
  readonly text: RulesPanelText
  /** The read of the rules. */
  readonly query: FailedQuery
  readonly children: ReactNode
}

/** A panel of rules: folded to one line, or open, as the operator left it. */
export function RulesPanel({ part, profileId, text, query, children }: RulesPanelProps) {
  const isOpen = useIsPartOpen(profileId, part)
  return (
    <CollapsiblePanel
      title={text.title}
      summary={query.error === null ? text.summary : text.failed}
      isOpen={isOpen}
      onToggle={(isNowOpen) => {
        setPartOpen(profileId, part, isNowOpen)
      }}
    >
      <p className={styles.quiet}>{text.intro}</p>
      <QueryFailure query={query} about={text.failed} />
      {children}
    </CollapsiblePanel>
  )
}
