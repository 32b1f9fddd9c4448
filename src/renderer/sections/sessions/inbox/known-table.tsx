import { ArrowDown, ArrowUp } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { SessionId } from '../../../../shared/ids.ts'
import type { KnownSession } from '../../../../shared/schemas/inbox.ts'
import { filterInbox } from '../../../state/inbox-view-store.ts'
import type { InboxFilter } from '../../../state/inbox-view-store.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { DataTable } from '../../../ui/data-table.tsx'
import type { DataColumn } from '../../../ui/data-table.tsx'
import { PlainButton } from '../../../ui/plain-button.tsx'
import styles from './inbox.module.css'
import { KnownRow } from './known-row.tsx'
import type { KnownRowOptions } from './known-row.tsx'

export interface KnownTableProps {
  /** In the order in which they are shown. */
  readonly sessions: readonly KnownSession[]
  readonly filter: InboxFilter
  readonly areAllSelected: boolean
  readonly onSelectAll: (isSelected: boolean) => void
  readonly options: KnownRowOptions
}

function Order({ profileId, order }: Pick<InboxFilter, 'order'> & Pick<KnownRowOptions, 'profileId'>) {
  const { t } = useTranslation('inbox')
  const isNewest = order === 'newest'
  const Arrow = isNewest ? ArrowUp : ArrowDown
  return (
    <PlainButton
      className={styles.order}
      title={t(`known.${order}`)}
      onClick={() => filterInbox(profileId, { order: isNewest ? 'oldest' : 'newest' })}
    >
      {t('known.column.age')}
      <Arrow aria-hidden data-default={isNewest || undefined} />
    </PlainButton>
  )
}

function useColumns({ filter, areAllSelected, onSelectAll, options }: KnownTableProps): readonly DataColumn[] {
  const { t } = useTranslation('inbox')
  return [
    {
      key: 'select',
      label: '',
      head: <Checkbox variant="cell" label={t('selection.all')} isChecked={areAllSelected} onChange={onSelectAll} />,
      width: '16px',
      narrow: '18px',
    },
    { key: 'label', label: t('known.column.label'), width: '128px', narrow: 'minmax(64px, 106px)' },
    { key: 'sessionId', label: t('known.column.sessionId'), width: '112px', narrow: '106px' },
    ...(filter.scope === 'all'
      ? [{ key: 'application', label: t('known.column.application'), width: '128px', narrow: '96px' }]
      : []),
    {
      key: 'age',
      label: '',
      head: <Order profileId={options.profileId} order={filter.order} />,
      width: '72px',
      narrow: '66px',
    },
    { key: 'source', label: t('known.column.source'), width: '72px', narrow: null },
    { key: 'action', label: t('known.column.action'), width: 'minmax(0, 1fr)' },
    { key: 'actions', label: '', hiddenLabel: t('known.column.actions'), width: '64px', align: 'end' },
  ]
}

/** `table` **Known sessions**: a row per session; of a long one only the rows on screen are drawn. */
export function KnownTable(props: KnownTableProps) {
  const { t } = useTranslation('inbox')
  const { sessions, options } = props
  const columns = useColumns(props)
  const byId = new Map(sessions.map((session) => [session.sessionId, session]))
  return (
    <DataTable<SessionId>
      label={t('known.title')}
      columns={columns}
      keys={sessions.map(({ sessionId }) => sessionId)}
      rowHeight="session"
      row={(id) => {
        const session = byId.get(id)
        return session === undefined ? null : <KnownRow key={id} session={session} options={options} />
      }}
    />
  )
}
