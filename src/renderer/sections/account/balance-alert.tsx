import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { alertKinds, conditionOf, rangeOf, startOf } from '../../../shared/model/alert-kinds.ts'
import type { AlertKindName } from '../../../shared/model/alert-kinds.ts'
import type { BalanceName } from '../../../shared/schemas/account.ts'
import type { AlertCondition, AlertRule } from '../../../shared/schemas/alert.ts'
import { read } from '../../api/queries.ts'
import { useCommand } from '../../api/use-command.ts'
import { ErrorNotice } from '../../failures/error-notice.tsx'
import { Row } from '../../ui/layout.tsx'
import { NumberField } from '../../ui/number-field.tsx'
import { Switch } from '../../ui/switch.tsx'

interface BalanceRule {
  readonly kind: AlertKindName
  /** The field of the kind that is set here. */
  readonly number: 'value' | 'minutes'
}

// Of a duration in an unknown unit only the time until it is empty means something.
const balanceRules: Readonly<Record<BalanceName, BalanceRule>> = {
  creations: { kind: 'creations-below', number: 'value' },
  duration: { kind: 'time-to-empty', number: 'minutes' },
}

/** The number of a condition that is about the balance; null for any other condition. */
function numberOf(condition: AlertCondition, balance: BalanceName): number | null {
  if (condition.kind === 'creations-below') return balance === 'creations' ? condition.value : null
  if (condition.kind !== 'time-to-empty' || condition.balance !== 'duration') return null
  return balance === 'duration' ? condition.minutes : null
}

function SetAlert({ balance, rules }: { readonly balance: BalanceName; readonly rules: readonly AlertRule[] }) {
  const { t } = useTranslation('account')
  const save = useCommand('alert.save')
  const turn = useCommand('alert.setOn', { queue: 'alert.setOn' })
  // Not set: nothing unsaved is typed.
  const [typed, setTyped] = useState<{ readonly value: number | null } | null>(null)
  const { kind, number } = balanceRules[balance]
  const start = startOf(kind)
  // The first rule of the balance's kind.
  const rule = rules.find((one) => numberOf(one.condition, balance) !== null)
  const value = (rule && numberOf(rule.condition, balance)) ?? start[number]
  const limit = typed === null ? value : typed.value
  const condition = conditionOf(kind, { ...start, balance, [number]: limit })
  const set = (): void => {
    // A second press while the rule is being made must not make a second rule.
    if (save.isPending || condition === null) return
    const { id, severity } = rule ?? { id: null, severity: alertKinds[kind].severity }
    // What could not be saved stays typed.
    save.mutate({ id, severity, appId: null, condition }, () => setTyped((now) => (now?.value === limit ? null : now)))
  }
  // Takes effect when the operator is done with it; without a rule it waits for the switch, which makes one.
  const done = (): void => {
    if (condition === null) return
    if (limit === value) setTyped(null)
    else if (rule !== undefined) set()
  }
  return (
    <Row gap={2}>
      <Switch
        label={t('alert.switch', { balance: t(`${balance}Left`) })}
        isBare
        isOn={rule?.isOn ?? false}
        onChange={(isOn) => {
          if (rule === undefined) set()
          else turn.mutate({ id: rule.id, isOn })
        }}
      />
      <NumberField
        label={t(`alert.${balance}`)}
        isInline
        range={rangeOf(kind, number)}
        value={limit}
        onChange={(number) => setTyped({ value: number })}
        onDone={done}
      />
      <ErrorNotice error={save.error ?? turn.error} about={t('alert.failed')} />
    </Row>
  )
}

/** The low-balance alert of a balance, set in place: the first rule of its kind. */
export function BalanceAlert({ balance }: { readonly balance: BalanceName }) {
  const alerts = useQuery(read('alert.read', {})).data
  return alerts === undefined ? null : <SetAlert balance={balance} rules={alerts.rules} />
}
