import { useTranslation } from 'react-i18next'
import type { RuleId } from '../../../../shared/ids.ts'
import type { CloseRule, CloseRules } from '../../../../shared/schemas/close-rule.ts'
import type { Application, ProfileView } from '../../../../shared/schemas/profile.ts'
import { call } from '../../../api/call.ts'
import { read } from '../../../api/queries.ts'
import { useCommand } from '../../../api/use-command.ts'
import { useRemoval } from '../../../state/removed-store.ts'
import { ErrorNotice } from '../../../failures/error-notice.tsx'
import { useFormat } from '../../../i18n/use-format.ts'
import { StateGlyph } from '../../../ui/state-glyph.tsx'
import { RuleRow } from '../rules/rule-row.tsx'
import type { RuleRowProps } from '../rules/rule-row.tsx'
import { RulesPanel } from '../rules/rules-panel.tsx'
import { useRuleEditing } from '../rules/use-rule-editing.ts'
import { useCloseRules } from '../rules/use-rules.ts'
import { SuggestionRuleForm } from './suggestion-rule-form.tsx'
import { useRuleConditionText, useRuleScopeText } from './suggestion-text.ts'

export interface SuggestionRulesProps {
  readonly view: ProfileView
}

const secondMs = 1_000

interface LineProps extends Pick<RuleRowProps, 'onTurn' | 'onEdit' | 'onRemove'> {
  readonly rule: CloseRule
  /** Of this rule, waiting for an answer. */
  readonly proposed: number
  readonly applications: readonly Application[]
}

function SuggestionRuleLine({ rule, proposed, applications, ...on }: LineProps) {
  const { t } = useTranslation('suggestions')
  const format = useFormat()
  const conditionText = useRuleConditionText()
  const scopeText = useRuleScopeText(applications)
  const { appId, condition, countdownSeconds, isOn } = rule
  const state =
    proposed === 0 ? (
      t('countdown', { time: format.duration(countdownSeconds * secondMs) })
    ) : (
      <>
        <StateGlyph kind="alert" />
        {t('proposed', { count: proposed })}
      </>
    )
  return (
    <RuleRow
      {...on}
      scope={scopeText(appId)}
      text={conditionText(condition)}
      state={isOn ? state : t('off')}
      isOn={isOn}
    />
  )
}

function Rules({
  view,
  ruleView,
  editing,
}: SuggestionRulesProps & { readonly ruleView: CloseRules; readonly editing: Editing }) {
  const { t } = useTranslation('suggestions')
  const { applications } = view.profile
  const { rules, suggestions } = ruleView
  const { save, edited, edit, saving } = editing
  const turn = useCommand('closeRule.setOn', { queue: 'closeRule.setOn' })
  const conditionText = useRuleConditionText()
  const remove = useRemoval([read('closeRule.read', {})], (id: RuleId, profileId) =>
    call('closeRule.remove', { id }, profileId),
  )
  const failed = turn.error ?? (edited === null ? save.error : null)
  return (
    <>
      {rules.length === 0 && <p>{t('none')}</p>}
      <ErrorNotice error={failed} about={t('saveFailed')} />
      <ul aria-label={t('rules')}>
        {rules.map((rule) => (
          <SuggestionRuleLine
            key={rule.id}
            rule={rule}
            proposed={suggestions.filter(({ ruleId }) => ruleId === rule.id).length}
            applications={applications}
            onTurn={(isOn) => turn.mutate({ id: rule.id, isOn })}
            onEdit={() => edit(rule.id)}
            onRemove={() => {
              const name = conditionText(rule.condition)
              remove([{ id: rule.id, name }], t('removed', { rule: name }))
            }}
          />
        ))}
      </ul>
      {edited !== null && (
        <SuggestionRuleForm
          key={edited}
          rule={rules.find(({ id }) => id === edited) ?? null}
          applications={applications}
          {...saving}
        />
      )}
    </>
  )
}

function useEditing() {
  const save = useCommand('closeRule.save')
  return { save, ...useRuleEditing(save) }
}

type Editing = ReturnType<typeof useEditing>

/** The rules that propose to close known sessions. */
export function SuggestionRules({ view }: SuggestionRulesProps) {
  const { t } = useTranslation('suggestions')
  const ruleView = useCloseRules()
  const editing = useEditing()
  return (
    <RulesPanel
      title={t('title')}
      sub={view.profile.protection === 'read-only' ? t('readOnly') : t('sub')}
      add={t('new')}
      onAdd={() => editing.edit('new')}
      query={ruleView}
      failed={t('readFailed')}
    >
      {ruleView.data !== undefined && <Rules view={view} ruleView={ruleView.data} editing={editing} />}
    </RulesPanel>
  )
}
