import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { GuardRule, GuardRuleInput } from '../../../../shared/schemas/guard.ts'
import type { Application } from '../../../../shared/schemas/profile.ts'
import { failureOf } from '../../../api/call.ts'
import { ErrorNotice } from '../../../failures/error-notice.tsx'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { RadioGroup } from '../../../ui/radio-group.tsx'
import { Select } from '../../../ui/select.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { TextInput } from '../../../ui/text-input.tsx'
import styles from './guards.module.css'
import { draftOf, problemsOf, ruleOf } from './rule-draft.ts'
import type { RuleDraft, RuleProblem } from './rule-draft.ts'

/** Props of `RuleForm`. */
export interface RuleFormProps {
  /** null: a new one. */
  readonly rule: GuardRule | null
  readonly applications: readonly Application[]
  readonly isSaving: boolean
  readonly error: Error | null
  readonly onSave: (rule: GuardRuleInput) => void
  readonly onCancel: () => void
}

interface PartProps {
  readonly draft: RuleDraft
  readonly problems: readonly RuleProblem[]
  readonly onChange: (changes: Partial<RuleDraft>) => void
}

const every = ''

function Times({ draft, problems, onChange }: PartProps) {
  const { t } = useTranslation('guards')
  return (['from', 'until'] as const).map((field) => {
    const error = problems.includes(field)
      ? t('form.timeError')
      : field === 'until' && problems.includes('times')
        ? t('form.timesError')
        : null
    return (
      <Field key={field} label={t(`form.${field}`)} error={error}>
        <TextInput
          type="time"
          value={draft[field]}
          onChange={(event) => {
            onChange({ [field]: event.currentTarget.value })
          }}
        />
      </Field>
    )
  })
}

function Minutes({ draft, problems, onChange }: PartProps) {
  const { t } = useTranslation('guards')
  return (
    <Field label={t('form.minutes')} error={problems.includes('minutes') ? t('form.minutesError') : null}>
      <TextInput
        inputMode="numeric"
        value={draft.minutes}
        onChange={(event) => {
          onChange({ minutes: event.currentTarget.value })
        }}
      />
    </Field>
  )
}

function Condition(props: PartProps) {
  const { t } = useTranslation('guards')
  const { draft, onChange } = props
  return (
    <>
      <RadioGroup
        label={t('form.condition')}
        look="cards"
        options={[
          { value: 'older-than', label: t('form.olderThan'), hint: t('form.olderThanHint') },
          { value: 'after-hours', label: t('form.afterHours'), hint: t('form.afterHoursHint') },
        ]}
        value={draft.kind}
        onChange={(kind) => {
          onChange({ kind })
        }}
      />
      <div className={styles.fields}>{draft.kind === 'older-than' ? <Minutes {...props} /> : <Times {...props} />}</div>
    </>
  )
}

function Rest({ draft, problems, onChange, applications }: PartProps & Pick<RuleFormProps, 'applications'>) {
  const { t } = useTranslation('guards')
  return (
    <>
      <div className={styles.fields}>
        <Field label={t('form.scope')}>
          <Select
            options={[
              { value: every, label: t('form.every') },
              ...applications.map(({ appId, label }) => ({ value: appId, label: label === '' ? appId : label })),
            ]}
            value={draft.appId ?? every}
            onChange={(value) => {
              onChange({ appId: applications.find(({ appId }) => appId === value)?.appId ?? null })
            }}
          />
        </Field>
        <Field label={t('form.countdown')} error={problems.includes('countdown') ? t('form.countdownError') : null}>
          <TextInput
            inputMode="numeric"
            value={draft.countdown}
            onChange={(event) => {
              onChange({ countdown: event.currentTarget.value })
            }}
          />
        </Field>
      </div>
      <Switch
        label={t('form.alone')}
        hint={t('form.aloneHint')}
        isOn={draft.actsAlone}
        onChange={(actsAlone) => {
          onChange({ actsAlone })
        }}
      />
      <Switch
        label={t('form.isOn')}
        isOn={draft.isOn}
        onChange={(isOn) => {
          onChange({ isOn })
        }}
      />
    </>
  )
}

/** The form of a guarded rule. */
export function RuleForm({ rule, applications, isSaving, error, onSave, onCancel }: RuleFormProps) {
  const { t } = useTranslation('guards')
  const [draft, setDraft] = useState(() => draftOf(rule))
  const problems = problemsOf(draft)
  const change = (changes: Partial<RuleDraft>): void => {
    setDraft((before) => ({ ...before, ...changes }))
  }
  return (
    <form
      aria-label={t('form.title')}
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (problems.length === 0 && !isSaving) onSave(ruleOf(draft))
      }}
    >
      <Condition draft={draft} problems={problems} onChange={change} />
      <Rest draft={draft} problems={problems} onChange={change} applications={applications} />
      {error !== null && <ErrorNotice failure={failureOf(error)} about={t('saveFailed')} />}
      <div className={styles.buttons}>
        <Button type="submit" tone="primary" busy={isSaving} disabled={problems.length > 0}>
          {t('form.save')}
        </Button>
        <Button onClick={onCancel}>{t('form.cancel')}</Button>
      </div>
    </form>
  )
}
