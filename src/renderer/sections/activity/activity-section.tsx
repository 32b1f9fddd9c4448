import { useQuery } from '@tanstack/react-query'
import { ScrollText } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ActivityEntry } from '../../../shared/schemas/activity.ts'
import { failureOf } from '../../api/call.ts'
import { queries } from '../../api/queries.ts'
import { ErrorNotice } from '../../failures/error-notice.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Page } from '../../ui/page.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Table } from '../../ui/table.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { ActivityRow } from './activity-row.tsx'
import styles from './activity.module.css'

function matches(entry: ActivityEntry, words: string, sentence: string): boolean {
  const text = `${sentence} ${entry.target} ${entry.profileName ?? ''} ${entry.operator} ${entry.action}`.toLowerCase()
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}

function Entries({ entries }: { readonly entries: readonly ActivityEntry[] }) {
  const { t } = useTranslation('activity')
  const [filter, setFilter] = useState('')
  const shown = entries.filter((entry) => matches(entry, filter, t(`action.${entry.action}`)))
  const columns = [
    { key: 'at', label: t('column.at'), width: '170px' },
    { key: 'what', label: t('column.what'), width: '210px' },
    { key: 'target', label: t('column.target') },
    { key: 'outcome', label: t('column.outcome'), width: '110px' },
    { key: 'who', label: t('column.who'), width: '150px' },
  ]
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
        <span role="status">{t('shown', { shown: shown.length, count: entries.length })}</span>
      </div>
      <Panel padded={false}>
        <Table label={t('table')} columns={columns}>
          {shown.map((entry) => (
            <ActivityRow key={entry.id} entry={entry} />
          ))}
        </Table>
        {shown.length === 0 && <p className={styles.none}>{t('noMatch')}</p>}
      </Panel>
    </>
  )
}

/** The Activity section: the append-only journal, newest first. */
export function ActivitySection() {
  const { t } = useTranslation('activity')
  const { t: app } = useTranslation('app')
  const entries = useQuery(queries.activity())
  return (
    <>
      <PageHeader title={app('section.activity')} sub={t('sub')} />
      <Page>
        {entries.isPending && <Skeleton label={t('reading')} lines={6} />}
        {entries.isError && <ErrorNotice failure={failureOf(entries.error)} about={t('readFailed')} />}
        {entries.isSuccess && entries.data.length === 0 && (
          <EmptyState icon={<ScrollText aria-hidden />} title={t('nothingYet')}>
            {t('nothingYetHint')}
          </EmptyState>
        )}
        {entries.isSuccess && entries.data.length > 0 && <Entries entries={entries.data} />}
      </Page>
    </>
  )
}
