import { ScrollText } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ActivityEntry } from '../../../shared/schemas/activity.ts'
import { failureOf } from '../../api/call.ts'
import { ErrorNotice } from '../../failures/error-notice.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Page } from '../../ui/page.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Table } from '../../ui/table.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { ActivityRow } from './activity-row.tsx'
import styles from './activity.module.css'
import { useJournal } from './use-journal.ts'
import type { Journal } from './use-journal.ts'

// The journal grows for ever: rows beyond these are drawn when asked for.
const rowsAtOnce = 100

function matches(entry: ActivityEntry, words: string, shown: readonly string[]): boolean {
  const { target, profileName, operator, action, facts } = entry
  const text = [...shown, target, profileName, operator, action, ...Object.values(facts)].join(' ').toLowerCase()
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}

function useColumns() {
  const { t } = useTranslation('activity')
  return [
    { key: 'at', label: t('column.at'), width: '136px' },
    { key: 'what', label: t('column.what') },
    { key: 'outcome', label: t('column.outcome'), width: '90px' },
    { key: 'who', label: t('column.who'), width: '132px' },
  ]
}

function Entries({ journal }: { readonly journal: Journal }) {
  const { t } = useTranslation('activity')
  const columns = useColumns()
  const [filter, setFilter] = useState('')
  const [limit, setLimit] = useState(rowsAtOnce)
  const { entries, hasOlder } = journal
  const found = entries.filter((entry) =>
    matches(entry, filter, [t(`action.${entry.action}`), t(`outcome.${entry.outcome}`)]),
  )
  const counts = { shown: found.length, count: entries.length }
  return (
    <>
      <div className={styles.filter}>
        <TextInput
          type="search"
          aria-label={t('filter')}
          placeholder={t('filterHint')}
          value={filter}
          onChange={(event) => {
            setFilter(event.currentTarget.value)
          }}
        />
        <span role="status">{hasOlder ? t('shownNewest', counts) : t('shown', counts)}</span>
      </div>
      <Panel padded={false}>
        <Table label={t('table')} columns={columns}>
          {found.slice(0, limit).map((entry) => (
            <ActivityRow key={entry.id} entry={entry} />
          ))}
        </Table>
        {found.length === 0 && <p className={styles.none}>{t('noMatch')}</p>}
      </Panel>
      {(hasOlder || found.length > limit) && (
        <div>
          <Button
            busy={journal.isReadingOlder}
            onClick={() => {
              setLimit(limit + rowsAtOnce)
              if (found.length < limit + rowsAtOnce && hasOlder) journal.readOlder()
            }}
          >
            {t('older')}
          </Button>
        </div>
      )}
    </>
  )
}

/** The Activity section: the append-only journal, newest first. */
export function ActivitySection() {
  const { t } = useTranslation('activity')
  const { t: app } = useTranslation('app')
  const journal = useJournal()
  return (
    <>
      <PageHeader title={app('section.activity')} sub={t('sub')} />
      <Page>
        {!journal.isRead && journal.error === null && <Skeleton label={t('reading')} lines={6} />}
        {journal.error !== null && <ErrorNotice failure={failureOf(journal.error)} about={t('readFailed')} />}
        {journal.isRead && journal.entries.length === 0 && (
          <EmptyState icon={<ScrollText aria-hidden />} title={t('nothingYet')}>
            {t('nothingYetHint')}
          </EmptyState>
        )}
        {journal.entries.length > 0 && <Entries journal={journal} />}
      </Page>
    </>
  )
}
