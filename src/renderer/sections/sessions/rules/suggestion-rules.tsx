import { memo } from 'react'
import { isWithin, limits, timePattern } from '../../../../shared/model/limits.ts'
import type { CloseRule, CloseRuleCondition, CloseRuleInput } from '../../../../shared/schemas/close-rule.ts'
import { useCommand } from '../../../api/use-command.ts'
import { useTexts } from '../../../i18n/use-texts.ts'
import { Field } from '../../../ui/field.tsx'
import { Note } from '../../../ui/layout.tsx'
import { RadioGroup } from '../../../ui/radio-group.tsx'
import { StateGlyph } from '../../../ui/state-glyph.tsx'
import { NumberField } from '../../../ui/number-field.tsx'
import { TextInput } from '../../../ui/text-input.tsx'
import { RuleRow, RulesPanel, ScopeField } from './rules-panel.tsx'
import type { FieldsProps } from './rules-panel.tsx'
import { useCloseRules } from './rules.ts'
import styles from './rules.module.css'

/** A rule as its form has it: a number that is being typed may be none. */
interface RuleDraft extends Pick<CloseRuleInput, 'id' | 'appId'> {
  readonly kind: CloseRuleCondition['kind']
  readonly minutes: number | null
  readonly from: string
  readonly until: string
  readonly countdown: number | null
}

function draftOf(rule: CloseRule | undefined): RuleDraft {
  const fresh = { kind: 'older-than', minutes: 60, from: '22:00', until: '06:00' } as const
  if (rule === undefined) return { id: null, appId: null, ...fresh, countdown: 60 }
  const { id, appId, condition, countdownSeconds } = rule
  return { id, appId, ...fresh, ...condition, countdown: countdownSeconds }
}

const times = ['from', 'until'] as const

function ruleOf({ id, appId, kind, minutes, from, until, countdown }: RuleDraft): CloseRuleInput | null {
  if (!isWithin(countdown, limits.countdownSeconds)) return null
  const rest = { id, appId, countdownSeconds: countdown }
  if (kind === 'older-than') {
    if (!isWithin(minutes, limits.minutesKnown)) return null
    return { ...rest, condition: { kind, minutes } }
  }
  const isRight = timePattern.test(from) && timePattern.test(until) && from !== until
  return isRight ? { ...rest, condition: { kind, from, until } } : null
}

function Fields({ draft, onChange }: FieldsProps<RuleDraft>) {
  const { t } = useTexts('suggestions')
  const errorOf = (field: (typeof times)[number]): string | null => {
    if (!timePattern.test(draft[field])) return t('form.timeError')
    return field === 'until' && draft.from === draft.until ? t('form.timesError') : null
  }
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
      <div className={styles.fields}>
        {draft.kind === 'older-than' ? (
          <NumberField
            label={t('form.minutes')}
            range={limits.minutesKnown}
            value={draft.minutes}
            onChange={(minutes) => onChange({ minutes })}
          />
        ) : (
          times.map((field) => (
            <Field key={field} label={t(`form.${field}`)} error={errorOf(field)}>
              <TextInput type="time" value={draft[field]} onType={(typed) => onChange({ [field]: typed })} />
            </Field>
          ))
        )}
      </div>
      <div className={styles.fields}>
        <ScopeField draft={draft} onChange={onChange} />
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

const secondMs = 1_000

export const SuggestionRules = memo(function SuggestionRules() {
  const { t, format } = useTexts(['suggestions', 'common'])
  const query = useCloseRules()
  const { rules, suggestions = [] } = query.data ?? {}
  const stateOf = ({ id, countdownSeconds }: CloseRule) => {
    const count = suggestions.filter(({ ruleId }) => ruleId === id).length
    if (count === 0) return t('countdown', { time: format.duration(countdownSeconds * secondMs) })
    return (
      <>
        <StateGlyph kind="alert" />
        {t('common:suggestionCount', { count })}
      </>
    )
  }
  return (
    <RulesPanel
      subject="closeRule"
      query={query}
      save={useCommand('closeRule.save')}
      row={(rule, line) => <RuleRow key={rule.id} line={line} state={stateOf(rule)} />}
      draftOf={draftOf}
      ruleOf={ruleOf}
      Fields={Fields}
    >
      {rules?.length === 0 && <Note>{t('none')}</Note>}
    </RulesPanel>
  )
})
