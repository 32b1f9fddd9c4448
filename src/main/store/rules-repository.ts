/** The tables of alerts: the settings of a profile's operators, and each crossing. */
import type { DatabaseSync } from 'node:sqlite'
import type { ProfileId } from '../../shared/ids.ts'
import { alertEvent, alertRule, alertSettings } from '../../shared/schemas/alert.ts'
import type { AlertEvent, AlertHistory, AlertRule, AlertSettings } from '../../shared/schemas/alert.ts'
import { parseJson } from '../../shared/model/json-text.ts'
import type { Log } from '../lib/log.ts'
import { columnsAs, statementsIn } from './statements.ts'
import type { Row } from './statements.ts'

export type NewAlertEvent = Omit<AlertEvent, 'id' | 'endedAt'>

const eventNames = ['id', 'condition', 'severity', 'appId', 'ruleAppId', 'at', 'endedAt', 'value', 'told'] as const

const defaultSettings: AlertSettings = { quietHours: null, weekendHours: null, capacities: {} }

// A row with a condition that is no longer known is skipped.
function eventsOf(row: Row): AlertEvent[] {
  const event = alertEvent.safeParse({ ...row, condition: parseJson(String(row['condition'])) })
  return event.success ? [event.data] : []
}

// One unreadable rule must not hide the others; it stays in the database, and the log names it.
function rulesOf(row: Row, log: Log): AlertRule[] {
  const rule = alertRule.safeParse({ ...row, isOn: row['isOn'] === 1 })
  if (rule.success) return [rule.data]
  log.error(`alert rule ${String(row['kind'])} cannot be read from the database`, rule.error)
  return []
}

export function createAlertsRepository(database: DatabaseSync, log: Log) {
  const { run, one, value, all, count } = statementsIn(database)
  const rules = all(
    `SELECT ${columnsAs('kind', 'value', 'minutes', 'severity', 'isOn', 'snoozedUntil')}, nullif(app_id, '') AS appId
      FROM alert_rules WHERE profile_id = ? ORDER BY kind, app_id`,
    (row) => rulesOf(row, log),
  )
  const saveRule = run(`
    INSERT OR REPLACE INTO alert_rules (profile_id, kind, app_id, value, minutes, severity, is_on, snoozed_until)
    VALUES (:profileId, :kind, ifnull(:appId, ''), :value, :minutes, :severity, :isOn, :snoozedUntil)`)
  const settings = value('SELECT settings FROM alert_settings WHERE profile_id = ?')
  const begin = one(
    `INSERT INTO alert_events (profile_id, condition, severity, app_id, rule_app_id, at, value, told)
      VALUES (:profileId, :condition, :severity, :appId, :ruleAppId, :at, :value, :told) RETURNING id`,
    ({ id }) => Number(id),
  )
  const events = `SELECT ${columnsAs(...eventNames)} FROM alert_events WHERE profile_id = ?`
  const open = all(`${events} AND ended_at IS NULL ORDER BY id DESC`, eventsOf)
  const history = all(`${events} ORDER BY id DESC LIMIT ?`, eventsOf)
  const historyTotal = count('SELECT count(*) FROM alert_events WHERE profile_id = ?')

  return {
    rules: (profileId: ProfileId) => rules(profileId).flat(),
    /** Replaces the profile's rule of that kind and application. */
    saveRule: (profileId: ProfileId, rule: AlertRule) => saveRule({ ...rule, profileId }),
    settings: (profileId: ProfileId): AlertSettings =>
      alertSettings.safeParse(parseJson(String(settings(profileId)))).data ?? defaultSettings,
    setSettings: run<[profileId: ProfileId, changed: AlertSettings]>(
      'INSERT OR REPLACE INTO alert_settings (profile_id, settings) VALUES (?, ?)',
    ),
    begin: (profileId: ProfileId, event: NewAlertEvent): AlertEvent => {
      const id = Number(begin({ ...event, profileId }))
      return { ...event, id, endedAt: null }
    },
    end: run<[profileId: ProfileId, id: number, at: number]>(
      'UPDATE alert_events SET ended_at = ?3 WHERE profile_id = ?1 AND id = ?2',
    ),
    open: (profileId: ProfileId) => open(profileId).flat(),
    /** How many alerts of all profiles were triggered at `at` or later, without those of snoozed rules. */
    triggeredSince: count<[at: number]>("SELECT count(*) FROM alert_events WHERE at >= ? AND told <> 'snoozed'"),
    history: (profileId: ProfileId, limit: number): AlertHistory => ({
      rows: history(profileId, limit).flat(),
      total: historyTotal(profileId),
    }),
  }
}
