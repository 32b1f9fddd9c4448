import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isWithin, limits } from '../../../shared/model/limits.ts'
import type { AlertCondition, AlertRule } from '../../../shared/schemas/alert.ts'
import { failureOf } from '../../api/call.ts'
import { read } from '../../api/queries.ts'
import { useCommand } from '../../api/use-command.ts'
import { ErrorNotice } from '../../failures/error-notice.tsx'
import { useRemoved } from '../../state/removed-store.ts'
import { Field } from '../../ui/field.tsx'
import { Switch } from '../../ui/switch.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import styles from './account.module.css'
import type { BalanceName } from './amounts.ts'

interface AlertKind {
  readonly start: number
  readonly range: { readonly min: number; readonly max: number }
  readonly severity: AlertRule['severity']
  readonly condition: (value: number) => AlertCondition
  /** The number of such a rule; null of another. */
  readonly valueOf: (condition: AlertCondition) => number | null
}

// Of a duration in an unknown unit only the time until it is empty means something.
const kinds: Readonly<Record<BalanceName, AlertKind>> = {
  creations: {
    start: 5,
    range: limits.alertValue,
    severity: 'critical',
    condition: (value) => ({ kind: 'creations-below', value }),
    valueOf: (condition) => (condition.kind === 'creations-below' ? condition.value : null),
  },
  duration: {
    start: 120,
    range: limits.minutesToEmpty,
    severity: 'warning',
    condition: (minutes) => ({ kind: 'time-to-empty', balance: 'duration', minutes }),
    valueOf: (condition) =>
      condition.kind === 'time-to-empty' && condition.balance === 'duration' ? condition.minutes : null,
  },
}

interface LimitProps {
  readonly balance: BalanceName
  readonly value: number
  readonly onChange: (value: number) => void
}

/** Takes effect when the operator is done with it; what is no limit falls back to the last one. */
function Limit({ balance, value, onChange }: LimitProps) {
  const { t } = useTranslation('account')
  const [typed, setTyped] = useState(String(value))
  const done = (): void => {
    const limit = Number(typed)
    if (!isWithin(limit, kinds[balance].range)) setTyped(String(value))
    else if (limit !== value) onChange(limit)
  }
  return (
    <Field label={t(`alert.${balance}`)} isInline>
      <TextInput
        inputMode="numeric"
        value={typed}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value)
        }}
        onBlur={done}
        onKeyDown={({ key }) => {
          if (key === 'Enter') done()
        }}
      />
    </Field>
  )
}

/** The low-balance alert of a balance, set in place: the first rule of its kind. */
export function BalanceAlert({ balance }: { readonly balance: BalanceName }) {
  const { t } = useTranslation('account')
  const removed = useRemoved()
  const alerts = useQuery(read('alert.read', {})).data
  const save = useCommand('alert.save')
  const turn = useCommand('alert.setOn', { queue: 'alert.setOn' })
  if (alerts === undefined) return null
  const { valueOf, condition, start, severity } = kinds[balance]
  const rule = alerts.rules.find((one) => valueOf(one.condition) !== null && !removed.has(one.id))
  const value = (rule && valueOf(rule.condition)) ?? start
  const set = (limit: number): void => {
    save.mutate({
      id: rule?.id ?? null,
      appId: null,
      condition: condition(limit),
      severity: rule?.severity ?? severity,
    })
  }
  const error = save.error ?? turn.error
  return (
    <div className={styles.alert}>
      <Switch
        label={t(`alert.switch.${balance}`)}
        isBare
        isOn={rule?.isOn ?? false}
        onChange={(isOn) => {
          if (rule === undefined) set(value)
          else turn.mutate({ id: rule.id, isOn })
        }}
      />
      <Limit key={value} balance={balance} value={value} onChange={set} />
      {error !== null && <ErrorNotice failure={failureOf(error)} about={t('alert.failed')} />}
    </div>
  )
}
