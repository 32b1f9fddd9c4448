import { useTranslation } from 'react-i18next'
import type { AlertEvent, AlertRule } from '../../../../shared/schemas/alert.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { useIsOlder } from '../../../i18n/use-is-older.ts'
import { StateDot } from '../../../ui/state-dot.tsx'
import { RuleRow } from '../rules/rule-row.tsx'
import { severityTones, useAlertConditionText } from './alert-text.ts'
import styles from './alerts.module.css'
import { SnoozeMenu, useSnoozes } from './snooze-menu.tsx'

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
        {snoozed !== '' && <small className={styles.quiet}> {snoozed}</small>}
      </>
    )
  }
  return <StateDot tone={isSnoozed ? 'neutral' : 'good'}>{snoozed === '' ? t('state.watching') : snoozed}</StateDot>
}

/** An alert rule in its line, with its state and its snooze. */
export function AlertRuleRow(props: AlertRuleRowProps) {
  const { rule, scope, active, onTurn, onSnooze, onEdit, onRemove } = props
  const { t } = useTranslation('alerts')
  const text = useAlertConditionText()(rule.condition)
  const isOver = useIsOlder(rule.snoozedUntil, 0)
  const isSnoozed = rule.snoozedUntil !== null && !isOver
  const snoozes = useSnoozes(isSnoozed, onSnooze)
  return (
    <RuleRow
      text={text}
      detail={t('detail', { scope, severity: t(`severity.${rule.severity}`) })}
      state={<State {...props} isSnoozed={isSnoozed} />}
      action={active.length > 0 && rule.isOn && <SnoozeMenu rule={text} items={snoozes} />}
      items={snoozes}
      isOn={rule.isOn}
      onTurn={onTurn}
      onEdit={onEdit}
      onRemove={onRemove}
    />
  )
}
