/** The rules of the open profile but those just removed, and what they say. */
import { useQuery } from '@tanstack/react-query'
import type { AppId } from '../../../../shared/ids.ts'
import { isOfAccount, kindOf } from '../../../../shared/model/alert-kinds.ts'
import type { AlertSentence, AlertTextKey } from '../../../../shared/model/alert-kinds.ts'
import { sentenceText } from '../../../../shared/model/sentence.ts'
import type { SentenceFormat } from '../../../../shared/model/sentence.ts'
import type { AlertCondition, AlertEvent } from '../../../../shared/schemas/alert.ts'
import { read } from '../../../api/queries.ts'
import { useIsStale } from '../../../api/use-is-stale.ts'
import { useTexts } from '../../../i18n/use-texts.ts'
import { useApplicationName, useApplications } from '../applications.tsx'

export function useAlerts() {
  return useQuery(read('alert.read', {}))
}

/** The last count of an application, and whether it is stale; null without one. */
export function useCount(appId: AppId | null) {
  const count = useQuery(read('session.overview', {})).data?.find((one) => one.appId === appId) ?? null
  const isStale = useIsStale(count)
  return count?.latest ? { ...count.latest, isStale } : null
}

export const severityTones = { info: 'info', warning: 'warn', critical: 'bad' } as const

/** By application of a rule (null: every one of the profile), whether its capacity was entered. */
export function useHasCapacity(appId: AppId | null): readonly boolean[] {
  const capacities = useAlerts().data?.settings.capacities
  return useApplications()
    .filter((one) => (appId ?? one.appId) === one.appId)
    .map((one) => capacities?.[one.appId] !== undefined)
}

interface Rule {
  readonly appId: AppId | null
  readonly condition: AlertCondition
}

/** What a rule says, and the alert that came of it. */
export function useRuleText() {
  const { t, format } = useTexts(['alerts', 'sessions', 'app'])
  const nameOf = useApplicationName()
  // The row of a kind fills the placeholders of the key that it names.
  const say = t as SentenceFormat<AlertTextKey>['say']
  const textOf = (sentence: AlertSentence): string => sentenceText(sentence, { ...format, say })
  return {
    /** When an alert is triggered. */
    condition: (condition: AlertCondition): string => textOf(kindOf(condition).text(condition)),
    scope: ({ appId, condition }: Rule): string => {
      if (isOfAccount(condition.kind)) return t('app:section.account')
      return appId === null ? t('sessions:overview.title') : nameOf(appId)
    },
    /** The number that triggered an alert; "" where there is none. */
    value: ({ condition, value }: Pick<AlertEvent, 'condition' | 'value'>): string => {
      const { valueText } = kindOf(condition)
      return value === null || valueText === null ? '' : textOf(valueText(value))
    },
  }
}
