import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { limits } from '../../../../shared/model/limits.ts'
import type { CloseRule, CloseRuleInput } from '../../../../shared/schemas/close-rule.ts'
import type { Application } from '../../../../shared/schemas/profile.ts'
import { Field } from '../../../ui/field.tsx'
import { RadioGroup } from '../../../ui/radio-group.tsx'
import { TextInput } from '../../../ui/text-input.tsx'
import { ApplicationSelect } from '../application-select.tsx'
import { NumberField } from '../rules/number-field.tsx'
import { RuleFrame } from '../rules/rule-frame.tsx'
import styles from '../rules/rules.module.css'
import type { RuleSaving } from '../rules/use-rule-editing.ts'
import { draftOf, isRight, ruleOf, timesProblems } from './suggestion-rule-draft.ts'
import type { RuleDraft } from './suggestion-rule-draft.ts'

export interface SuggestionRuleFormProps extends RuleSaving<CloseRuleInput> {
  /** null: a new one. */
  readonly rule: CloseRule | null
  readonly applications: readonly Application[]
}

interface PartProps {
  readonly draft: RuleDraft
  readonly onChange: (changes: Partial<RuleDraft>) => void
}

function Times({ draft, onChange }: PartProps) {
  const { t } = useTranslation('suggestions')
  const problems = timesProblems(draft)
  return (['from', 'until'] as const).map((field) => {
    const error = problems.includes(field)
      ? t('form.timeError')
      : field === 'until' && problems.includes('same')
        ? t('form.timesError')
        : null
    return (
      <Field key={field} label={t(`form.${field}`)} error={error}>
        <TextInput
          type="time"
          value={draft[field]}
          onChange={(event) => onChange({ [field]: event.currentTarget.value })}
        />
      </Field>
    )
  })
}

function Minutes({ draft, onChange }: PartProps) {
  const { t } = useTranslation('suggestions')
  return (
    <NumberField
      label={t('form.minutes')}
      range={limits.minutesKnown}
      value={draft.minutes}
      onChange={(minutes) => onChange({ minutes })}
    />
  )
}

function Condition(props: PartProps) {
  const { t } = useTranslation('suggestions')
  const { draft, onChange } = props
  return (
    <>
      <RadioGroup
        label={t('form.condition')}
        variant="cards"
        options={[
          { value: 'older-than', label: t('form.olderThan'), hint: t('form.olderThanHint') },
          { value: 'after-hours', label: t('form.afterHours'), hint: t('form.afterHoursHint') },
        ]}
        value={draft.kind}
        onChange={(kind) => onChange({ kind })}
      />
      <div className={styles.fields}>{draft.kind === 'older-than' ? <Minutes {...props} /> : <Times {...props} />}</div>
    </>
  )
}

function CountdownField({ draft, onChange, applications }: PartProps & Pick<SuggestionRuleFormProps, 'applications'>) {
  const { t } = useTranslation('suggestions')
  return (
    <>
      <div className={styles.fields}>
        <Field label={t('form.scope')}>
          <ApplicationSelect
            applications={applications}
            appId={draft.appId}
            none={t('form.every')}
            onChoose={(appId) => onChange({ appId })}
          />
        </Field>
        <NumberField
          label={t('form.countdown')}
          range={limits.countdownSeconds}
          value={draft.countdown}
          onChange={(countdown) => onChange({ countdown })}
        />
      </div>
    </>
  )
}

/** The form of a close suggestion rule. */
export function SuggestionRuleForm({ rule, applications, onSave, ...saving }: SuggestionRuleFormProps) {
  const { t } = useTranslation('suggestions')
  const [draft, setDraft] = useState(() => draftOf(rule))
  const change = (changes: Partial<RuleDraft>): void => setDraft((before) => ({ ...before, ...changes }))
  return (
    <RuleFrame
      {...saving}
      text={{ title: t('form.title'), save: t('form.save'), failed: t('saveFailed') }}
      isRight={isRight(draft)}
      onSave={() => onSave(ruleOf(draft))}
    >
      <Condition draft={draft} onChange={change} />
      <CountdownField draft={draft} onChange={change} applications={applications} />
    </RuleFrame>
  )
}
