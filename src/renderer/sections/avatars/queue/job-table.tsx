import { useQuery } from '@tanstack/react-query'
import { useMemo, useRef } from 'react'
import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import type { JobId } from '../../../../shared/ids.ts'
import type { Job } from '../../../../shared/schemas/avatar.ts'
import { waitingLine } from '../../../api/queries.ts'
import { TableGap } from '../../../ui/table-gap.tsx'
import { Table } from '../../../ui/table.tsx'
import { useVirtualRows } from '../../../ui/use-virtual-rows.ts'
import type { JobAction } from './job-actions.tsx'
import { JobRow } from './job-row.tsx'
import styles from './job-table.module.css'
import { placesInLine } from './job-text.ts'

export interface JobTableProps {
  /** In the order in which they are shown. */
  readonly ids: readonly JobId[]
  /** Must keep its identity: rows are drawn again only when their own job changes. */
  readonly onAction: (action: JobAction, job: Job) => void
}

interface RowsProps extends JobTableProps {
  readonly places: ReadonlyMap<JobId, number>
}

// A table of so many is drawn whole: nothing is gained by leaving rows out, and a page of it can be searched.
const virtualizeFrom = 50

// Of a row with two ids, which most have.
const estimatedHeight = 67
const columnCount = 7

const noIds: readonly JobId[] = []

function AllRows({ ids, places, onAction }: RowsProps) {
  return ids.map((id) => <JobRow key={id} id={id} index={null} place={places.get(id) ?? null} onAction={onAction} />)
}

interface VirtualJobRowsProps extends RowsProps {
  readonly body: RefObject<HTMLTableSectionElement | null>
}

function VirtualJobRows({ ids, places, onAction, body }: VirtualJobRowsProps) {
  const { indexes, before, after, measure } = useVirtualRows({ body, keys: ids, estimatedHeight })
  return (
    <>
      <TableGap height={before} columns={columnCount} />
      {indexes.map((index) => {
        const id = ids[index]
        if (id === undefined) return null
        return (
          <JobRow key={id} id={id} index={index} measure={measure} place={places.get(id) ?? null} onAction={onAction} />
        )
      })}
      <TableGap height={after} columns={columnCount} />
    </>
  )
}

function useColumns() {
  const { t } = useTranslation('avatars')
  return [
    { key: 'image', label: '', hiddenLabel: t('queue.column.image') },
    { key: 'name', label: t('queue.column.name') },
    { key: 'state', label: t('queue.column.state') },
    { key: 'step', label: t('queue.column.step') },
    { key: 'elapsed', label: t('queue.column.elapsed') },
    { key: 'contact', label: t('queue.column.contact') },
    { key: 'actions', label: '', hiddenLabel: t('queue.column.actions') },
  ]
}

/** `table` **Avatar queue**: a row per job; of a long one only the rows on screen are drawn, and read. */
export function JobTable({ ids, onAction }: JobTableProps) {
  const { t } = useTranslation('avatars')
  const columns = useColumns()
  const body = useRef<HTMLTableSectionElement>(null)
  const line = useQuery(waitingLine()).data?.ids ?? noIds
  const places = useMemo(() => placesInLine(line), [line])
  const isPart = ids.length > virtualizeFrom
  return (
    <div className={styles.fit}>
      <Table label={t('queue.table')} columns={columns} bodyRef={body} rowCount={isPart ? ids.length : undefined}>
        {isPart ? (
          <VirtualJobRows ids={ids} places={places} onAction={onAction} body={body} />
        ) : (
          <AllRows ids={ids} places={places} onAction={onAction} />
        )}
      </Table>
    </div>
  )
}
