import { useQuery } from '@tanstack/react-query'
import { Search, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { ProfileId } from '../../../shared/ids.ts'
import { activityCount } from '../../api/queries.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { changeActivityView, useActivityView, wholeView } from '../../state/activity-view-store.ts'
import type { ActivityGroup, ActivityView } from '../../state/activity-view-store.ts'
import { Button } from '../../ui/button.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { Select } from '../../ui/select.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { wholeJournal } from './activity-filter.ts'
import { Row, Text } from '../../ui/layout.tsx'
import styles from './activity.module.css'

const groups: readonly ActivityGroup[] = [
  'all',
  'sessions',
  'avatars',
  'conversations',
  'account',
  'alerts',
  'rules',
  'profiles',
  'journal',
]
const outcomes: readonly ActivityView['outcome'][] = ['all', 'done', 'failed', 'unknown', 'seen']
const periods: readonly ActivityView['period'][] = ['all', 'today', 'week', 'month', 'custom']

interface ChoiceProps {
  readonly view: ActivityView
  readonly change: (changes: Partial<ActivityView>) => void
}

function Choices({ view, change }: ChoiceProps) {
  const { t } = useTranslation('activity')
  return (
    <>
      <Select
        aria-label={t('filters.group')}
        value={view.group}
        options={groups.map((group) => ({ value: group, label: t(`group.${group}`) }))}
        onChange={(group) => change({ group })}
      />
      <Select
        aria-label={t('filters.outcome')}
        value={view.outcome}
        options={outcomes.map((outcome) => ({
          value: outcome,
          label: outcome === 'all' ? t('filters.anyOutcome') : t(`outcome.${outcome}`),
        }))}
        onChange={(outcome) => change({ outcome })}
      />
      <Select
        aria-label={t('filters.scope')}
        value={view.scope}
        options={[
          { value: 'profile', label: t('filters.thisProfile') },
          { value: 'all', label: t('filters.allProfiles') },
        ]}
        onChange={(scope) => change({ scope })}
      />
      <Select
        aria-label={t('filters.period')}
        value={view.period}
        options={periods.map((period) => ({ value: period, label: t(`period.${period}`) }))}
        onChange={(period) => change({ period })}
      />
    </>
  )
}

function Days({ view, change }: ChoiceProps) {
  const { t } = useTranslation('activity')
  return (
    <>
      {(['from', 'to'] as const).map((end) => (
        <Row key={end} as="label" gap={1} tone="soft" className={styles.day}>
          {t(`filters.${end}`)}
          <TextInput
            type="date"
            value={view[`${end}Day`]}
            onChange={({ currentTarget }) => change({ [`${end}Day`]: currentTarget.value })}
          />
        </Row>
      ))}
    </>
  )
}

/** How many fit, of how many in the chosen scope, and how many the scope leaves out. */
function useFilterCountText({ scope }: ActivityView, found: number): string {
  const { t } = useTranslation('activity')
  const format = useFormat()
  const everywhere = useQuery(activityCount(wholeJournal)).data?.total ?? found
  const here = useQuery(activityCount({ ...wholeJournal, scope: 'profile' })).data?.total ?? found
  const total = scope === 'all' ? everywhere : here
  const counts = { found: format.number(found), total: format.number(total), count: total }
  if (found !== total) return scope === 'all' ? t('count.someEverywhere', counts) : t('count.someHere', counts)
  if (scope === 'all') return t('count.everywhere', counts)
  const elsewhere = everywhere - here
  return elsewhere > 0
    ? t('count.elsewhere', { ...counts, elsewhere: format.number(elsewhere) })
    : t('count.here', counts)
}

export interface FilterCountProps {
  readonly view: ActivityView
  readonly found: number
  readonly isSearching: boolean
}

/** How many acts match, and of what scope. */
export function FilterCount({ view, found, isSearching }: FilterCountProps) {
  const { t } = useTranslation('activity')
  const text = useFilterCountText(view, found)
  return (
    <Text role="status" tabular>
      {isSearching ? t('count.reading') : text}
    </Text>
  )
}

/** The line above the entries. */
export function FilterBar({ profileId }: { readonly profileId: ProfileId }) {
  const { t } = useTranslation('activity')
  const view = useActivityView(profileId)
  const change = (changes: Partial<ActivityView>): void => changeActivityView(profileId, changes)
  const isWhole = JSON.stringify(view) === JSON.stringify(wholeView)
  return (
    <Row role="search" aria-label={t('filter')} gap={2} wrap className={styles.bar}>
      <div className={styles.search}>
        <SearchBox
          label={t('filters.search')}
          icon={<Search aria-hidden />}
          value={view.search}
          onType={(search) => change({ search })}
        />
      </div>
      <Choices view={view} change={change} />
      {view.period === 'custom' && <Days view={view} change={change} />}
      {!isWhole && (
        <Button
          tone="quiet"
          icon={<X aria-hidden />}
          aria-label={t('filters.clear')}
          onClick={() => change(wholeView)}
        />
      )}
    </Row>
  )
}
