import { useRef } from 'react'
import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import type { AppId } from '../../../../shared/ids.ts'
import { TableGap } from '../../../ui/table-gap.tsx'
import { Table } from '../../../ui/table.tsx'
import { useVirtualRows } from '../../../ui/use-virtual-rows.ts'
import { OverviewRowView } from './overview-row-view.tsx'
import type { OverviewRow } from './overview-rows.ts'

export interface OverviewTableProps {
  /** In the order in which they are shown. */
  readonly rows: readonly OverviewRow[]
  readonly chosen: AppId
  readonly onChoose: (appId: AppId) => void
}

interface OverviewRowsProps extends OverviewTableProps {
  readonly body: RefObject<HTMLTableSectionElement | null>
}

const virtualizeFrom = 100
const estimatedHeight = 25
const columnCount = 4

function OverviewRows({ rows, chosen, onChoose, body }: OverviewRowsProps) {
  const keys = rows.map(({ count }) => count.appId)
  const { indexes, before, after, measure } = useVirtualRows({ body, keys, estimatedHeight })
  return (
    <>
      <TableGap height={before} columns={columnCount} />
      {indexes.map((index) => {
        const row = rows[index]
        if (row === undefined) return null
        const { appId } = row.count
        return (
          <OverviewRowView
            key={appId}
            row={row}
            isChosen={appId === chosen}
            onChoose={() => {
              onChoose(appId)
            }}
            index={index}
            measure={measure}
          />
        )
      })}
      <TableGap height={after} columns={columnCount} />
    </>
  )
}

/** `table` **Live counts**: a row per application; of a long one only the rows on screen are drawn. */
export function OverviewTable({ rows, chosen, onChoose }: OverviewTableProps) {
  const { t } = useTranslation('sessions')
  const body = useRef<HTMLTableSectionElement>(null)
  const isPart = rows.length > virtualizeFrom
  const columns = [
    { key: 'application', label: t('overview.column.application'), width: '46%' },
    { key: 'total', label: t('overview.column.total'), align: 'end', width: '88px' },
    { key: 'yours', label: t('overview.column.yours'), align: 'end', width: '88px' },
    { key: 'read', label: t('overview.column.read') },
  ] as const
  return (
    <Table label={t('overview.table')} columns={columns} bodyRef={body} rowCount={isPart ? rows.length : undefined}>
      {isPart ? (
        <OverviewRows rows={rows} chosen={chosen} onChoose={onChoose} body={body} />
      ) : (
        rows.map((row) => (
          <OverviewRowView
            key={row.count.appId}
            row={row}
            isChosen={row.count.appId === chosen}
            onChoose={() => {
              onChoose(row.count.appId)
            }}
            index={null}
          />
        ))
      )}
    </Table>
  )
}
