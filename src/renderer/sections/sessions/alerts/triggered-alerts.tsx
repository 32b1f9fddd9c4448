import { useTranslation } from 'react-i18next'
import type { AlertEvent, Alerts } from '../../../../shared/schemas/alert.ts'
import type { ProfileView } from '../../../../shared/schemas/profile.ts'
import { useCommand } from '../../../api/use-command.ts'
import { ErrorNotice } from '../../../failures/error-notice.tsx'
import { useFormat } from '../../../i18n/use-format.ts'
import { useIsOlder } from '../../../i18n/age.tsx'
import { chooseApplication } from '../../../state/application-store.ts'
import { goTo } from '../../../state/navigation-store.ts'
import { goToSessions } from '../../../state/sessions-tab-store.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { severityTones, useAlertConditionText, useAlertScopeText, useAlertValueText } from './alert-text.ts'
import { useAlerts } from '../rules/use-rules.ts'
import { Row, Stack } from '../../../ui/layout.tsx'
import styles from './alerts.module.css'
import { SnoozeMenu, useSnoozes } from './snooze-menu.tsx'

const order = ['critical', 'warning', 'info'] as const

interface TriggeredAlertProps {
  readonly event: AlertEvent
  readonly view: ProfileView
  readonly rules: Alerts['rules']
  readonly onSnooze: (minutes: number) => void
  readonly onShow: () => void
}

function TriggeredAlert({ event, view, rules, onSnooze, onShow }: TriggeredAlertProps) {
  const { t } = useTranslation('alerts')
  const format = useFormat()
  const condition = useAlertConditionText()(event.condition)
  const scope = useAlertScopeText(view.profile.applications)(event)
  // The number of that moment: the present one is on the page.
  const value = useAlertValueText()(event)
  const time = format.time(event.at)
  const snoozedUntil = rules.find(({ id }) => id === event.ruleId)?.snoozedUntil ?? null
  const isOver = useIsOlder(snoozedUntil, 0)
  const snoozes = useSnoozes(snoozedUntil !== null && !isOver, onSnooze)
  return (
    <Stack data-severity={event.severity} as="li" gap={1} className={styles.triggered}>
      <p>
        <Badge tone={severityTones[event.severity]}>{t(`severity.${event.severity}`)}</Badge>{' '}
        <b>{t('triggered.what', { scope, condition })}</b>
      </p>
      <small>{value === '' ? t('triggered.since', { time }) : t('triggered.sinceWith', { time, value })}</small>
      <Row gap={2} align="stretch">
        <Button size="small" onClick={onShow}>
          {t('triggered.show', { name: scope })}
        </Button>
        <SnoozeMenu rule={condition} items={snoozes} />
      </Row>
    </Stack>
  )
}

export interface TriggeredAlertsProps {
  readonly view: ProfileView
  /** The page that an alert is about is shown. */
  readonly onShown: () => void
}

/** The triggered alerts, the most severe first, each with a way to its page and a snooze. */
export function TriggeredAlerts({ view, onShown }: TriggeredAlertsProps) {
  const { t } = useTranslation('alerts')
  const { active = [], rules = [] } = useAlerts().data ?? {}
  const snooze = useCommand('alert.snooze')
  return (
    <>
      <Stack as="ul">
        {active
          .toSorted((one, other) => order.indexOf(one.severity) - order.indexOf(other.severity))
          .map((event) => (
            <TriggeredAlert
              key={event.id}
              event={event}
              view={view}
              rules={rules}
              onSnooze={(minutes) => snooze.mutate({ id: event.ruleId, minutes })}
              onShow={() => {
                if (event.appId === null) goTo('account')
                else {
                  chooseApplication(view.profile.id, event.appId)
                  goToSessions('live')
                }
                onShown()
              }}
            />
          ))}
      </Stack>
      <ErrorNotice error={snooze.error} about={t('changeFailed')} />
    </>
  )
}
