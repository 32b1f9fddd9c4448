import type { ReactNode } from 'react'
import type { ProfileId } from '../../../../shared/ids.ts'
import { QueryFailure } from '../../../failures/query-failure.tsx'
import type { FailedQuery } from '../../../failures/query-failure.tsx'
import { notePartOpen, useIsPartOpen } from '../../../state/sessions-view.ts'
import type { FoldingPart } from '../../../state/sessions-view.ts'
import { FoldingPanel } from '../../../ui/folding-panel.tsx'
import styles from './rules.module.css'

/** The words of a panel of rules; `failed` stands for the summary when they could not be read. */
export interface RulesPanelWords {
  readonly title: string
  readonly summary: string
  /** What its rules do. */
  readonly words: string
  readonly failed: string
}

/** Props of `RulesPanel`. */
export interface RulesPanelProps {
  readonly part: FoldingPart
  readonly profileId: ProfileId
  readonly words: RulesPanelWords
  /** The read of the rules. */
  readonly query: FailedQuery
  readonly children: ReactNode
}

/** A panel of rules: folded to one line, or open, as the operator left it. */
export function RulesPanel({ part, profileId, words, query, children }: RulesPanelProps) {
  const isOpen = useIsPartOpen(profileId, part)
  return (
    <FoldingPanel
      title={words.title}
      summary={query.error === null ? words.summary : words.failed}
      isOpen={isOpen}
      onToggle={(isNowOpen) => {
        notePartOpen(profileId, part, isNowOpen)
      }}
    >
      <p className={styles.quiet}>{words.words}</p>
      <QueryFailure query={query} about={words.failed} />
      {children}
    </FoldingPanel>
  )
}
