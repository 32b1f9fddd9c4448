import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Job } from '../../../../shared/schemas/avatar.ts'
import { Table } from '../../../ui/table.tsx'
import type { JobAction } from './job-actions.tsx'
import { JobRow } from './job-row.tsx'
import styles from './job-table.module.css'
import { placesInLine } from './job-words.ts'

/** Props of `JobTable`. */
export interface JobTableProps {
  /** Newest first. */
  readonly jobs: readonly Job[]
  /** Must keep its identity: rows are drawn again only when their own job changes. */
  readonly onAction: (action: JobAction, job: Job) => void
}

/** `table` **Avatar queue**: a row per job. */
export function JobTable({ jobs, onAction }: JobTableProps) {
  const { t } = useTranslation('avatars')
  const places = useMemo(() => placesInLine(jobs), [jobs])
  return (
    <div className={styles.fit}>
      <Table
        label={t('queue.table')}
        columns={[
          { key: 'image', label: '', hiddenLabel: t('queue.column.image'), width: '40px' },
          { key: 'name', label: t('queue.column.name') },
          { key: 'state', label: t('queue.column.state') },
          { key: 'step', label: t('queue.column.step') },
          { key: 'elapsed', label: t('queue.column.elapsed') },
          { key: 'contact', label: t('queue.column.contact') },
          { key: 'actions', label: '', hiddenLabel: t('queue.column.actions') },
        ]}
      >
        {jobs.map((job) => (
          <JobRow key={job.id} job={job} place={places.get(job.id) ?? null} onAction={onAction} />
        ))}
      </Table>
    </div>
  )
}
