import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { CloseRule, CloseRules } from '../../../../shared/schemas/close-rule.ts'
import type { ProfileView } from '../../../../shared/schemas/profile.ts'
import { failureOf } from '../../../api/call.ts'
import { read } from '../../../api/queries.ts'
import { useCommand } from '../../../api/use-command.ts'
import { ErrorNotice } from '../../../failures/error-notice.tsx'
import { NewRule } from '../rules/new-rule.tsx'
import { RemoveRule, useRemoving } from '../rules/remove-rule.tsx'
import { RulesPanel } from '../rules/rules-panel.tsx'
import { useRuleEditing } from '../rules/use-rule-editing.ts'
import { useRuleConditionText, useRuleSummaryText } from './suggestion-text.ts'
import styles from './suggestion-rules.module.css'
import { SuggestionRuleForm } from './suggestion-rule-form.tsx'
import { SuggestionRuleRow } from './suggestion-rule-row.tsx'

export interface SuggestionRulesProps {
  readonly view: ProfileView
}

interface PartProps {
  readonly view: ProfileView
  readonly ruleView: CloseRules
}

function Rules({ view, ruleView }: PartProps) {
  const { t } = useTranslation('suggestions')
  const { applications } = view.profile
  const save = useCommand('closeRule.save')
  const turn = useCommand('closeRule.setOn', { queue: 'closeRule.setOn' })
  const removing = useRemoving<CloseRule>(useCommand('closeRule.remove'))
  const conditionText = useRuleConditionText()
  const { edited, wasEdited, edit, saving } = useRuleEditing(save)
  const rule = ruleView.rules.find(({ id }) => id === edited) ?? null
  return (
    <>
      {ruleView.rules.length > 0 && (
        <ul aria-label={t('rules')} className={styles.rules}>
          {ruleView.rules.map((one) => (
            <SuggestionRuleRow
              key={one.id}
              rule={one}
              applications={applications}
              onTurn={(isOn) => {
                turn.mutate({ id: one.id, isOn })
              }}
              onEdit={() => {
                edit(one.id)
              }}
              onRemove={() => {
                removing.ask(one)
              }}
            />
          ))}
        </ul>
      )}
      {turn.error !== null && <ErrorNotice failure={failureOf(turn.error)} about={t('saveFailed')} />}
      <RemoveRule
        text={{ title: t('removeTitle'), action: t('removeAction'), failed: t('removeFailed') }}
        rule={removing.asked === null ? '' : conditionText(removing.asked.condition)}
        removing={removing}
      />
      {edited === null ? (
        <NewRule
          label={t('new')}
          error={save.error}
          failed={t('saveFailed')}
          hasInitialFocus={wasEdited}
          onNew={() => {
            edit('new')
          }}
        />
      ) : (
        <SuggestionRuleForm key={edited} rule={rule} applications={applications} {...saving} />
      )}
    </>
  )
}

/** The rules that propose to close known sessions. */
export function SuggestionRules({ view }: SuggestionRulesProps) {
  const { t } = useTranslation('suggestions')
  const ruleView = useQuery(read('closeRule.read', {}))
  const summaryText = useRuleSummaryText()
  const summary = ruleView.data === undefined ? t('reading') : summaryText(ruleView.data)
  return (
    <RulesPanel
      part="suggestions"
      profileId={view.profile.id}
      text={{ title: t('title'), summary, intro: t('words'), failed: t('readFailed') }}
      query={ruleView}
    >
      {ruleView.data !== undefined && (
        <>
          {view.profile.protection === 'read-only' && <p className={styles.quiet}>{t('readOnly')}</p>}
          <Rules view={view} ruleView={ruleView.data} />
        </>
      )}
    </RulesPanel>
  )
}
