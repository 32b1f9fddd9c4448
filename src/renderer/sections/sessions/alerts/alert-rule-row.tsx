import { useTranslation } from 'react-i18next'
import type { AlertEvent, AlertRule } from '../../../../shared/schemas/alert.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { useIsOlder } from '../../../i18n/use-is-older.ts'
import { Button } from '../../../ui/button.tsx'
import { StateDot } from '../../../ui/state-dot.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { severityTones, useAlertConditionText } from './alert-text.ts'
import styles from './alerts.module.css'
import { SnoozeMenu } from './snooze-menu.tsx'

export interface AlertRuleRowProps {
  readonly rule: AlertRule
  /** The rule’s scope as text. */
  readonly scope: string
  readonly active: readonly AlertEvent[]
  /** A percentage of a capacity that was not entered. */
  readonly lacksCapacity: boolean
  readonly onTurn: (isOn: boolean) => void
  /** 0 ends the snooze. */
  readonly onSnooze: (minutes: number) => void
  readonly onEdit: () => void
  readonly onRemove: () => void
}

function State({ rule, active, lacksCapacity, isSnoozed }: AlertRuleRowProps & { readonly isSnoozed: boolean }) {
  const { t } = useTranslation('alerts')
  const format = useFormat()
  if (!rule.isOn) return <StateDot>{t('state.off')}</StateDot>
  if (lacksCapacity) return <StateDot tone="warn">{t('state.noCapacity')}</StateDot>
  const snoozed = isSnoozed ? t('state.snoozed', { time: format.time(rule.snoozedUntil ?? 0) }) : ''
  if (active.length > 0) {
    return (
      <>
        <StateDot tone={severityTones[rule.severity]}>{t('state.triggered', { count: active.length })}</StateDot>
        {snoozed !== '' && <small className={styles.quiet}>{snoozed}</small>}
      </>
    )
  }
  return <StateDot tone={isSnoozed ? 'neutral' : 'good'}>{snoozed === '' ? t('state.watching') : snoozed}</StateDot>
}

/** An alert rule in the table: as text, with its state, its switch and its snooze. */
export function AlertRuleRow(props: AlertRuleRowProps) {
  const { rule, scope, onTurn, onSnooze, onEdit, onRemove } = props
  const { t } = useTranslation('alerts')
  const conditionText = useAlertConditionText()
  const isOver = useIsOlder(rule.snoozedUntil, 0)
  const isSnoozed = rule.snoozedUntil !== null && !isOver
  const text = conditionText(rule.condition)
  return (
    <tr>
      <td>
        {text}
        <small className={styles.under}>
          {scope} · {t(`severity.${rule.severity}`)}
        </small>
      </td>
      <td>
        <State {...props} isSnoozed={isSnoozed} />
      </td>
      <td>
        <Switch label={t('on')} name={t('onRule', { rule: text })} isOn={rule.isOn} onChange={onTurn} />
      </td>
      <td>
        <div className={styles.actions}>
          <SnoozeMenu rule={text} snoozedUntil={rule.snoozedUntil} onSnooze={onSnooze} />
          <Button size="small" onClick={onEdit} aria-label={t('edit', { rule: text })}>
            {t('editShort')}
          </Button>
          <Button size="small" tone="quiet" onClick={onRemove} aria-label={t('remove', { rule: text })}>
            {t('removeShort')}
          </Button>
        </div>
      </td>
    </tr>
  )
}
