import { useRef } from 'react'
import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import type { KnownSession } from '../../../../shared/schemas/inbox.ts'
import { TableGap } from '../../../ui/table-gap.tsx'
import { Table } from '../../../ui/table.tsx'
import { useVirtualRows } from '../../../ui/use-virtual-rows.ts'
import styles from './known.module.css'
import { KnownRow } from './known-row.tsx'
import type { KnownRowOptions } from './known-row.tsx'

export interface KnownTableProps {
  /** In the order in which they are shown. */
  readonly sessions: readonly KnownSession[]
  readonly options: KnownRowOptions
}

interface KnownRowsProps extends KnownTableProps {
  readonly body: RefObject<HTMLTableSectionElement | null>
}

const virtualizeFrom = 100
const estimatedHeight = 49
const columnCount = 10

function KnownRows({ sessions, options, body }: KnownRowsProps) {
  const keys = sessions.map(({ sessionId }) => sessionId)
  const { indexes, before, after, measure } = useVirtualRows({ body, keys, estimatedHeight })
  return (
    <>
      <TableGap height={before} columns={columnCount} />
      {indexes.map((index) => {
        const session = sessions[index]
        if (session === undefined) return null
        return <KnownRow key={session.sessionId} session={session} options={options} index={index} measure={measure} />
      })}
      <TableGap height={after} columns={columnCount} />
    </>
  )
}

function useColumns() {
  const { t } = useTranslation('inbox')
  return [
    { key: 'tick', label: '', hiddenLabel: t('known.column.select') },
    ...(['label', 'sessionId', 'application', 'seen', 'age', 'source', 'note', 'action'] as const).map((key) => ({
      key,
      label: t(`known.column.${key}`),
    })),
    { key: 'actions', label: '', hiddenLabel: t('known.column.actions') },
  ]
}

/** `table` **Known sessions**: a row per session; of a long one only the rows on screen are drawn. */
export function KnownTable({ sessions, options }: KnownTableProps) {
  const { t } = useTranslation('inbox')
  const columns = useColumns()
  const body = useRef<HTMLTableSectionElement>(null)
  const isPart = sessions.length > virtualizeFrom
  return (
    <div className={styles.fit} data-read-only={options.canClose ? undefined : true}>
      <Table label={t('known.title')} columns={columns} bodyRef={body} rowCount={isPart ? sessions.length : undefined}>
        {isPart ? (
          <KnownRows sessions={sessions} options={options} body={body} />
        ) : (
          sessions.map((session) => (
            <KnownRow key={session.sessionId} session={session} options={options} index={null} />
          ))
        )}
      </Table>
    </div>
  )
}
