import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { AlertEvent } from '../../../../shared/schemas/alert.ts'
import type { Application } from '../../../../shared/schemas/profile.ts'
import { alertHistory, useReadOn } from '../../../api/queries.ts'
import { QueryFailure } from '../../../failures/query-failure.tsx'
import { useFormat } from '../../../i18n/use-format.ts'
import { DataRow, DataTable } from '../../../ui/data-table.tsx'
import { Disclosure } from '../../../ui/disclosure.tsx'
import { StateDot } from '../../../ui/badge.tsx'
import { severityTones, useAlertConditionText, useAlertScopeText, useAlertValueText } from './alert-text.ts'
import styles from './alerts.module.css'

export interface AlertHistoryProps {
  readonly applications: readonly Application[]
}

function useCells(applications: AlertHistoryProps['applications']): (event: AlertEvent) => Record<string, ReactNode> {
  const { t } = useTranslation('alerts')
  const format = useFormat()
  const conditionText = useAlertConditionText()
  const scopeText = useAlertScopeText(applications)
  const valueText = useAlertValueText()
  return (event) => {
    const { at, endedAt, severity, told: result, condition } = event
    const where = [scopeText(event), valueText(event)].filter((text) => text !== '').join(' · ')
    return {
      at: format.time(at),
      what: (
        <>
          <StateDot tone={severityTones[severity]}>{conditionText(condition)}</StateDot>{' '}
          <span className={styles.under}>{where}</span>
        </>
      ),
      lasted: endedAt === null ? t('history.triggered') : format.duration(Math.max(0, endedAt - at)),
      told: t(`told.${result}`),
    }
  }
}

const widths = { at: '168px', what: 'minmax(0, 1fr)', lasted: '96px', told: '176px' } as const
const columnKeys = ['at', 'what', 'lasted', 'told'] as const

function Events({ applications }: AlertHistoryProps) {
  const { t } = useTranslation('alerts')
  const history = useInfiniteQuery(alertHistory())
  const readOn = useReadOn(history)
  const cellsOf = useCells(applications)
  const byKey = new Map(history.data?.pages.flat().map((event) => [String(event.id), event]))
  if (history.isSuccess && byKey.size === 0) return <p className={styles.quiet}>{t('history.none')}</p>
  return (
    <>
      <QueryFailure query={history} about={t('history.failed')} />
      <DataTable
        label={t('history.title')}
        columns={columnKeys.map((key) => ({ key, label: t(`history.column.${key}`), width: widths[key] }))}
        keys={[...byKey.keys()]}
        rowHeight="entry"
        onNearEnd={readOn}
        row={(key) => {
          const event = byKey.get(key)
          return event && <DataRow key={key} rowKey={key} cells={cellsOf(event)} />
        }}
      />
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
