import { useTranslation } from 'react-i18next'
import type { AppId } from '../../../../shared/ids.ts'
import type { CloseRuleCondition } from '../../../../shared/schemas/close-rule.ts'
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
