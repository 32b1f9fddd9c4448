import { alertKinds } from '../../shared/model/alert-kinds.ts'
import type { AlertRule } from '../../shared/schemas/alert.ts'
import { SavedNumberField } from '../ui/saved-number-field.tsx'
import { Switch } from '../ui/switch.tsx'
import type { SwitchProps } from '../ui/switch.tsx'
import type { SetRule } from './use-rules.ts'

interface RuleControlProps {
  readonly rule: AlertRule
  readonly set: SetRule
}

type RuleSwitchProps = RuleControlProps & Pick<SwitchProps, 'label' | 'isBare'>

export function RuleSwitch({ rule: { kind, appId, isOn }, set, ...switchProps }: RuleSwitchProps) {
  return <Switch {...switchProps} isOn={isOn} onChange={(on) => set.mutate({ kind, appId, isOn: on })} />
}

interface RuleNumberProps extends RuleControlProps {
  readonly name: 'value' | 'minutes'
  readonly label: string
}

/** Draws nothing for a kind that does not have this number. */
export function RuleNumber({ rule, set, name, label }: RuleNumberProps) {
  const { kind, appId } = rule
  const number = alertKinds[kind][name]
  if (number === null) return null
  return (
    <SavedNumberField
      label={label}
      isInline
      range={number.range}
      saved={rule[name]}
      onSave={(value, onSaved) => set.mutate({ kind, appId, [name]: value }, onSaved)}
    />
  )
}
