import { useTranslation } from 'react-i18next'
import type { CloseRule } from '../../../../shared/schemas/close-rule.ts'
import type { Application } from '../../../../shared/schemas/profile.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { Button } from '../../../ui/button.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { useRuleConditionText, useRuleScopeText } from './suggestion-text.ts'
import styles from './suggestion-rules.module.css'

export interface SuggestionRuleRowProps {
  readonly rule: CloseRule
  readonly applications: readonly Application[]
  readonly onTurn: (isOn: boolean) => void
  readonly onEdit: () => void
  readonly onRemove: () => void
}

const secondMs = 1_000

/** A close suggestion rule as text, with its switch. */
export function SuggestionRuleRow({ rule, applications, onTurn, onEdit, onRemove }: SuggestionRuleRowProps) {
  const { t } = useTranslation('suggestions')
  const format = useFormat()
  const conditionText = useRuleConditionText()
  const scopeText = useRuleScopeText(applications)
  const text = conditionText(rule.condition)
  const time = format.duration(rule.countdownSeconds * secondMs)
  return (
    <li className={styles.rule}>
      <div>
        <p>{text}</p>
        <small>
          {scopeText(rule.appId)} · {t('proposes', { time })}
        </small>
      </div>
      <Switch label={t('on')} name={t('onRule', { rule: text })} isOn={rule.isOn} onChange={onTurn} />
      <Button size="small" aria-label={t('editRule', { rule: text })} onClick={onEdit}>
        {t('edit')}
      </Button>
      <Button size="small" tone="quiet" aria-label={t('removeRule', { rule: text })} onClick={onRemove}>
        {t('remove')}
      </Button>
    </li>
  )
}
