import { useQuery } from '@tanstack/react-query'
import { Equal } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { ProfileId } from '../../../../shared/ids.ts'
import type { Comparison } from '../../../../shared/schemas/conversation.ts'
import { read } from '../../../api/queries.ts'
import { QueryFailure } from '../../../failures/query-failure.tsx'
import { pairOf, showPart, useComparison } from '../../../state/comparison-store.ts'
import type { ComparisonPart, ShownComparison } from '../../../state/comparison-store.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { TabList, TabPanel, Tabs } from '../../../ui/tabs.tsx'
import { ChangeList } from './change-list.tsx'
import { CompareHead } from './compare-head.tsx'
import { JsonDiff } from './json-diff.tsx'
import { changedTexts } from './changed-texts.ts'
import { Texts } from './texts.tsx'
import styles from './compare.module.css'

export interface CompareViewProps {
  readonly profileId: ProfileId
}

interface PartProps {
  readonly shown: ShownComparison
  readonly comparison: Comparison
}

const parts: readonly ComparisonPart[] = ['changes', 'texts', 'json']

function Same() {
  const { t } = useTranslation('compare')
  return (
    <EmptyState icon={<Equal aria-hidden />} title={t('same')}>
      {t('sameHint')}
    </EmptyState>
  )
}

function Part({ shown, comparison }: PartProps) {
  const pair = pairOf(shown)
  switch (shown.part) {
    case 'changes':
      return comparison.changes.length === 0 ? <Same /> : <ChangeList pair={pair} comparison={comparison} />
    case 'texts':
      return <Texts pair={pair} changes={comparison.changes} shownText={shown.text} />
    case 'json':
      return <JsonDiff pair={pair} />
  }
}

function Compared({ shown }: { readonly shown: ShownComparison }) {
  const { t } = useTranslation('compare')
  const format = useFormat()
  const comparison = useQuery(read('comparison.read', pairOf(shown)))
  if (comparison.isPending) return <Skeleton label={t('loading')} lines={8} />
  if (comparison.isError) return <QueryFailure query={comparison} about={t('failed')} />
  const { changes, more } = comparison.data
  const counts: Partial<Record<ComparisonPart, number>> = {
    changes: changes.length + more,
    texts: changedTexts(changes).length,
  }
  const countOf = (part: ComparisonPart): { readonly count?: string } => {
    const count = counts[part]
    return count === undefined ? {} : { count: format.number(count) }
  }
  return (
    <Tabs value={shown.part} onChange={showPart}>
      <TabList
        label={t('parts')}
        items={parts.map((value) => ({ value, label: t(`part.${value}`), ...countOf(value) }))}
      />
      <TabPanel value={shown.part}>
        <Part shown={shown} comparison={comparison.data} />
      </TabPanel>
    </Tabs>
  )
}

/** Two sides compared: the changes as text, the texts side by side, and the JSON by line. */
export function CompareView({ profileId }: CompareViewProps) {
  const { t } = useTranslation('compare')
  const shown = useComparison(profileId)
  if (shown === null) return null
  return (
    <section className={styles.view} aria-label={t('region')}>
      <CompareHead shown={shown} />
      <Compared key={JSON.stringify(pairOf(shown))} shown={shown} />
    </section>
  )
}
