import type { AlertKindName } from '../../../shared/model/alert-kinds.ts'
import type { BalanceName } from '../../../shared/schemas/account.ts'
import { RuleNumber, RuleSwitch } from '../../alerts/rule-controls.tsx'
import { ruleIn, useAlerts, useSetRule } from '../../alerts/use-rules.ts'
import { ErrorNotice } from '../../failures/error-notice.tsx'
import { useTexts } from '../../i18n/use-texts.ts'
import { Row } from '../../ui/layout.tsx'

// The duration can have an unknown unit, so only the time until it is empty has a meaning.
const alertOf = {
  creations: { kind: 'creations-below', number: 'value' },
  duration: { kind: 'time-to-empty', number: 'minutes' },
} as const satisfies Record<BalanceName, { readonly kind: AlertKindName; readonly number: 'value' | 'minutes' }>

/** The low-balance alert of a balance. */
export function BalanceAlert({ balance }: { readonly balance: BalanceName }) {
  const { t } = useTexts('account')
  const alerts = useAlerts().data
  const set = useSetRule()
  if (alerts === undefined) return null
  const { kind, number } = alertOf[balance]
  const rule = ruleIn(alerts, { kind, appId: null })
  return (
    <Row gap={2}>
      <RuleSwitch rule={rule} set={set} label={t('alert.switch', { balance: t(`${balance}Left`) })} isBare />
      <RuleNumber rule={rule} set={set} name={number} label={t(`alert.${balance}`)} />
      <ErrorNotice error={set.error} about={t('alert.failed')} />
    </Row>
  )
}
