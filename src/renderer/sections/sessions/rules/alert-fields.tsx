import { useTranslation } from 'react-i18next'
import type { AppId } from '../../../../shared/ids.ts'
import { alertKindNames, alertKinds, conditionOf, isOfAccount, startOf } from '../../../../shared/model/alert-kinds.ts'
import type { AlertField, AlertFieldValues, AlertKindName } from '../../../../shared/model/alert-kinds.ts'
import type { AlertRule, AlertRuleInput } from '../../../../shared/schemas/alert.ts'
import { Field } from '../../../ui/field.tsx'
import { Note, Stack } from '../../../ui/layout.tsx'
import { RadioGroup } from '../../../ui/radio-group.tsx'
import { NumberField } from '../../../ui/number-field.tsx'
import { Select } from '../../../ui/select.tsx'
import type { SelectProps } from '../../../ui/select.tsx'
import { ScopeField } from './rules-panel.tsx'
import type { FieldsProps } from './rules-panel.tsx'
import { useHasCapacity } from './rules.ts'
import styles from './rules.module.css'

/** A rule as its form has it. */
interface AlertDraft extends Pick<AlertRuleInput, 'id' | 'appId' | 'severity'>, AlertFieldValues {
  readonly kind: AlertKindName
}

/** The draft of a rule; of a new one about the application on screen without. */
export function draftOf(rule: AlertRule | undefined, shown: AppId): AlertDraft {
  const start = { ...startOf('at-or-above'), kind: 'at-or-above', id: null, appId: shown, severity: 'warning' } as const
  if (rule === undefined) return start
  const { id, appId, severity, condition } = rule
  return { ...start, ...condition, id, appId, severity }
}

export function ruleOf({ id, appId, kind, severity, ...values }: AlertDraft): AlertRuleInput | null {
  const condition = conditionOf(kind, values)
  return condition && { id, appId: isOfAccount(kind) ? null : appId, condition, severity }
}

function Choice<Value extends string>({ label, ...select }: SelectProps<Value> & { readonly label: string }) {
  return (
    <Field label={label}>
      <Select {...select} />
    </Field>
  )
}

function ConditionField({ field, draft, onChange }: FieldsProps<AlertDraft> & { readonly field: AlertField }) {
  const { t } = useTranslation('alerts')
  switch (field.name) {
    case 'unit':
      return (
        <Choice
          label={t('form.unit')}
          options={field.options.map((unit) => ({ value: unit, label: t(`unit.${unit}`) }))}
          value={draft.unit}
          onChange={(unit) => onChange({ unit })}
        />
      )
    case 'balance':
      return (
        <Choice
          label={t('form.balance')}
          options={field.options.map((balance) => ({ value: balance, label: t(`balance.${balance}`) }))}
          value={draft.balance}
          onChange={(balance) => onChange({ balance })}
        />
      )
    case 'value':
      return (
        <NumberField
          label={t(field.label ?? `unit.${draft.unit}`)}
          range={field.range}
          value={draft.value}
          onChange={(value) => onChange({ value })}
        />
      )
    default:
      return (
        <NumberField
          label={t(field.label)}
          hint={field.range.min === 0 ? t('form.atOnce') : null}
          range={field.range}
          value={draft.minutes}
          onChange={(minutes) => onChange({ minutes })}
        />
      )
  }
}

function Condition(props: FieldsProps<AlertDraft>) {
  const { t } = useTranslation('alerts')
  const { draft, onChange } = props
  return (
    <>
      <Choice
        label={t('form.condition')}
        options={alertKindNames.map((kind) => ({ value: kind, label: t(`kind.${kind}`) }))}
        value={draft.kind}
        onChange={(kind) => onChange({ kind, minutes: startOf(kind).minutes })}
      />
      {alertKinds[draft.kind].fields.map((field) => (
        <ConditionField key={field.name} field={field} {...props} />
      ))}
    </>
  )
}

/** A percentage says nothing about the applications whose capacity was not entered. */
export function AlertFields(props: FieldsProps<AlertDraft>) {
  const { t } = useTranslation('alerts')
  const { kind, unit, appId, severity } = props.draft
  const isPercent = unit === 'percent' && alertKinds[kind].fields.some(({ name }) => name === 'unit')
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
