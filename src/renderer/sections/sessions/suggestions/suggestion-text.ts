import { useTranslation } from 'react-i18next'
import type { AppId } from '../../../../shared/ids.ts'
import type { CloseRuleCondition, CloseRules } from '../../../../shared/schemas/close-rule.ts'
import type { Application } from '../../../../shared/schemas/profile.ts'
import { nameOfApplication } from '../application-name.ts'

export function useRuleConditionText(): (condition: CloseRuleCondition) => string {
  const { t } = useTranslation('suggestions')
  return (condition) =>
    condition.kind === 'older-than'
      ? t('condition.older-than', { count: condition.minutes })
      : t('condition.after-hours', { from: condition.from, until: condition.until })
}

/** The name of a rule’s application; null is every one. */
export function useRuleScopeText(applications: readonly Application[]): (appId: AppId | null) => string {
  const { t } = useTranslation('suggestions')
  return (appId) => (appId === null ? t('everyApplication') : nameOfApplication(applications, appId))
}

/** The one line about all rules. */
export function useRuleSummaryText(): (view: CloseRules) => string {
  const { t } = useTranslation('suggestions')
  return ({ rules }) => {
    if (rules.length === 0) return t('summary.none')
    const on = rules.filter(({ isOn }) => isOn).length
    const off = rules.length - on
    return [t('summary.on', { count: on }), ...(off > 0 ? [t('summary.off', { count: off })] : [])].join(' · ')
  }
}
