import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { ProfileId } from '../../../shared/ids.ts'
import { activityPage } from '../../api/queries.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { changeActivityView, useActivityView, wholeView } from '../../state/activity-view-store.ts'
import type { ActivityGroup, ActivityView } from '../../state/activity-view-store.ts'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/select.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { wholeJournal } from './activity-filter.ts'
import styles from './filter-bar.module.css'
import type { Journal } from './use-journal.ts'

export interface FilterBarProps {
  readonly profileId: ProfileId
  readonly journal: Pick<Journal, 'total' | 'isSearching'>
}

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
        onChange={(group) => {
          change({ group })
        }}
      />
      <Select
        aria-label={t('filters.outcome')}
        value={view.outcome}
        options={outcomes.map((outcome) => ({
          value: outcome,
          label: outcome === 'all' ? t('filters.anyOutcome') : t(`outcome.${outcome}`),
        }))}
        onChange={(outcome) => {
          change({ outcome })
        }}
      />
      <Select
        aria-label={t('filters.scope')}
        value={view.scope}
        options={[
          { value: 'profile', label: t('filters.thisProfile') },
          { value: 'all', label: t('filters.allProfiles') },
        ]}
        onChange={(scope) => {
          change({ scope })
        }}
      />
    </>
  )
}

function Days({ view, change }: ChoiceProps) {
  const { t } = useTranslation('activity')
  return (
    <div className={styles.days}>
      {(['from', 'to'] as const).map((end) => (
        <label key={end} className={styles.day}>
          {t(`filters.${end}`)}
          <TextInput
            type="date"
            value={view[`${end}Day`]}
            onChange={({ currentTarget }) => {
              change({ [`${end}Day`]: currentTarget.value })
            }}
          />
        </label>
      ))}
    </div>
  )
}

/** How many fit, of how many in the chosen scope, and how many the scope leaves out. */
function useFilterCountText({ scope }: ActivityView, found: number): string {
  const { t } = useTranslation('activity')
  const format = useFormat()
  const everywhere = useQuery(activityPage(wholeJournal)).data?.total ?? found
  const here = useQuery(activityPage({ ...wholeJournal, scope: 'profile' })).data?.total ?? found
  const total = scope === 'all' ? everywhere : here
  const counts = { found: format.number(found), total: format.number(total), count: total }
  if (found !== total) return scope === 'all' ? t('count.someEverywhere', counts) : t('count.someHere', counts)
  if (scope === 'all') return t('count.everywhere', counts)
  const elsewhere = everywhere - here
  return elsewhere > 0
    ? t('count.elsewhere', { ...counts, elsewhere: format.number(elsewhere) })
    : t('count.here', counts)
}

function Count({ view, total, isSearching }: FilterBarProps['journal'] & { readonly view: ActivityView }) {
  const { t } = useTranslation('activity')
  const text = useFilterCountText(view, total)
  return (
    <span role="status" className={styles.count}>
      {isSearching ? t('count.reading') : text}
    </span>
  )
}

/** The line above the entries: the filter, how many entries match, and of what scope. */
export function FilterBar({ profileId, journal }: FilterBarProps) {
  const { t } = useTranslation('activity')
  const view = useActivityView(profileId)
  const change = (changes: Partial<ActivityView>): void => {
    changeActivityView(profileId, changes)
  }
  const isWhole = JSON.stringify(view) === JSON.stringify(wholeView)
  return (
    <div role="search" aria-label={t('filter')} className={styles.bar}>
      <div className={styles.search}>
        <TextInput
          type="search"
          aria-label={t('filters.search')}
          placeholder={t('filters.searchHint')}
          maxLength={500}
          value={view.search}
          onChange={({ currentTarget }) => {
            change({ search: currentTarget.value })
          }}
        />
      </div>
      <Choices view={view} change={change} />
      <Days view={view} change={change} />
      <div className={styles.rest}>
        <Count {...journal} view={view} />
        {!isWhole && (
          <Button
            size="small"
            tone="quiet"
            icon={<X aria-hidden />}
            onClick={() => {
              change(wholeView)
            }}
          >
            {t('filters.clear')}
          </Button>
        )}
      </div>
    </div>
  )
}
