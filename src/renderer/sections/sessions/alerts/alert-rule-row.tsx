import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { AlertEvent, AlertRule } from '../../../../shared/schemas/alert.ts'
import { read } from '../../../api/queries.ts'
import { useIsStale } from '../../../api/use-is-stale.ts'
import { useAge, useIsOlder } from '../../../i18n/age.tsx'
import { useFormat } from '../../../i18n/use-format.ts'
import { StateGlyph } from '../../../ui/state-glyph.tsx'
import { RuleRow } from '../rules/rule-row.tsx'
import { useAlertConditionText } from './alert-text.ts'
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

// The count that a rule is about, while it says something of now.
function useLiveNow({ appId, condition }: AlertEvent): number | null {
  const count = useQuery(read('session.overview', {})).data?.find((one) => one.appId === appId) ?? null
  const isStale = useIsStale(count)
  return isStale || condition.kind === 'stale' ? null : (count?.latest?.total ?? null)
}

function Since({ event }: { readonly event: AlertEvent }) {
  const { t } = useTranslation('alerts')
  const format = useFormat()
  const age = useAge(event.at)
  const now = useLiveNow(event)
  return now === null ? t('state.since', { age }) : t('state.sinceNow', { age, now: format.number(now) })
}

function State({ rule, active, lacksCapacity, isSnoozed }: AlertRuleRowProps & { readonly isSnoozed: boolean }) {
  const { t } = useTranslation('alerts')
  const format = useFormat()
  if (!rule.isOn) return t('state.off')
  if (lacksCapacity) {
    return (
      <>
        <StateGlyph kind="alert" />
        {t('state.noCapacity')}
      </>
    )
  }
  const snoozed = isSnoozed ? t('state.snoozed', { time: format.minute(rule.snoozedUntil ?? 0) }) : ''
  const [event] = active
  if (event === undefined) return snoozed === '' ? t('state.watching') : snoozed
  return (
    <>
      <StateGlyph kind="alert" />
      {active.length === 1 ? <Since event={event} /> : t('state.sinceMany', { number: format.number(active.length) })}
      {snoozed !== '' && <small className={styles.quiet}> {snoozed}</small>}
    </>
  )
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
      scope={scope}
      text={text}
      detail={t(`severity.${rule.severity}`)}
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
