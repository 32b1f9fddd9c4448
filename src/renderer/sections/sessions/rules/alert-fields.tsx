import { useTranslation } from 'react-i18next'
import type { AppId } from '../../../../shared/ids.ts'
import { isWithin, limits } from '../../../../shared/model/limits.ts'
import type { Range } from '../../../../shared/model/limits.ts'
import type { AlertCondition, AlertRule, AlertRuleInput } from '../../../../shared/schemas/alert.ts'
import { Field } from '../../../ui/field.tsx'
import { Note, Stack } from '../../../ui/layout.tsx'
import { RadioGroup } from '../../../ui/radio-group.tsx'
import { NumberField } from '../../../ui/number-field.tsx'
import { Select } from '../../../ui/select.tsx'
import type { SelectProps } from '../../../ui/select.tsx'
import { ScopeField } from './rules-panel.tsx'
import type { FieldsProps } from './rules-panel.tsx'
import { isOfAccount, useHasCapacity } from './rules.ts'
import styles from './rules.module.css'

type Kind = AlertCondition['kind']

/** A rule as its form has it: a number that is being typed may be none. */
interface AlertDraft extends Pick<AlertRuleInput, 'id' | 'appId' | 'severity'> {
  readonly kind: Kind
  readonly unit: Extract<AlertCondition, { kind: 'at-or-above' }>['threshold']['unit']
  readonly value: number | null
  readonly minutes: number | null
  readonly balance: Extract<AlertCondition, { kind: 'time-to-empty' }>['balance']
}

/** What a kind has: a number to reach, a length of time and a sensible one to start with. In the order of the form. */
const partsOf: Readonly<Record<Kind, { readonly value?: Range; readonly minutes?: Range; readonly start?: number }>> = {
  'at-or-above': { value: limits.alertValue, minutes: limits.minutesHeld, start: 0 },
  'drop-to-zero': {},
  'no-change': { minutes: limits.alertMinutes, start: 30 },
  stale: { minutes: limits.alertMinutes, start: 5 },
  'creations-below': { value: limits.alertValue },
  'time-to-empty': { minutes: limits.minutesToEmpty, start: 120 },
}

const kinds = Object.keys(partsOf) as Kind[]

/** The draft of a rule; of a new one about the application on screen without. */
export function draftOf(rule: AlertRule | undefined, shown: AppId): AlertDraft {
  const fresh: AlertDraft = {
    id: null,
    appId: shown,
    severity: 'warning',
    kind: 'at-or-above',
    unit: 'calls',
    value: 10,
    minutes: 0,
    balance: 'creations',
  }
  if (rule === undefined) return fresh
  const { id, appId, severity, condition } = rule
  const parts = condition.kind === 'at-or-above' ? { ...condition, ...condition.threshold } : condition
  return { ...fresh, id, appId, severity, ...parts }
}

function conditionOf({ kind, unit, balance, ...draft }: AlertDraft): AlertCondition {
  const minutes = draft.minutes ?? 0
  const value = draft.value ?? 0
  switch (kind) {
    case 'at-or-above':
      return { kind, threshold: { unit, value }, minutes }
    case 'drop-to-zero':
      return { kind }
    case 'creations-below':
      return { kind, value }
    case 'time-to-empty':
      return { kind, balance, minutes }
    default:
      return { kind, minutes }
  }
}

export function ruleOf(draft: AlertDraft): AlertRuleInput | null {
  const { id, appId, kind, value, minutes, severity } = draft
  const parts = partsOf[kind]
  if (parts.value && !isWithin(value, parts.value)) return null
  if (parts.minutes && !isWithin(minutes, parts.minutes)) return null
  return { id, appId: isOfAccount(kind) ? null : appId, condition: conditionOf(draft), severity }
}

function Choice<Value extends string>({ label, ...select }: SelectProps<Value> & { readonly label: string }) {
  return (
    <Field label={label}>
      <Select {...select} />
    </Field>
  )
}

function Condition({ draft, onChange }: FieldsProps<AlertDraft>) {
  const { t } = useTranslation('alerts')
  const { kind, unit, value, minutes, balance } = draft
  const parts = partsOf[kind]
  return (
    <>
      <Choice
        label={t('form.condition')}
        options={kinds.map((one) => ({ value: one, label: t(`kind.${one}`) }))}
        value={kind}
        onChange={(chosen) => onChange({ kind: chosen, minutes: partsOf[chosen].start ?? null })}
      />
      {kind === 'at-or-above' && (
        <Choice
          label={t('form.unit')}
          options={(['calls', 'percent'] as const).map((one) => ({ value: one, label: t(`unit.${one}`) }))}
          value={unit}
          onChange={(chosen) => onChange({ unit: chosen })}
        />
      )}
      {kind === 'time-to-empty' && (
        <Choice
          label={t('form.balance')}
          options={(['creations', 'duration'] as const).map((one) => ({ value: one, label: t(`balance.${one}`) }))}
          value={balance}
          onChange={(chosen) => onChange({ balance: chosen })}
        />
      )}
      {parts.value && (
        <NumberField
          label={t(kind === 'creations-below' ? 'balance.creations' : `unit.${unit}`)}
          range={parts.value}
          value={value}
          onChange={(typed) => onChange({ value: typed })}
        />
      )}
      {parts.minutes && (
        <NumberField
          label={t(kind === 'time-to-empty' ? 'form.minutesLeft' : 'form.minutes')}
          hint={parts.minutes.min === 0 ? t('form.atOnce') : null}
          range={parts.minutes}
          value={minutes}
          onChange={(typed) => onChange({ minutes: typed })}
        />
      )}
    </>
  )
}

/** A percentage says nothing about the applications whose capacity was not entered. */
export function AlertFields(props: FieldsProps<AlertDraft>) {
  const { t } = useTranslation('alerts')
  const { kind, unit, appId, severity } = props.draft
  const isPercent = kind === 'at-or-above' && unit === 'percent'
  const lacksCapacity = useHasCapacity(appId).includes(false)
  return (
    <>
      <Stack gap={2}>
        <div className={styles.fields}>
          <Condition {...props} />
          {!isOfAccount(kind) && <ScopeField {...props} />}
        </div>
        <Note font="secondary">{t(`kindHint.${kind}`)}</Note>
      </Stack>
      {isPercent && lacksCapacity && <Note tone="warn">{t('state.noCapacity')}</Note>}
      <RadioGroup
        label={t('form.severity')}
        options={(['info', 'warning', 'critical'] as const).map((value) => ({ value, label: t(`severity.${value}`) }))}
        value={severity}
        onChange={(value) => props.onChange({ severity: value })}
      />
    </>
  )
}
