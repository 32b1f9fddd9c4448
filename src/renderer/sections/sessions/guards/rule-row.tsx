import { useTranslation } from 'react-i18next'
import type { GuardRule } from '../../../../shared/schemas/guard.ts'
import type { Application } from '../../../../shared/schemas/profile.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { Button } from '../../../ui/button.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { useConditionWords, useScopeWords } from './guard-words.ts'
import styles from './guards.module.css'

/** Props of `RuleRow`. */
export interface RuleRowProps {
  readonly rule: GuardRule
  readonly applications: readonly Application[]
  readonly onTurn: (isOn: boolean) => void
  readonly onEdit: () => void
  readonly onRemove: () => void
}

const secondMs = 1_000

/** A close suggestion rule in words, with its switch. */
export function RuleRow({ rule, applications, onTurn, onEdit, onRemove }: RuleRowProps) {
  const { t } = useTranslation('guards')
  const format = useFormat()
  const conditionWords = useConditionWords()
  const scopeWords = useScopeWords(applications)
  const words = conditionWords(rule.condition)
  const time = format.duration(rule.countdownSeconds * secondMs)
  return (
    <li className={styles.rule}>
      <div>
        <p>{words}</p>
        <small>
          {scopeWords(rule.appId)} · {t('proposes', { time })}
        </small>
      </div>
      <Switch label={t('on')} name={t('onRule', { rule: words })} isOn={rule.isOn} onChange={onTurn} />
      <Button size="small" aria-label={t('editRule', { rule: words })} onClick={onEdit}>
        {t('edit')}
      </Button>
      <Button size="small" tone="quiet" aria-label={t('removeRule', { rule: words })} onClick={onRemove}>
        {t('remove')}
      </Button>
    </li>
  )
}
