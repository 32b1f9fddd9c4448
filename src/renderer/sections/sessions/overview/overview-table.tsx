import { useTranslation } from 'react-i18next'
import type { AppId } from '../../../../shared/ids.ts'
import type { ApplicationCount } from '../../../../shared/schemas/session.ts'
import { useIsStale } from '../../../api/use-is-stale.ts'
import { Age } from '../../../i18n/age.tsx'
import { useFormat } from '../../../i18n/use-format.ts'
import { Badge } from '../../../ui/badge.tsx'
import { cx } from '../../../ui/cx.ts'
import { DataRow, DataTable } from '../../../ui/data-table.tsx'
import { PlainButton } from '../../../ui/plain-button.tsx'
import { Row } from '../../../ui/layout.tsx'
import styles from './overview.module.css'
import type { OverviewRow } from './overview-rows.ts'

export interface OverviewTableProps {
  /** In the order in which they are shown. */
  readonly rows: readonly OverviewRow[]
  readonly chosen: AppId
  readonly onChoose: (appId: AppId) => void
}

interface ApplicationRowProps {
  readonly row: OverviewRow
  /** True for the application that the page is about. */
  readonly isChosen: boolean
  readonly onChoose: () => void
}

function Counted({ count, isStale }: { readonly count: ApplicationCount; readonly isStale: boolean }) {
  const { t } = useTranslation('sessions')
  const { latest, hasFailed } = count
  return (
    <Row as="span" gap={2} font="secondary" tone="soft">
      {latest !== null && <Age at={latest.at} />}
      {latest === null && !hasFailed && t('neverRead')}
      {isStale && <Badge tone="warn">{t('stale')}</Badge>}
      {hasFailed && <Badge tone="bad">{t('overview.failed')}</Badge>}
    </Row>
  )
}

/** An application with its last count; a click anywhere on it chooses it. */
function ApplicationRow({ row: { application, count }, isChosen, onChoose }: ApplicationRowProps) {
  const format = useFormat()
  const isStale = useIsStale(count)
  const { appId, label } = application
  const { latest } = count
  const number = (value: number | null) => (
    <span className={cx(styles.number, isStale && styles.old)}>{value === null ? '–' : format.number(value)}</span>
  )
  return (
    <DataRow
      rowKey={appId}
      isOpen={isChosen}
      onOpen={onChoose}
      cells={{
        application: (
          <PlainButton className={styles.choice} aria-current={isChosen ? 'true' : undefined} onClick={onChoose}>
            {label !== '' && <span>{label}</span>} <code>{appId}</code>
          </PlainButton>
        ),
        total: number(latest?.total ?? null),
        yours: number(latest?.yours ?? null),
        read: <Counted count={count} isStale={isStale} />,
      }}
    />
  )
}

/** `table` **Live counts**: a row per application. */
export function OverviewTable({ rows, chosen, onChoose }: OverviewTableProps) {
  const { t } = useTranslation('sessions')
  const byId = new Map(rows.map((row) => [row.count.appId, row]))
  const columns = [
    { key: 'application', label: t('overview.column.application'), width: 'minmax(0, 1fr)' },
    { key: 'total', label: t('overview.column.total'), align: 'end', width: '72px' },
    { key: 'yours', label: t('overview.column.yours'), align: 'end', width: '72px' },
    { key: 'read', label: t('overview.column.read'), width: '208px' },
  ] as const
  return (
    <DataTable
      label={t('overview.table')}
      columns={columns}
      keys={[...byId.keys()]}
      rowHeight="field"
      row={(appId) => {
        const row = byId.get(appId)
        return (
          row && <ApplicationRow key={appId} row={row} isChosen={appId === chosen} onChoose={() => onChoose(appId)} />
        )
      }}
    />
  )
}
