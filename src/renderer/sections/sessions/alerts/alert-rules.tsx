import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { RuleId } from '../../../../shared/ids.ts'
import type { AlertRule, Alerts } from '../../../../shared/schemas/alert.ts'
import type { Application, ProfileView } from '../../../../shared/schemas/profile.ts'
import { failureOf } from '../../../api/call.ts'
import { read } from '../../../api/queries.ts'
import { useCommand } from '../../../api/use-command.ts'
import { ErrorNotice } from '../../../failures/error-notice.tsx'
import { Table } from '../../../ui/table.tsx'
import { NewRule } from '../rules/new-rule.tsx'
import { RemoveRule, useRemoving } from '../rules/remove-rule.tsx'
import { RulesPanel } from '../rules/rules-panel.tsx'
import { useRuleEditing } from '../rules/use-rule-editing.ts'
import { draftOf, freshDraft } from './alert-draft.ts'
import { AlertExamples } from './alert-examples.tsx'
import { AlertForm } from './alert-form.tsx'
import { AlertHistory } from './alert-history.tsx'
import { AlertRuleRow } from './alert-rule-row.tsx'
import { AlertSettings } from './alert-settings.tsx'
import { useAlertConditionText, useAlertScopeText, useAlertSummaryText } from './alert-text.ts'

export interface AlertRulesProps {
  readonly view: ProfileView
  /** The application on screen. */
  readonly application: Application
}

interface PartProps extends AlertRulesProps {
  readonly alerts: Alerts
}

interface RuleTableProps extends PartProps {
  readonly onEdit: (id: RuleId) => void
}

function lacksCapacity({ condition, appId }: AlertRule, { alerts, view }: PartProps): boolean {
  if (condition.kind !== 'at-or-above' || condition.threshold.unit !== 'percent') return false
  const { capacities } = alerts.settings
  const watched = view.profile.applications.filter((one) => (appId ?? one.appId) === one.appId)
  return watched.every((one) => capacities[one.appId] === undefined)
}

function RuleTable(props: RuleTableProps) {
  const { view, alerts, onEdit } = props
  const { t } = useTranslation('alerts')
  const scopeText = useAlertScopeText(view.profile.applications)
  const turn = useCommand('alert.setOn', { queue: 'alert.setOn' })
  const removing = useRemoving<AlertRule>(useCommand('alert.remove'))
  const snooze = useCommand('alert.snooze')
  const failed = turn.error ?? snooze.error
  const conditionText = useAlertConditionText()
  return (
    <>
      <Table
        label={t('rules')}
        columns={[
          { key: 'what', label: t('column.what') },
          { key: 'state', label: t('column.state') },
          { key: 'on', label: '', hiddenLabel: t('on') },
          { key: 'actions', label: '', hiddenLabel: t('column.actions') },
        ]}
      >
        {alerts.rules.map((rule) => (
          <AlertRuleRow
            key={rule.id}
            rule={rule}
            scope={scopeText(rule)}
            active={alerts.active.filter(({ ruleId }) => ruleId === rule.id)}
            lacksCapacity={lacksCapacity(rule, props)}
            onTurn={(isOn) => {
              turn.mutate({ id: rule.id, isOn })
            }}
            onSnooze={(minutes) => {
              snooze.mutate({ id: rule.id, minutes })
            }}
            onEdit={() => {
              onEdit(rule.id)
            }}
            onRemove={() => {
              removing.ask(rule)
            }}
          />
        ))}
      </Table>
      {failed !== null && <ErrorNotice failure={failureOf(failed)} about={t('changeFailed')} />}
      <RemoveRule
        text={{ title: t('removeTitle'), action: t('removeAction'), failed: t('removeFailed') }}
        rule={removing.asked === null ? '' : conditionText(removing.asked.condition)}
        removing={removing}
      />
    </>
  )
}

function Rules(props: PartProps) {
  const { view, application, alerts } = props
  const { t } = useTranslation('alerts')
  const { applications } = view.profile
  const save = useCommand('alert.save')
  const { edited, wasEdited, edit, saving } = useRuleEditing(save)
  const rule = alerts.rules.find(({ id }) => id === edited)
  return (
    <>
      {alerts.rules.length > 0 && <RuleTable {...props} onEdit={edit} />}
      <AlertExamples appId={application.appId} rules={alerts.rules} busy={save.isPending} onAdd={save.mutate} />
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
        <AlertForm
          key={edited}
          start={rule === undefined ? freshDraft(application.appId) : draftOf(rule, application.appId)}
          applications={applications}
          withCapacity={new Set(Object.keys(alerts.settings.capacities))}
          {...saving}
        />
      )}
    </>
  )
}

/** The alert rules on calls and balances, and the alerts triggered so far. */
export function AlertRules({ view, application }: AlertRulesProps) {
  const { t } = useTranslation('alerts')
  const alerts = useQuery(read('alert.read', {}))
  const summaryText = useAlertSummaryText()
  const summary = alerts.data === undefined ? t('reading') : summaryText(alerts.data)
  return (
    <RulesPanel
      part="alerts"
      profileId={view.profile.id}
      text={{ title: t('title'), summary, intro: t('words'), failed: t('readFailed') }}
      query={alerts}
    >
      {alerts.data !== undefined && (
        <>
          <Rules view={view} application={application} alerts={alerts.data} />
          <AlertSettings settings={alerts.data.settings} application={application} />
          <AlertHistory applications={view.profile.applications} />
        </>
      )}
    </RulesPanel>
  )
}
