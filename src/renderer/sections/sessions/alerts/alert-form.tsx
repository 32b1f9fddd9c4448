import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AlertRuleInput } from '../../../../shared/schemas/alert.ts'
import type { Application } from '../../../../shared/schemas/profile.ts'
import { Field } from '../../../ui/field.tsx'
import { RadioGroup } from '../../../ui/radio-group.tsx'
import { Select } from '../../../ui/select.tsx'
import { ApplicationSelect } from '../application-select.tsx'
import { NumberField } from '../rules/number-field.tsx'
import { RuleFrame } from '../rules/rule-frame.tsx'
import { Text } from '../../../ui/layout.tsx'
import rules from '../rules/rules.module.css'
import type { RuleSaving } from '../rules/use-rule-editing.ts'
import { alertKinds, isRight, partsOf, ruleOf } from './alert-draft.ts'
import type { AlertDraft } from './alert-draft.ts'
import { isOfAccount } from './alert-text.ts'

export interface AlertFormProps extends RuleSaving<AlertRuleInput> {
  readonly start: AlertDraft
  readonly applications: readonly Application[]
  /** Applications whose capacity was entered: a percentage says nothing about the others. */
  readonly withCapacity: ReadonlySet<string>
}

interface PartProps {
  readonly draft: AlertDraft
  readonly onChange: (changes: Partial<AlertDraft>) => void
}

function Value({ draft, onChange }: PartProps) {
  const { t } = useTranslation('alerts')
  const range = partsOf[draft.kind].value
  if (range === null) return null
  const isPercent = draft.kind === 'at-or-above' && draft.unit === 'percent'
  const label = draft.kind === 'creations-below' ? t('form.creations') : isPercent ? t('form.percent') : t('form.calls')
  return <NumberField label={label} range={range} value={draft.value} onChange={(value) => onChange({ value })} />
}

function Minutes({ draft, onChange }: PartProps) {
  const { t } = useTranslation('alerts')
  const range = partsOf[draft.kind].minutes
  if (range === null) return null
  return (
    <NumberField
      label={draft.kind === 'time-to-empty' ? t('form.emptyMinutes') : t('form.minutes')}
      hint={range.min === 0 ? t('form.atOnce') : null}
      range={range}
      value={draft.minutes}
      onChange={(minutes) => onChange({ minutes })}
    />
  )
}

function Condition(props: PartProps) {
  const { t } = useTranslation('alerts')
  const { draft, onChange } = props
  return (
    <>
      <Field label={t('form.condition')}>
        <Select
          options={alertKinds.map((kind) => ({ value: kind, label: t(`kind.${kind}`) }))}
          value={draft.kind}
          onChange={(kind) => onChange({ kind, minutes: partsOf[kind].minutes?.start ?? null })}
        />
      </Field>
      {draft.kind === 'at-or-above' && (
        <Field label={t('form.unit')}>
          <Select
            options={[
              { value: 'calls', label: t('unit.calls') },
              { value: 'percent', label: t('unit.percent') },
            ]}
            value={draft.unit}
            onChange={(unit) => onChange({ unit })}
          />
        </Field>
      )}
      {draft.kind === 'time-to-empty' && (
        <Field label={t('form.balance')}>
          <Select
            options={[
              { value: 'creations', label: t('balance.creations') },
              { value: 'duration', label: t('balance.duration') },
            ]}
            value={draft.balance}
            onChange={(balance) => onChange({ balance })}
          />
        </Field>
      )}
      <Value {...props} />
      <Minutes {...props} />
    </>
  )
}

function Scope({ draft, onChange, applications }: PartProps & Pick<AlertFormProps, 'applications'>) {
  const { t } = useTranslation('alerts')
  if (isOfAccount(draft.kind)) return null
  return (
    <Field label={t('form.scope')}>
      <ApplicationSelect
        applications={applications}
        appId={draft.appId}
        none={t('everyApplication')}
        onChoose={(appId) => onChange({ appId })}
      />
    </Field>
  )
}

/** True for a percentage of a capacity that was not entered for every application that the rule is about. */
function lacksCapacity(draft: AlertDraft, { applications, withCapacity }: AlertFormProps): boolean {
  if (draft.kind !== 'at-or-above' || draft.unit !== 'percent') return false
  return applications.some(({ appId }) => (draft.appId ?? appId) === appId && !withCapacity.has(appId))
}

/** The form of an alert rule. */
export function AlertForm(props: AlertFormProps) {
  const { start, applications, isSaving, error, onSave, onCancel } = props
  const { t } = useTranslation('alerts')
  const [draft, setDraft] = useState(start)
  const change = (changes: Partial<AlertDraft>): void => setDraft((before) => ({ ...before, ...changes }))
  return (
    <RuleFrame
      isSaving={isSaving}
      error={error}
      onCancel={onCancel}
      text={{ title: t('form.title'), save: t('form.save'), failed: t('saveFailed') }}
      isRight={isRight(draft)}
      onSave={() => onSave(ruleOf(draft))}
    >
      <div className={rules.fields}>
        <Condition draft={draft} onChange={change} />
        <Scope draft={draft} onChange={change} applications={applications} />
      </div>
      <Text as="p" font="secondary" tone="soft" className={rules.hint}>
        {t(`kindHint.${draft.kind}`)}
      </Text>
      {lacksCapacity(draft, props) && (
        <Text as="p" tone="warn">
          {t('form.noCapacity')}
        </Text>
      )}
      <RadioGroup
        label={t('form.severity')}
        options={(['info', 'warning', 'critical'] as const).map((value) => ({ value, label: t(`severity.${value}`) }))}
        value={draft.severity}
        onChange={(severity) => change({ severity })}
      />
      <Text as="p" font="secondary" tone="soft" className={rules.hint}>
        {t('form.severityHint')}
      </Text>
    </RuleFrame>
  )
}
