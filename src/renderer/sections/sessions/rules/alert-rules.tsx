import { memo } from 'react'
import type { AppId } from '../../../../shared/ids.ts'
import { alertKinds, callsKindNames, isSameRule, ruleOf } from '../../../../shared/model/alert-kinds.ts'
import type { AlertEvent, AlertRule, Alerts } from '../../../../shared/schemas/alert.ts'
import { RuleNumber, RuleSwitch } from '../../../alerts/rule-controls.tsx'
import { ruleIn, useAlerts, useSetRule } from '../../../alerts/use-rules.ts'
import { useCommand } from '../../../api/use-command.ts'
import { ErrorNotice } from '../../../failures/error-notice.tsx'
import { QueryFailure } from '../../../failures/query-failure.tsx'
import { useAge } from '../../../i18n/age.tsx'
import { useTexts } from '../../../i18n/use-texts.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Text } from '../../../ui/layout.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { StateGlyph } from '../../../ui/state-glyph.tsx'
import { useApplicationName, useApplications } from '../applications.tsx'
import { AlertHistory } from './alert-history.tsx'
import { useCount, useRuleText } from './rules.ts'
import { SnoozeMenu, useSnooze } from './triggered-alerts.tsx'
import styles from './rules.module.css'

/** The age of an alert, with the current count that the alert is about, unless the count is stale. */
function Since({ event: { appId, at, condition } }: { readonly event: AlertEvent }) {
  const { t, format } = useTexts(['alerts', 'sessions'])
  const since = t('state.since', { age: useAge(at) })
  const count = useCount(appId)
  if (count === null || count.isStale || alertKinds[condition.kind].valueText === null) return since
  return `${since} · ${t('sessions:chart.now', { total: format.number(count.total) })}`
}

interface StateProps {
  readonly active: readonly AlertEvent[]
  /** "" while the rule is not snoozed. */
  readonly snoozed: string
}

function State({ active, snoozed }: StateProps) {
  const { t, format } = useTexts('alerts')
  const [event] = active
  if (event === undefined) return snoozed === '' ? t('state.watching') : snoozed
  return (
    <>
      <StateGlyph kind="alert" />
      {active.length === 1 ? <Since event={event} /> : t('state.sinceMany', { number: format.number(active.length) })}
      {snoozed !== '' && (
        <Text as="small" tone="soft">
          {` ${snoozed}`}
        </Text>
      )}
    </>
  )
}

interface AlertRowProps {
  readonly rule: AlertRule
  /** The alerts that the rule has triggered. */
  readonly active: readonly AlertEvent[]
}

function AlertRow({ rule, active }: AlertRowProps) {
  const { t, format } = useTexts('alerts')
  const ruleText = useRuleText()
  const set = useSetRule()
  const snooze = useCommand('alert.snooze')
  const { kind, appId, isOn, severity, snoozedUntil } = rule
  const { isSnoozed, items } = useSnooze(snoozedUntil, (minutes) => snooze.mutate({ kind, appId, minutes }))
  const snoozed = isSnoozed ? t('state.snoozed', { time: format.minute(snoozedUntil ?? 0) }) : ''
  return (
    <li className={styles.rule}>
      <div className={styles.row}>
        <RuleSwitch rule={rule} set={set} label={t(`kind.${kind}`)} />
        <div>
          <RuleNumber rule={rule} set={set} name="value" label={t('field.value')} />
        </div>
        <div>
          <RuleNumber rule={rule} set={set} name="minutes" label={t('field.minutes')} />
        </div>
        {isOn && (
          <>
            <Checkbox
              label={t('severity.critical')}
              isChecked={severity === 'critical'}
              onChange={(isCritical) => set.mutate({ kind, appId, severity: isCritical ? 'critical' : 'warning' })}
            />
            <Text truncate className={styles.state}>
              <State active={active} snoozed={snoozed} />
            </Text>
            <SnoozeMenu rule={ruleText.condition(rule)} items={items} isQuiet={active.length === 0} />
          </>
        )}
      </div>
      <ErrorNotice error={set.error ?? snooze.error} about={t('saveFailed')} />
    </li>
  )
}

const isOfCalls = ({ kind }: AlertRule): boolean => alertKinds[kind].of === 'calls'

interface AlertRowsProps {
  readonly label: string
  readonly alerts: Alerts
  /** null: every application. */
  readonly appId: AppId | null
}

function AlertRows({ label, alerts, appId }: AlertRowsProps) {
  return (
    <ul aria-label={label} className={styles.rules}>
      {callsKindNames.map((kind) => (
        <AlertRow
          key={`${kind} ${String(appId)}`}
          rule={ruleIn(alerts, { kind, appId })}
          active={alerts.active.filter((event) => isSameRule(ruleOf(event), { kind, appId }))}
        />
      ))}
    </ul>
  )
}

/** The alerts on calls: for the application on screen, and for all applications. */
export const AlertRules = memo(function AlertRules({ appId }: { readonly appId: AppId }) {
  const { t } = useTexts(['alerts', 'sessions'])
  const nameOf = useApplicationName()
  const hasSeveral = useApplications().length > 1
  const query = useAlerts()
  const alerts = query.data
  // A profile with one application needs no second set of rows, unless a rule remains from a time with several
  // applications.
  const hasRowsOfAll = hasSeveral || alerts?.rules.some((rule) => rule.appId === null && isOfCalls(rule)) === true
  return (
    <Panel region title={t('title')} sub={hasSeveral ? nameOf(appId) : undefined} padded={false}>
      <div className={styles.panel}>
        <QueryFailure query={query} />
        {alerts !== undefined && <AlertRows label={t('title')} alerts={alerts} appId={appId} />}
        {alerts !== undefined && hasRowsOfAll && (
          <>
            <h3>{t('sessions:overview.title')}</h3>
            <AlertRows label={t('sessions:overview.title')} alerts={alerts} appId={null} />
          </>
        )}
        <AlertHistory />
      </div>
    </Panel>
  )
})
