import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AlertEvent } from '../../../../shared/schemas/alert.ts'
import type { Application } from '../../../../shared/schemas/profile.ts'
import { alertHistory } from '../../../api/queries.ts'
import { QueryFailure } from '../../../failures/query-failure.tsx'
import { useFormat } from '../../../i18n/use-format.ts'
import { Button } from '../../../ui/button.tsx'
import { Disclosure } from '../../../ui/disclosure.tsx'
import { StateDot } from '../../../ui/state-dot.tsx'
import { Table } from '../../../ui/table.tsx'
import { severityTones, useAlertConditionText, useAlertScopeText, useAlertValueText } from './alert-text.ts'
import styles from './alerts.module.css'

export interface AlertHistoryProps {
  readonly applications: readonly Application[]
}

interface RowProps extends AlertHistoryProps {
  readonly event: AlertEvent
}

function Row({ event, applications }: RowProps) {
  const { t } = useTranslation('alerts')
  const format = useFormat()
  const conditionText = useAlertConditionText()
  const scopeText = useAlertScopeText(applications)
  const valueText = useAlertValueText()
  const { at, endedAt, severity, told: result } = event
  const value = valueText(event)
  return (
    <tr>
      <td className={styles.when}>{format.time(at)}</td>
      <td>
        <StateDot tone={severityTones[severity]}>{conditionText(event.condition)}</StateDot>
        <small className={styles.under}>{[scopeText(event), value].filter((text) => text !== '').join(' · ')}</small>
      </td>
      <td>{endedAt === null ? t('history.triggered') : format.duration(Math.max(0, endedAt - at))}</td>
      <td>{t(`told.${result}`)}</td>
    </tr>
  )
}

function Events({ applications }: AlertHistoryProps) {
  const { t } = useTranslation('alerts')
  const history = useInfiniteQuery(alertHistory())
  const events = history.data?.pages.flat() ?? []
  if (history.isSuccess && events.length === 0) return <p className={styles.quiet}>{t('history.none')}</p>
  const columns = (['at', 'what', 'lasted', 'told'] as const).map((key) => ({ key, label: t(`history.column.${key}`) }))
  return (
    <>
      <QueryFailure query={history} about={t('history.failed')} />
      <Table label={t('history.title')} columns={columns}>
        {events.map((event) => (
          <Row key={event.id} event={event} applications={applications} />
        ))}
      </Table>
      {history.hasNextPage && (
        <div>
          <Button size="small" busy={history.isFetchingNextPage} onClick={() => void history.fetchNextPage()}>
            {t('history.older')}
          </Button>
        </div>
      )}
    </>
  )
}

/** Alerts triggered so far, newest first; read only when it is opened. */
export function AlertHistory({ applications }: AlertHistoryProps) {
  const { t } = useTranslation('alerts')
  const [isOpen, setOpen] = useState(false)
  return (
    <Disclosure label={t('history.title')} onToggle={setOpen}>
      {isOpen && <Events applications={applications} />}
    </Disclosure>
  )
}
