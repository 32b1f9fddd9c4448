import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { JobId } from '../../../../shared/ids.ts'
import { waitingLine } from '../../../api/queries.ts'
import { DataTable } from '../../../ui/data-table.tsx'
import type { DataColumn } from '../../../ui/data-table.tsx'
import { JobRow } from './job-row.tsx'
import type { JobRowProps } from './job-row.tsx'
import { placesInLine } from './job-text.ts'

export interface JobTableProps extends Pick<JobRowProps, 'onAction' | 'onOpen'> {
  /** In the order in which they are shown. */
  readonly ids: readonly JobId[]
  /** The job that the inspector shows. */
  readonly opened: JobId | null
}

const noIds: readonly JobId[] = []

function useColumns(): readonly DataColumn[] {
  const { t } = useTranslation('avatars')
  return useMemo(
    () => [
      { key: 'image', label: '', hiddenLabel: t('queue.column.image'), width: '28px' },
      { key: 'name', label: t('queue.column.name'), width: '22%', narrow: 'minmax(88px, 1fr)' },
      { key: 'state', label: t('queue.column.state'), width: '140px' },
      { key: 'step', label: t('queue.column.step'), width: 'minmax(0, 1fr)', narrow: 'minmax(0, 182px)' },
      { key: 'elapsed', label: t('queue.column.elapsed'), width: '56px', narrow: '44px', align: 'end' },
      { key: 'contact', label: t('queue.column.contact'), width: '96px', narrow: null, align: 'end' },
      {
        key: 'actions',
        label: '',
        hiddenLabel: t('queue.column.actions'),
        width: '112px',
        narrow: '104px',
        align: 'end',
      },
    ],
    [t],
  )
}

/** `table` **Avatar queue**: a row per job; of a long one only the rows on screen are drawn, and read. */
export function JobTable({ ids, opened, onAction, onOpen }: JobTableProps) {
  const { t } = useTranslation('avatars')
  const columns = useColumns()
  const line = useQuery(waitingLine()).data?.ids ?? noIds
  const places = useMemo(() => placesInLine(line), [line])
  const row = useCallback(
    (id: JobId) => (
      <JobRow
        key={id}
        id={id}
        place={places.get(id) ?? null}
        isOpen={id === opened}
        onAction={onAction}
        onOpen={onOpen}
      />
    ),
    [places, opened, onAction, onOpen],
  )
  return <DataTable label={t('queue.table')} columns={columns} keys={ids} rowHeight="queue" row={row} />
}
