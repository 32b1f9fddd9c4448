/** The rules of the open profile but those just removed, and what they say. */
import { useQuery } from '@tanstack/react-query'
import type { AppId } from '../../../../shared/ids.ts'
import type { AlertCondition, AlertEvent } from '../../../../shared/schemas/alert.ts'
import { read } from '../../../api/queries.ts'
import { useIsStale } from '../../../api/use-is-stale.ts'
import { useTexts } from '../../../i18n/use-texts.ts'
import { useRemoved } from '../../../state/removed-store.ts'
import { useApplicationName, useApplications } from '../applications.tsx'

export function useAlerts() {
  const removed = useRemoved()
  return useQuery({
    ...read('alert.read', {}),
    select: (alerts) => ({
      ...alerts,
      rules: alerts.rules.filter(({ id }) => !removed.has(id)),
      active: alerts.active.filter(({ ruleId }) => !removed.has(ruleId)),
    }),
  })
}

/** The last count of an application, and whether it is stale; null without one. */
export function useCount(appId: AppId | null) {
  const count = useQuery(read('session.overview', {})).data?.find((one) => one.appId === appId) ?? null
  const isStale = useIsStale(count)
  return count?.latest ? { ...count.latest, isStale } : null
}

export const severityTones = { info: 'info', warning: 'warn', critical: 'bad' } as const

/** True for a condition of the account, which has no applications. */
export function isOfAccount(kind: AlertCondition['kind']): boolean {
  return kind === 'creations-below' || kind === 'time-to-empty'
}

/** By application of a rule (null: every one of the profile), whether its capacity was entered. */
export function useHasCapacity(appId: AppId | null): readonly boolean[] {
  const capacities = useAlerts().data?.settings.capacities
  return useApplications()
    .filter((one) => (appId ?? one.appId) === one.appId)
    .map((one) => capacities?.[one.appId] !== undefined)
}

const minuteMs = 60_000

interface Rule {
  readonly appId: AppId | null
  readonly condition: AlertCondition
}

/** What a rule says, and the alert that came of it. */
export function useRuleText() {
  const { t, format } = useTexts(['alerts', 'sessions', 'app'])
  const nameOf = useApplicationName()
  return {
    /** When an alert is triggered. */
    condition: (condition: Rule['condition']): string => {
      const time = 'minutes' in condition ? format.duration(condition.minutes * minuteMs) : ''
      switch (condition.kind) {
        case 'at-or-above': {
          const { unit, value } = condition.threshold
          const limit = t(`limit.${unit}`, { value: format.number(value), count: value })
          return t(condition.minutes === 0 ? 'condition.at-or-above' : 'condition.at-or-above-for', { limit, time })
        }
        case 'time-to-empty':
          return t('condition.time-to-empty', { balance: t(`balance.${condition.balance}`), time })
        case 'creations-below':
          return t('condition.creations-below', { value: format.number(condition.value) })
        case 'drop-to-zero':
          return t('kind.drop-to-zero')
        default:
          return t(`condition.${condition.kind}`, { time })
      }
    },
    scope: ({ appId, condition }: Rule): string => {
      if (isOfAccount(condition.kind)) return t('app:section.account')
      return appId === null ? t('sessions:overview.title') : nameOf(appId)
    },
    /** The number that triggered an alert; "" where there is none. */
    value: ({ condition, value }: Pick<AlertEvent, 'condition' | 'value'>): string => {
      if (value === null) return ''
      const text = format.number(value)
      if (condition.kind === 'creations-below') return t('value.creations', { value: text })
      if (condition.kind === 'time-to-empty') return t('value.time', { time: format.duration(value * minuteMs) })
      return t('limit.calls', { count: value, value: text })
    },
  }
}
