import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { BalanceName } from '../../../shared/schemas/account.ts'
import { isWithin, limits } from '../../../shared/model/limits.ts'
import type { AlertCondition, AlertRule } from '../../../shared/schemas/alert.ts'
import { read } from '../../api/queries.ts'
import { useCommand } from '../../api/use-command.ts'
import { ErrorNotice } from '../../failures/error-notice.tsx'
import { useRemoved } from '../../state/removed-store.ts'
import { Row } from '../../ui/layout.tsx'
import { NumberField } from '../../ui/number-field.tsx'
import { Switch } from '../../ui/switch.tsx'

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

function SetAlert({ balance, rules }: { readonly balance: BalanceName; readonly rules: readonly AlertRule[] }) {
  const { t } = useTranslation('account')
  const removed = useRemoved()
  const save = useCommand('alert.save')
  const turn = useCommand('alert.setOn', { queue: 'alert.setOn' })
  // Not set: nothing unsaved is typed.
  const [typed, setTyped] = useState<{ readonly value: number | null } | null>(null)
  const { valueOf, condition, start, range, severity } = kinds[balance]
  // The first rule of the balance's kind.
  const rule = rules.find((one) => valueOf(one.condition) !== null && !removed.has(one.id))
  const value = (rule && valueOf(rule.condition)) ?? start
  const limit = typed === null ? value : typed.value
  const set = (): void => {
    // A second press while it is being made must not make another.
    if (save.isPending || !isWithin(limit, range)) return
    const of = rule ?? { id: null, severity }
    // What could not be saved stays typed.
    save.mutate({ id: of.id, severity: of.severity, appId: null, condition: condition(limit) }, () =>
      setTyped((now) => (now?.value === limit ? null : now)),
    )
  }
  // Takes effect when the operator is done with it; without a rule it waits for the switch, which makes one.
  const done = (): void => {
    if (!isWithin(limit, range)) return
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
        range={range}
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
