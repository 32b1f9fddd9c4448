import { useInfiniteQuery } from '@tanstack/react-query'
import { memo, useState } from 'react'
import type { InputOf } from '../../../../shared/contract.ts'
import type { AppId } from '../../../../shared/ids.ts'
import {
  alertKindNames,
  alertKinds,
  conditionOf,
  isOfAccount,
  kindOf,
  needsCapacity,
  startOf,
} from '../../../../shared/model/alert-kinds.ts'
import type { AlertEvent, AlertRule } from '../../../../shared/schemas/alert.ts'
import { alertHistory, useReadOn } from '../../../api/queries.ts'
import { useCommand } from '../../../api/use-command.ts'
import type { Task } from '../../../api/use-command.ts'
import { ErrorNotice } from '../../../failures/error-notice.tsx'
import { QueryFailure } from '../../../failures/query-failure.tsx'
import { useAge } from '../../../i18n/age.tsx'
import { useTexts } from '../../../i18n/use-texts.ts'
import { Button } from '../../../ui/button.tsx'
import { DataRow, DataTable } from '../../../ui/data-table.tsx'
import { Disclosure } from '../../../ui/disclosure.tsx'
import { Note, Row, Text } from '../../../ui/layout.tsx'
import { StateDot } from '../../../ui/badge.tsx'
import { StateGlyph } from '../../../ui/state-glyph.tsx'
import { AlertFields, draftOf, ruleOf } from './alert-fields.tsx'
import { severityTones, useAlerts, useCount, useHasCapacity, useRuleText } from './rules.ts'
import { RuleRow, RulesPanel } from './rules-panel.tsx'
import type { RuleRowProps } from './rules-panel.tsx'
import { SnoozeMenu, useSnooze } from './triggered-alerts.tsx'

const examples = alertKindNames.flatMap((kind) => {
  const { isSuggested, severity } = alertKinds[kind]
  const condition = conditionOf(kind, startOf(kind))
  return isSuggested && condition !== null ? [{ condition, severity }] : []
})

interface ExamplesProps {
  readonly appId: AppId
  readonly rules: readonly AlertRule[]
  readonly save: Task<InputOf<'alert.save'>, unknown>
}

/** Example rules: one click adds one. None exists by default, and one that is there already is not offered. */
function Examples({ appId, rules, save }: ExamplesProps) {
  const { t } = useTexts('common')
  const ruleText = useRuleText()
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
          busy={save.isPending}
          onClick={() =>
            save.mutate({ id: null, appId: isOfAccount(condition.kind) ? null : appId, condition, severity })
          }
        >
          {ruleText.condition(condition)}
        </Button>
      ))}
    </Row>
  )
}

/** With the count that the rule is about, while it says something of now. */
function Since({ event: { appId, at, condition } }: { readonly event: AlertEvent }) {
  const { t, format } = useTexts(['alerts', 'sessions'])
  const since = t('state.since', { age: useAge(at) })
  const count = useCount(appId)
  if (count === null || count.isStale || kindOf(condition).valueText === null) return since
  return `${since} · ${t('sessions:chart.now', { total: format.number(count.total) })}`
}

interface StateProps {
  readonly active: readonly AlertEvent[]
  /** "" while it is not snoozed. */
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

interface AlertRowProps extends Pick<RuleRowProps, 'line'> {
  readonly rule: AlertRule
  /** 0 ends the snooze. */
  readonly onSnooze: (minutes: number) => void
}

function AlertRow({ rule, line, onSnooze }: AlertRowProps) {
  const { t, format } = useTexts('alerts')
  const { appId, condition, snoozedUntil, isOn, severity } = rule
  const { isSnoozed, items } = useSnooze(snoozedUntil, onSnooze)
  const snoozed = isSnoozed ? t('state.snoozed', { time: format.minute(snoozedUntil ?? 0) }) : ''
  const active = useAlerts().data?.active.filter(({ ruleId }) => ruleId === rule.id) ?? []
  const hasCapacity = useHasCapacity(appId).includes(true)
  return (
    <RuleRow
      line={line}
      detail={t(`severity.${severity}`)}
      state={
        needsCapacity(condition) && !hasCapacity ? (
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

const columns = [
  { key: 'at', width: '168px' },
  { key: 'what', width: 'minmax(0, 1fr)' },
  { key: 'lasted', width: '96px' },
  { key: 'told', width: '176px' },
] as const

/** Alerts triggered so far, newest first; read only when it is opened. */
function AlertHistory() {
  const { t, format } = useTexts('alerts')
  const ruleText = useRuleText()
  const [isOpen, setOpen] = useState(false)
  const history = useInfiniteQuery({ ...alertHistory(), enabled: isOpen })
  const readOn = useReadOn(history)
  const events = history.data?.pages.flat() ?? []
  return (
    <Disclosure label={t('history.title')} onToggle={setOpen}>
      <QueryFailure query={history} />
      {history.isSuccess && events.length === 0 ? (
        <Note>{t('history.none')}</Note>
      ) : (
        <DataTable
          label={t('history.title')}
          columns={columns.map((column) => ({ ...column, label: t(`history.column.${column.key}`) }))}
          items={events}
          keyOf={({ id }) => String(id)}
          rowHeight="entry"
          onNearEnd={readOn}
          row={(event) => {
            const { at, endedAt, severity, condition, told } = event
            const facts = [ruleText.scope(event), ruleText.value(event)].filter((text) => text !== '').join(' · ')
            return (
              <DataRow
                cells={{
                  at: format.time(at),
                  what: (
                    <>
                      <StateDot tone={severityTones[severity]}>{ruleText.condition(condition)}</StateDot>{' '}
                      <Text tone="soft">{facts}</Text>
                    </>
                  ),
                  lasted: endedAt === null ? t('history.triggered') : format.duration(Math.max(0, endedAt - at)),
                  told: t(`told.${told}`),
                }}
              />
            )
          }}
        />
      )}
    </Disclosure>
  )
}

export const AlertRules = memo(function AlertRules({ appId }: { readonly appId: AppId }) {
  const { t } = useTexts('sessions')
  const query = useAlerts()
  const save = useCommand('alert.save')
  const snooze = useCommand('alert.snooze')
  return (
    <RulesPanel
      query={query}
      save={save}
      row={(rule, line) => (
        <AlertRow
          key={rule.id}
          rule={rule}
          line={line}
          onSnooze={(minutes) => snooze.mutate({ id: rule.id, minutes })}
        />
      )}
      draftOf={(rule) => draftOf(rule, appId)}
      ruleOf={ruleOf}
      Fields={AlertFields}
    >
      <ErrorNotice error={snooze.error} about={t('rule.saveFailed')} />
      {query.data && <Examples appId={appId} rules={query.data.rules} save={save} />}
      <AlertHistory />
    </RulesPanel>
  )
})
