import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AppId } from '../../../../shared/ids.ts'
import type { AlertEvent, AlertRule, AlertRuleInput, Alerts } from '../../../../shared/schemas/alert.ts'
import type { Application } from '../../../../shared/schemas/profile.ts'
import { alertHistory, read, useReadOn } from '../../../api/queries.ts'
import { useIsStale } from '../../../api/use-is-stale.ts'
import { useCommand } from '../../../api/use-command.ts'
import { ErrorNotice } from '../../../failures/error-notice.tsx'
import { QueryFailure } from '../../../failures/query-failure.tsx'
import { useAge } from '../../../i18n/age.tsx'
import { useFormat } from '../../../i18n/use-format.ts'
import { Button } from '../../../ui/button.tsx'
import { DataRow, DataTable } from '../../../ui/data-table.tsx'
import { Disclosure } from '../../../ui/disclosure.tsx'
import { Row, Text } from '../../../ui/layout.tsx'
import { StateDot } from '../../../ui/badge.tsx'
import { StateGlyph } from '../../../ui/state-glyph.tsx'
import type { OpenApplication } from '../applications.tsx'
import { AlertFields, draftOf, ruleOf } from './alert-fields.tsx'
import {
  applicationsOf,
  isOfAccount,
  severityTones,
  useAlerts,
  useAlertValueText,
  useConditionText,
  useScopeText,
} from './rules.ts'
import { RuleRow, RulesPanel } from './rules-panel.tsx'
import type { RuleLine } from './rules-panel.tsx'
import { SnoozeMenu, useSnooze } from './triggered-alerts.tsx'

const examples: readonly Pick<AlertRule, 'condition' | 'severity'>[] = [
  { condition: { kind: 'stale', minutes: 5 }, severity: 'warning' },
  { condition: { kind: 'at-or-above', threshold: { unit: 'calls', value: 10 }, minutes: 0 }, severity: 'warning' },
  { condition: { kind: 'drop-to-zero' }, severity: 'warning' },
  { condition: { kind: 'creations-below', value: 5 }, severity: 'critical' },
]

interface ExamplesProps {
  /** The application on screen. */
  readonly appId: AppId
  /** Those that there are: an example that is there already is not offered. */
  readonly rules: readonly AlertRule[]
  readonly busy: boolean
  readonly onAdd: (rule: AlertRuleInput) => void
}

/** Example rules: one click adds one. None exists by default. */
function Examples({ appId, rules, busy, onAdd }: ExamplesProps) {
  const { t } = useTranslation('common')
  const conditionText = useConditionText()
  const offered = examples.filter(
    ({ condition: { kind } }) =>
      !rules.some((rule) => rule.condition.kind === kind && (rule.appId === null || rule.appId === appId)),
  )
  if (offered.length === 0) return null
  return (
    <Row role="group" aria-label={t('suggestions')} gap={2} wrap>
      <Text tone="soft">{t('suggestions')}</Text>
      {offered.map(({ condition, severity }) => (
        <Button
          key={condition.kind}
          size="small"
          busy={busy}
          onClick={() => onAdd({ id: null, appId: isOfAccount(condition.kind) ? null : appId, condition, severity })}
        >
          {conditionText(condition)}
        </Button>
      ))}
    </Row>
  )
}

/** With the count that the rule is about, while it says something of now. */
function Since({ event: { appId, at, condition } }: { readonly event: AlertEvent }) {
  const { t } = useTranslation('alerts')
  const format = useFormat()
  const age = useAge(at)
  const count = useQuery(read('session.overview', {})).data?.find((one) => one.appId === appId) ?? null
  const isStale = useIsStale(count)
  const now = isStale || condition.kind === 'stale' ? null : (count?.latest?.total ?? null)
  return now === null ? t('state.since', { age }) : t('state.sinceNow', { age, now: format.number(now) })
}

interface StateProps {
  readonly active: readonly AlertEvent[]
  /** "" while it is not snoozed. */
  readonly snoozed: string
}

function State({ active, snoozed }: StateProps) {
  const { t } = useTranslation('alerts')
  const format = useFormat()
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
  readonly line: RuleLine
  readonly alerts: Alerts
  readonly applications: readonly Application[]
  /** 0 ends the snooze. */
  readonly onSnooze: (minutes: number) => void
}

function AlertRow({ rule, line, alerts, applications, onSnooze }: AlertRowProps) {
  const { t } = useTranslation('alerts')
  const format = useFormat()
  const scopeText = useScopeText(applications)
  const { appId, condition, snoozedUntil, isOn, severity } = rule
  const { isSnoozed, items } = useSnooze(snoozedUntil, onSnooze)
  const snoozed = isSnoozed ? t('state.snoozed', { time: format.minute(snoozedUntil ?? 0) }) : ''
  const active = alerts.active.filter(({ ruleId }) => ruleId === rule.id)
  const isPercent = condition.kind === 'at-or-above' && condition.threshold.unit === 'percent'
  const { capacities } = alerts.settings
  const lacksCapacity =
    isPercent && applicationsOf(applications, appId).every((one) => capacities[one.appId] === undefined)
  return (
    <RuleRow
      line={line}
      scope={scopeText(rule)}
      detail={t(`severity.${severity}`)}
      state={
        lacksCapacity ? (
          <>
            <StateGlyph kind="alert" />
            {t('state.noCapacity')}
          </>
        ) : (
          <State active={active} snoozed={snoozed} />
        )
      }
      action={active.length > 0 && isOn && <SnoozeMenu rule={line.text} items={items} />}
      items={items}
    />
  )
}

interface HistoryProps {
  readonly applications: readonly Application[]
}

function EventRow({ event, applications }: HistoryProps & { readonly event: AlertEvent }) {
  const { t } = useTranslation('alerts')
  const format = useFormat()
  const conditionText = useConditionText()
  const scopeText = useScopeText(applications)
  const valueText = useAlertValueText()
  const { id, at, endedAt, severity, condition } = event
  return (
    <DataRow
      rowKey={String(id)}
      cells={{
        at: format.time(at),
        what: (
          <>
            <StateDot tone={severityTones[severity]}>{conditionText(condition)}</StateDot>{' '}
            <Text tone="soft">{[scopeText(event), valueText(event)].filter((text) => text !== '').join(' · ')}</Text>
          </>
        ),
        lasted: endedAt === null ? t('history.triggered') : format.duration(Math.max(0, endedAt - at)),
        told: t(`told.${event.told}`),
      }}
    />
  )
}

const columns = [
  { key: 'at', width: '168px' },
  { key: 'what', width: 'minmax(0, 1fr)' },
  { key: 'lasted', width: '96px' },
  { key: 'told', width: '176px' },
] as const

function Events({ applications }: HistoryProps) {
  const { t } = useTranslation('alerts')
  const history = useInfiniteQuery(alertHistory())
  const readOn = useReadOn(history)
  const byKey = new Map(history.data?.pages.flat().map((event) => [String(event.id), event]))
  if (history.isSuccess && byKey.size === 0) {
    return (
      <Text as="p" tone="soft">
        {t('history.none')}
      </Text>
    )
  }
  return (
    <>
      <QueryFailure query={history} about={t('history.failed')} />
      <DataTable
        label={t('history.title')}
        columns={columns.map((column) => ({ ...column, label: t(`history.column.${column.key}`) }))}
        keys={[...byKey.keys()]}
        rowHeight="entry"
        onNearEnd={readOn}
        row={(key) => {
          const event = byKey.get(key)
          return event && <EventRow key={key} event={event} applications={applications} />
        }}
      />
    </>
  )
}

/** Alerts triggered so far, newest first; read only when it is opened. */
function AlertHistory({ applications }: HistoryProps) {
  const { t } = useTranslation('alerts')
  const [isOpen, setOpen] = useState(false)
  return (
    <Disclosure label={t('history.title')} onToggle={setOpen}>
      {isOpen && <Events applications={applications} />}
    </Disclosure>
  )
}

/** The alert rules on calls and balances, and the alerts triggered so far. */
export function AlertRules({ view: { profile }, application: { appId } }: OpenApplication) {
  const { t } = useTranslation(['alerts', 'sessions'])
  const conditionText = useConditionText()
  const { applications } = profile
  const query = useAlerts()
  const { data: alerts } = query
  const save = useCommand('alert.save')
  const snooze = useCommand('alert.snooze')
  return (
    <RulesPanel
      subject="alert"
      title={t('title')}
      sub={t('sub')}
      add={t('new')}
      query={query}
      save={save}
      textOf={({ condition }) => conditionText(condition)}
      row={(rule, line) =>
        alerts && (
          <AlertRow
            key={rule.id}
            rule={rule}
            line={line}
            alerts={alerts}
            applications={applications}
            onSnooze={(minutes) => snooze.mutate({ id: rule.id, minutes })}
          />
        )
      }
      formTitle={t('form.title')}
      draftOf={(rule) => draftOf(rule, appId)}
      ruleOf={ruleOf}
      fields={(draft, change) =>
        alerts && (
          <AlertFields
            draft={draft}
            onChange={change}
            applications={applications}
            capacities={alerts.settings.capacities}
          />
        )
      }
    >
      <ErrorNotice error={snooze.error} about={t('sessions:rule.saveFailed')} />
      {alerts && <Examples appId={appId} rules={alerts.rules} busy={save.isPending} onAdd={save.mutate} />}
      <AlertHistory applications={applications} />
    </RulesPanel>
  )
}
