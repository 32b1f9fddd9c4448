import { useTranslation } from 'react-i18next'
import type { AppId } from '../../../../shared/ids.ts'
import type { AlertCondition, AlertRule, AlertRuleInput } from '../../../../shared/schemas/alert.ts'
import { Button } from '../../../ui/button.tsx'
import { isOfAccount, useAlertConditionText } from './alert-text.ts'
import { Row } from '../../../ui/layout.tsx'
import styles from './alerts.module.css'

export interface AlertExamplesProps {
  /** The application on screen. */
  readonly appId: AppId
  /** Those that there are: an example that is there already is not offered. */
  readonly rules: readonly AlertRule[]
  readonly busy: boolean
  readonly onAdd: (rule: AlertRuleInput) => void
}

interface Example {
  readonly condition: AlertCondition
  readonly severity: AlertRule['severity']
}

const examples: readonly Example[] = [
  { condition: { kind: 'stale', minutes: 5 }, severity: 'warning' },
  { condition: { kind: 'at-or-above', threshold: { unit: 'calls', value: 10 }, minutes: 0 }, severity: 'warning' },
  { condition: { kind: 'drop-to-zero' }, severity: 'warning' },
  { condition: { kind: 'creations-below', value: 5 }, severity: 'critical' },
]

/** Example rules: one click adds one. None exists by default. */
export function AlertExamples({ appId, rules, busy, onAdd }: AlertExamplesProps) {
  const { t } = useTranslation('alerts')
  const conditionText = useAlertConditionText()
  const offered = examples.filter(
    ({ condition: { kind } }) =>
      !rules.some((rule) => rule.condition.kind === kind && (rule.appId === null || rule.appId === appId)),
  )
  if (offered.length === 0) return null
  return (
    <Row role="group" aria-label={t('examples')} gap={2} wrap>
      <span className={styles.quiet}>{t('examples')}</span>
      {offered.map(({ condition, severity }) => (
        <Button
          key={condition.kind}
          size="small"
          busy={busy}
          onClick={() => onAdd({ id: null, appId: isOfAccount(condition.kind) ? null : appId, condition, severity })}
        >
          {conditionText(condition)}
        </Button>
      ))}
    </Row>
  )
}
