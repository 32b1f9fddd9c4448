import { useTranslation } from 'react-i18next'
import type { RuleId } from '../../../../shared/ids.ts'
import type { AlertRule, Alerts } from '../../../../shared/schemas/alert.ts'
import type { Application, ProfileView } from '../../../../shared/schemas/profile.ts'
import { call } from '../../../api/call.ts'
import { read } from '../../../api/queries.ts'
import { useCommand } from '../../../api/use-command.ts'
import { useRemoval } from '../../../state/removed-store.ts'
import { ErrorNotice } from '../../../failures/error-notice.tsx'
import { RulesPanel } from '../rules/rules-panel.tsx'
import { useRuleEditing } from '../rules/use-rule-editing.ts'
import { useAlerts } from '../rules/use-rules.ts'
import { draftOf, freshDraft } from './alert-draft.ts'
import { AlertExamples } from './alert-examples.tsx'
import { AlertForm } from './alert-form.tsx'
import { AlertHistory } from './alert-history.tsx'
import { AlertRuleRow } from './alert-rule-row.tsx'
import { useAlertConditionText, useAlertScopeText } from './alert-text.ts'

export interface AlertRulesProps {
  readonly view: ProfileView
  /** The application on screen. */
  readonly application: Application
}

interface PartProps extends AlertRulesProps {
  readonly alerts: Alerts
}

interface RuleListProps extends PartProps {
  readonly onEdit: (id: RuleId) => void
}

function lacksCapacity({ condition, appId }: AlertRule, { alerts, view }: PartProps): boolean {
  if (condition.kind !== 'at-or-above' || condition.threshold.unit !== 'percent') return false
  const { capacities } = alerts.settings
  const watched = view.profile.applications.filter((one) => (appId ?? one.appId) === one.appId)
  return watched.every((one) => capacities[one.appId] === undefined)
}

function RuleList(props: RuleListProps) {
  const { view, alerts, onEdit } = props
  const { t } = useTranslation('alerts')
  const scopeText = useAlertScopeText(view.profile.applications)
  const conditionText = useAlertConditionText()
  const turn = useCommand('alert.setOn', { queue: 'alert.setOn' })
  const snooze = useCommand('alert.snooze')
  const remove = useRemoval([read('alert.read', {})], (id: RuleId, profileId) =>
    call('alert.remove', { id }, profileId),
  )
  const failed = turn.error ?? snooze.error
  return (
    <>
      <ErrorNotice error={failed} about={t('changeFailed')} />
      <ul aria-label={t('rules')}>
        {alerts.rules.map((rule) => (
          <AlertRuleRow
            key={rule.id}
            rule={rule}
            scope={scopeText(rule)}
            active={alerts.active.filter(({ ruleId }) => ruleId === rule.id)}
            lacksCapacity={lacksCapacity(rule, props)}
            onTurn={(isOn) => turn.mutate({ id: rule.id, isOn })}
            onSnooze={(minutes) => snooze.mutate({ id: rule.id, minutes })}
            onEdit={() => onEdit(rule.id)}
            onRemove={() => {
              const name = conditionText(rule.condition)
              remove([{ id: rule.id, name }], t('removed', { rule: name }))
            }}
          />
        ))}
      </ul>
    </>
  )
}

function Rules(props: PartProps & { readonly editing: Editing }) {
  const { view, application, alerts, editing } = props
  const { t } = useTranslation('alerts')
  const { save, edited, edit, saving } = editing
  const rule = alerts.rules.find(({ id }) => id === edited)
  return (
    <>
      {edited === null && save.error !== null && <ErrorNotice error={save.error} about={t('saveFailed')} />}
      {alerts.rules.length > 0 && <RuleList {...props} onEdit={edit} />}
      <AlertExamples appId={application.appId} rules={alerts.rules} busy={save.isPending} onAdd={save.mutate} />
      {edited !== null && (
        <AlertForm
          key={edited}
          start={rule === undefined ? freshDraft(application.appId) : draftOf(rule, application.appId)}
          applications={view.profile.applications}
          withCapacity={new Set(Object.keys(alerts.settings.capacities))}
          {...saving}
        />
      )}
    </>
  )
}

function useEditing() {
  const save = useCommand('alert.save')
  return { save, ...useRuleEditing(save) }
}

type Editing = ReturnType<typeof useEditing>

/** The alert rules on calls and balances, their settings, and the alerts triggered so far. */
export function AlertRules({ view, application }: AlertRulesProps) {
  const { t } = useTranslation('alerts')
  const alerts = useAlerts()
  const editing = useEditing()
  return (
    <RulesPanel
      title={t('title')}
      sub={t('sub')}
      add={t('new')}
      onAdd={() => editing.edit('new')}
      query={alerts}
      failed={t('readFailed')}
    >
      {alerts.data !== undefined && (
        <Rules view={view} application={application} alerts={alerts.data} editing={editing} />
      )}
      <AlertHistory applications={view.profile.applications} />
    </RulesPanel>
  )
}
