import { useQuery } from '@tanstack/react-query'
import { BellRing } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { AppId } from '../../../../shared/ids.ts'
import type { AlertEvent } from '../../../../shared/schemas/alert.ts'
import type { ProfileView } from '../../../../shared/schemas/profile.ts'
import { failureOf } from '../../../api/call.ts'
import { read } from '../../../api/queries.ts'
import { useCommand } from '../../../api/use-command.ts'
import { ErrorNotice } from '../../../failures/error-notice.tsx'
import { useFormat } from '../../../i18n/use-format.ts'
import { chooseApplication } from '../../../state/application-store.ts'
import { goTo } from '../../../state/navigation-store.ts'
import { Button } from '../../../ui/button.tsx'
import { useAlertConditionText, useAlertScopeText, useAlertValueText } from './alert-text.ts'
import styles from './alerts.module.css'
import { SnoozeMenu } from './snooze-menu.tsx'

export interface AlertsBannerProps {
  readonly view: ProfileView
  /** The application on screen: its alerts need no way to it. */
  readonly appId: AppId
}

// More than that would push the figures off the screen.
const maxLines = 3
const order = ['critical', 'warning', 'info'] as const

interface LineProps extends AlertsBannerProps {
  readonly event: AlertEvent
  readonly snoozedUntil: number | null
  readonly onSnooze: (minutes: number) => void
}

function Line({ event, view, appId, snoozedUntil, onSnooze }: LineProps) {
  const { t } = useTranslation('alerts')
  const format = useFormat()
  const conditionText = useAlertConditionText()
  const scope = useAlertScopeText(view.profile.applications)(event)
  const value = useAlertValueText()(event)
  const condition = conditionText(event.condition)
  const place = event.appId
  const since = t('banner.since', { time: format.time(event.at) })
  // The number of that moment: the present one is among the stats.
  const text = value === '' ? since : `${since} · ${t('banner.then', { value })}`
  return (
    <li data-severity={event.severity} className={styles.raised}>
      <BellRing size={14} aria-hidden />
      <b>{t(`severity.${event.severity}`)}</b>
      <span>
        {scope}: {condition}
      </span>
      <small>{text}</small>
      {place !== appId && (
        <Button
          size="small"
          onClick={() => {
            if (place === null) goTo('account')
            else chooseApplication(view.profile.id, place)
          }}
        >
          {t('banner.show', { name: scope })}
        </Button>
      )}
      <SnoozeMenu rule={condition} snoozedUntil={snoozedUntil} onSnooze={onSnooze} />
    </li>
  )
}

/** The triggered alerts, the most severe first; nothing when there is none. */
export function AlertsBanner({ view, appId }: AlertsBannerProps) {
  const { t } = useTranslation('alerts')
  const { active = [], rules = [] } = useQuery(read('alert.read', {})).data ?? {}
  const snooze = useCommand('alert.snooze')
  const sorted = active.toSorted((one, other) => order.indexOf(one.severity) - order.indexOf(other.severity))
  // The region stays in place, so that what comes into it is announced.
  return (
    <div role="status" aria-label={t('banner.label')} className={styles.banner}>
      {sorted.length > 0 && (
        <ul>
          {sorted.slice(0, maxLines).map((event) => (
            <Line
              key={event.id}
              event={event}
              view={view}
              appId={appId}
              snoozedUntil={rules.find(({ id }) => id === event.ruleId)?.snoozedUntil ?? null}
              onSnooze={(minutes) => {
                snooze.mutate({ id: event.ruleId, minutes })
              }}
            />
          ))}
        </ul>
      )}
      {snooze.error !== null && <ErrorNotice failure={failureOf(snooze.error)} about={t('changeFailed')} live="none" />}
      {sorted.length > maxLines && (
        <p className={styles.quiet}>{t('banner.more', { count: sorted.length - maxLines })}</p>
      )}
    </div>
  )
}
