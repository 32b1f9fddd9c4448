import { ScrollText, SearchX } from 'lucide-react'
import { useDeferredValue } from 'react'
import { useTranslation } from 'react-i18next'
import type { ProfileId } from '../../../shared/ids.ts'
import { useOpenProfile } from '../../api/use-app-state.ts'
import { QueryFailure } from '../../failures/query-failure.tsx'
import { changeActivityView, useActivityView, wholeView } from '../../state/activity-view-store.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Page } from '../../ui/page.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { filterOf } from './activity-filter.ts'
import { ActivityTable } from './activity-table.tsx'
import { FilterBar } from './filter-bar.tsx'
import { JournalActions, JournalOutcomes, useJournalTools } from './journal-tools.tsx'
import { useJournal } from './use-journal.ts'

interface OfProfileProps {
  readonly profileId: ProfileId
}

function NothingFits({ profileId }: OfProfileProps) {
  const { t } = useTranslation('activity')
  return (
    <EmptyState
      icon={<SearchX aria-hidden />}
      title={t('noMatch')}
      action={
        <Button
          onClick={() => {
            changeActivityView(profileId, { ...wholeView, scope: 'all' })
          }}
        >
          {t('showAll')}
        </Button>
      }
    >
      {t('noMatchHint')}
    </EmptyState>
  )
}

function NothingYet() {
  const { t } = useTranslation('activity')
  return (
    <EmptyState icon={<ScrollText aria-hidden />} title={t('nothingYet')}>
      {t('nothingYetHint')}
    </EmptyState>
  )
}

function Entries({ profileId }: OfProfileProps) {
  const { t } = useTranslation('activity')
  const { t: app } = useTranslation('app')
  // Typing is not blocked while the rows of the last letter are drawn.
  const view = useDeferredValue(useActivityView(profileId))
  const filter = filterOf(view)
  const journal = useJournal(filter)
  const tools = useJournalTools(filter)
  const isWhole = JSON.stringify(view) === JSON.stringify(wholeView)
  const isEmpty = journal.isRead && journal.failed === undefined && journal.total === 0
  return (
    <>
      <PageHeader title={app('section.activity')} sub={t('sub')} actions={<JournalActions tools={tools} />} />
      <Page>
        <JournalOutcomes tools={tools} />
        {journal.isRead && <FilterBar profileId={profileId} journal={journal} />}
        {!journal.isRead && journal.failed === undefined && <Skeleton label={t('reading')} lines={6} />}
        {journal.failed !== undefined && <QueryFailure query={journal.failed} about={t('readFailed')} />}
        {isEmpty && (isWhole ? <NothingYet /> : <NothingFits profileId={profileId} />)}
        {journal.entries.length > 0 && <ActivityTable journal={journal} />}
      </Page>
    </>
  )
}

/** The Activity section: the append-only journal, newest first. */
export function ActivitySection() {
  const profile = useOpenProfile()
  if (profile === null) return null
  const { id } = profile.profile
  return <Entries key={id} profileId={id} />
}
