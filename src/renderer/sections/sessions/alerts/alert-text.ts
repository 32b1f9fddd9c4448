import { useTranslation } from 'react-i18next'
import { assertNever } from '../../../../shared/failure.ts'
import type { AlertCondition, AlertEvent, AlertRule } from '../../../../shared/schemas/alert.ts'
import type { Application } from '../../../../shared/schemas/profile.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import type { Tone } from '../../../ui/badge.tsx'
import { nameOfApplication } from '../application-name.ts'

/** The colour of each severity. */
export const severityTones = { info: 'info', warning: 'warn', critical: 'bad' } as const satisfies Record<
  AlertRule['severity'],
  Tone
>

const minuteMs = 60_000

/** True for a condition of the account, which has no applications. */
export function isOfAccount(kind: AlertCondition['kind']): boolean {
  return kind === 'creations-below' || kind === 'time-to-empty'
}

export function useAlertConditionText(): (condition: AlertCondition) => string {
  const { t } = useTranslation('alerts')
  const format = useFormat()
  return (condition) => {
    const time = 'minutes' in condition ? format.duration(condition.minutes * minuteMs) : ''
    switch (condition.kind) {
      case 'at-or-above': {
        const { unit, value } = condition.threshold
        const limit = t(`limit.${unit}`, { value: format.number(value), count: value })
        return condition.minutes === 0
          ? t('condition.atOrAbove', { limit })
          : t('condition.atOrAboveFor', { limit, time })
      }
      case 'drop-to-zero':
        return t('condition.dropToZero')
      case 'no-change':
        return t('condition.noChange', { time })
      case 'stale':
        return t('condition.stale', { time })
      case 'creations-below':
        return t('condition.creationsBelow', { value: format.number(condition.value) })
      case 'time-to-empty':
        return t(`condition.${condition.balance}`, { time })
      default:
        return assertNever(condition)
    }
  }
}

/** The scope of a rule or of an event as text. */
export function useAlertScopeText(
  applications: readonly Application[],
): (rule: Pick<AlertRule, 'appId' | 'condition'>) => string {
  const { t } = useTranslation('alerts')
  return ({ appId, condition }) => {
    if (isOfAccount(condition.kind)) return t('account')
    if (appId === null) return t('everyApplication')
    return nameOfApplication(applications, appId)
  }
}

/** The number that triggered an alert as text; "" where there is none. */
export function useAlertValueText(): (event: Pick<AlertEvent, 'condition' | 'value'>) => string {
  const { t } = useTranslation('alerts')
  const format = useFormat()
  return ({ condition, value }) => {
    if (value === null) return ''
    const text = { count: value, value: format.number(value) }
    if (condition.kind === 'creations-below') return t('value.creations', text)
    if (condition.kind === 'time-to-empty') return t('value.time', { time: format.duration(value * minuteMs) })
    return t('value.calls', text)
  }
}
