import { useTranslation } from 'react-i18next'
import type { AppId } from '../../../../shared/ids.ts'
import type { GuardCondition, Guards } from '../../../../shared/schemas/guard.ts'
import type { Application } from '../../../../shared/schemas/profile.ts'
import { nameOfApplication } from '../application-name.ts'

/** Gives the words for when a rule speaks up. */
export function useConditionWords(): (condition: GuardCondition) => string {
  const { t } = useTranslation('guards')
  return (condition) =>
    condition.kind === 'older-than'
      ? t('condition.older-than', { count: condition.minutes })
      : t('condition.after-hours', { from: condition.from, until: condition.until })
}

/** Gives the words for the application of a rule; null is every one. */
export function useScopeWords(applications: readonly Application[]): (appId: AppId | null) => string {
  const { t } = useTranslation('guards')
  return (appId) => (appId === null ? t('everyApplication') : nameOfApplication(applications, appId))
}

/** Gives the one line about all rules; `mayAct` is whether the profile lets them act by themselves at all. */
export function useSummaryWords(): (guards: Guards, mayAct: boolean) => string {
  const { t } = useTranslation('guards')
  return ({ rules }, mayAct) => {
    if (rules.length === 0) return t('summary.none')
    const on = rules.filter(({ isOn }) => isOn)
    const alone = mayAct ? on.filter(({ actsAlone }) => actsAlone).length : 0
    const off = rules.length - on.length
    const parts = [
      t('summary.on', { count: on.length }),
      ...(off > 0 ? [t('summary.off', { count: off })] : []),
      ...(on.length === 0 ? [] : [alone > 0 ? t('summary.alone', { count: alone }) : t('summary.asks')]),
    ]
    return parts.join(' · ')
  }
}
