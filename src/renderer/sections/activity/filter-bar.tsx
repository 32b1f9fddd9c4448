import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { activityCount } from '../../api/queries.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { changeActivityView, isWholeView, useActivityView, wholeView } from '../../state/view-preferences-store.ts'
import type { ActivityView } from '../../state/view-preferences-store.ts'
import { Button } from '../../ui/button.tsx'
import { Row, Text } from '../../ui/layout.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { Select } from '../../ui/select.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { wholeJournal } from './activity-filter.ts'
import styles from './activity.module.css'

const choices = {
  group: ['all', 'sessions', 'avatars', 'conversations', 'account', 'alerts', 'profiles', 'journal'],
  outcome: ['all', 'done', 'failed', 'unknown', 'seen'],
  scope: ['profile', 'all'],
  period: ['all', 'today', 'week', 'month', 'custom'],
} as const satisfies { readonly [Name in keyof ActivityView]?: readonly ActivityView[Name][] }
const choiceNames = Object.keys(choices) as (keyof typeof choices)[]

function Choices() {
  const { t } = useTexts('activity')
  const { t: app } = useTexts('app')
  const sections = app('section', { returnObjects: true })
  const view = useActivityView()
  return (
    <>
      {choiceNames.map((name) => {
        const texts: Readonly<Record<string, string>> = { ...sections, ...t(name, { returnObjects: true }) }
        return (
          <Select
            key={name}
            aria-label={t(`filters.${name}`)}
            value={view[name]}
            options={choices[name].map((value) => ({ value, label: texts[value] ?? value }))}
            onChange={(value) => changeActivityView({ [name]: value })}
          />
        )
      })}
      {view.period === 'custom' &&
        (['from', 'to'] as const).map((end) => (
          <Row key={end} as="label" gap={1} tone="soft">
            {t(`filters.${end}`)}
            <TextInput
              type="date"
              value={view[`${end}Day`]}
              onType={(typed) => changeActivityView({ [`${end}Day`]: typed })}
            />
          </Row>
        ))}
    </>
  )
}

interface FilterCountProps {
  readonly view: ActivityView
  readonly found: number
  readonly isSearching: boolean
}

/** Shows how many acts match, how many the chosen scope has, and how many the scope leaves out. */
export function FilterCount({ view: { scope }, found, isSearching }: FilterCountProps) {
  const { t, format } = useTexts('activity')
  const journalTotal = useQuery(activityCount(wholeJournal)).data?.total ?? found
  const profileTotal = useQuery(activityCount({ ...wholeJournal, scope: 'profile' })).data?.total ?? found
  const count = scope === 'all' ? journalTotal : profileTotal
  const total = format.number(count)
  const text =
    found !== count
      ? t('count.some', { found: format.number(found), total })
      : scope === 'all' || journalTotal === profileTotal
        ? t('count.events', { count, total })
        : t('count.elsewhere', { total, elsewhere: format.number(journalTotal - profileTotal) })
  return (
    <Text role="status" tabular>
      {isSearching ? t('count.reading') : text}
    </Text>
  )
}

export function FilterBar() {
  const { t } = useTexts('activity')
  const view = useActivityView()
  return (
    <Row role="search" aria-label={t('filter')} gap={2} wrap className={styles.bar}>
      <div className={styles.search}>
        <SearchBox
          label={t('filters.search')}
          value={view.search}
          onType={(search) => changeActivityView({ search })}
        />
      </div>
      <Choices />
      {!isWholeView(view) && (
        <Button tone="quiet" Icon={X} aria-label={t('filters.clear')} onClick={() => changeActivityView(wholeView)} />
      )}
    </Row>
  )
}
