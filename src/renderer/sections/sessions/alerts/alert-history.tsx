import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AlertEvent } from '../../../../shared/schemas/alert.ts'
import type { Application } from '../../../../shared/schemas/profile.ts'
import { failureOf } from '../../../api/call.ts'
import { queries } from '../../../api/queries.ts'
import { ErrorNotice } from '../../../failures/error-notice.tsx'
import { useFormat } from '../../../i18n/use-format.ts'
import { Button } from '../../../ui/button.tsx'
import { Disclosure } from '../../../ui/disclosure.tsx'
import { StateDot } from '../../../ui/state-dot.tsx'
import { Table } from '../../../ui/table.tsx'
import { severityTones, useConditionWords, useScopeWords, useValueWords } from './alert-words.ts'
import styles from './alerts.module.css'

/** Props of `AlertHistory`. */
export interface AlertHistoryProps {
  readonly applications: readonly Application[]
}

// As many as one read of `alert.history` answers.
const pageSize = 100

interface RowProps extends AlertHistoryProps {
  readonly event: AlertEvent
}

function Row({ event, applications }: RowProps) {
  const { t } = useTranslation('alerts')
  const format = useFormat()
  const conditionWords = useConditionWords()
  const scopeWords = useScopeWords(applications)
  const valueWords = useValueWords()
  const { at, endedAt, severity, told } = event
  const value = valueWords(event)
  return (
    <tr>
      <td className={styles.when}>{format.time(at)}</td>
      <td>
        <StateDot tone={severityTones[severity]}>{conditionWords(event.condition)}</StateDot>
        <small className={styles.under}>{[scopeWords(event), value].filter((words) => words !== '').join(' · ')}</small>
      </td>
      <td>{endedAt === null ? t('history.raised') : format.duration(Math.max(0, endedAt - at))}</td>
      <td>{t(`told.${told}`)}</td>
    </tr>
  )
}

/** The events older than one, and what comes before them when it is asked for. */
function Rows({ before, applications }: AlertHistoryProps & { readonly before: number | null }) {
  const { t } = useTranslation('alerts')
  const [goesOn, setGoesOn] = useState(false)
  const history = useQuery(queries.alertHistory(before))
  const events = history.data ?? []
  const last = events.at(-1)
  if (history.error !== null) {
    return (
      <tr>
        <td colSpan={4}>
          <ErrorNotice failure={failureOf(history.error)} about={t('history.failed')} />
        </td>
      </tr>
    )
  }
  return (
    <>
      {events.map((event) => (
        <Row key={event.id} event={event} applications={applications} />
      ))}
      {last !== undefined && events.length === pageSize && !goesOn && (
        <tr>
          <td colSpan={4}>
            <Button
              size="small"
              onClick={() => {
                setGoesOn(true)
              }}
            >
              {t('history.older')}
            </Button>
          </td>
        </tr>
      )}
      {last !== undefined && goesOn && <Rows before={last.id} applications={applications} />}
    </>
  )
}

function Events({ applications }: AlertHistoryProps) {
  const { t } = useTranslation('alerts')
  const newest = useQuery(queries.alertHistory())
  if (newest.data?.length === 0) return <p className={styles.quiet}>{t('history.none')}</p>
  const columns = (['at', 'what', 'lasted', 'told'] as const).map((key) => ({ key, label: t(`history.column.${key}`) }))
  return (
    <Table label={t('history.title')} columns={columns}>
      <Rows before={null} applications={applications} />
    </Table>
  )
}

/** What was raised before, newest first; read only when it is opened. */
export function AlertHistory({ applications }: AlertHistoryProps) {
  const { t } = useTranslation('alerts')
  const [isOpen, setOpen] = useState(false)
  return (
    <Disclosure label={t('history.title')} onToggle={setOpen}>
      {isOpen && <Events applications={applications} />}
    </Disclosure>
  )
}
