/** The texts of the open profile's alerts, and the counts that the alerts are about. */
import { useQuery } from '@tanstack/react-query'
import type { AppId } from '../../../../shared/ids.ts'
import { alertKinds } from '../../../../shared/model/alert-kinds.ts'
import type { AlertCondition, AlertSentence, AlertTextKey } from '../../../../shared/model/alert-kinds.ts'
import { sentenceText } from '../../../../shared/model/sentence.ts'
import type { SentenceFormat } from '../../../../shared/model/sentence.ts'
import type { AlertEvent } from '../../../../shared/schemas/alert.ts'
import { read } from '../../../api/queries.ts'
import { useAreBalancesStale, useIsStale } from '../../../api/use-is-stale.ts'
import { useTexts } from '../../../i18n/use-texts.ts'
import { useApplicationName } from '../applications.tsx'

/** The last count of an application, and whether it is stale; null without a count. */
export function useCount(appId: AppId | null) {
  const count = useQuery(read('session.overview', {})).data?.find((one) => one.appId === appId) ?? null
  const isStale = useIsStale(count)
  return count?.latest ? { ...count.latest, isStale } : null
}

export const severityTones = { critical: 'bad', warning: 'warn' } as const

/** The current number that an alert is about; null while it is unknown, and for a kind without a number. */
export function useNumberNow({ appId, condition }: Pick<AlertEvent, 'appId' | 'condition'>): number | null {
  const kind = alertKinds[condition.kind]
  const count = useCount(appId)
  const account = useQuery({ ...read('account.figures', {}), enabled: kind.of === 'account' }).data
  const areBalancesStale = useAreBalancesStale(account ?? { latest: null, failure: null })
  if (kind.valueText === null) return null
  if (kind.of === 'calls') return count === null || count.isStale ? null : count.total
  if (account === undefined || areBalancesStale) return null
  const now = kind.read(account)
  return now === null || !Number.isFinite(now) ? null : now
}

/** Formats a rule and its triggered alerts as text. */
export function useRuleText() {
  const { t, format } = useTexts(['alerts', 'app'])
  const nameOf = useApplicationName()
  // The row of a kind fills the placeholders of the key that it names.
  const say = t as SentenceFormat<AlertTextKey>['say']
  const textOf = (sentence: AlertSentence): string => sentenceText(sentence, { ...format, say })
  return {
    /** The condition that triggers an alert. */
    condition: (condition: AlertCondition): string => textOf(alertKinds[condition.kind].text(condition)),
    /** The condition in a few characters. */
    shortCondition: (condition: AlertCondition): string => textOf(alertKinds[condition.kind].shortText(condition)),
    /** Where an alert was triggered. */
    scope: ({ appId }: Pick<AlertEvent, 'appId'>): string =>
      appId === null ? t('app:section.account') : nameOf(appId),
    /** The number that triggered an alert; "" without a number. */
    value: ({ condition, value }: Pick<AlertEvent, 'condition' | 'value'>): string => {
      const { valueText } = alertKinds[condition.kind]
      return value === null || valueText === null ? '' : textOf(valueText(value))
    },
  }
}
