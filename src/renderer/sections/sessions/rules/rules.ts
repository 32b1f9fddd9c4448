/** What the alerts of the open profile say, and the counts that they are about. */
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

/** The last count of an application, and whether it is stale; null without one. */
export function useCount(appId: AppId | null) {
  const count = useQuery(read('session.overview', {})).data?.find((one) => one.appId === appId) ?? null
  const isStale = useIsStale(count)
  return count?.latest ? { ...count.latest, isStale } : null
}

export const severityTones = { critical: 'bad', warning: 'warn' } as const

/** The number that an alert is about, as it is now; null while that is not known, and for a kind without a number. */
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

/** What a rule says, and the alert that came of it. */
export function useRuleText() {
  const { t, format } = useTexts(['alerts', 'app'])
  const nameOf = useApplicationName()
  // The row of a kind fills the placeholders of the key that it names.
  const say = t as SentenceFormat<AlertTextKey>['say']
  const textOf = (sentence: AlertSentence): string => sentenceText(sentence, { ...format, say })
  return {
    /** When an alert is triggered. */
    condition: (condition: AlertCondition): string => textOf(alertKinds[condition.kind].text(condition)),
    /** The same in a few characters. */
    shortCondition: (condition: AlertCondition): string => textOf(alertKinds[condition.kind].shortText(condition)),
    /** Where an alert was triggered. */
    scope: ({ appId }: Pick<AlertEvent, 'appId'>): string =>
      appId === null ? t('app:section.account') : nameOf(appId),
    /** The number that triggered an alert; "" where there is none. */
    value: ({ condition, value }: Pick<AlertEvent, 'condition' | 'value'>): string => {
      const { valueText } = alertKinds[condition.kind]
      return value === null || valueText === null ? '' : textOf(valueText(value))
    },
  }
}
