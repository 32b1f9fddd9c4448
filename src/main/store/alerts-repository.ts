/** The tables of alerts: rules and settings of a profile, and one row for each crossing, open until it is over. */
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'
import type { ProfileId, RuleId } from '../../shared/ids.ts'
import { alertEvent, alertRule, alertSettings } from '../../shared/schemas/alert.ts'
import type { AlertEvent, AlertRule, AlertSettings } from '../../shared/schemas/alert.ts'
import { parseJson } from '../lib/json-text.ts'
import type { Log } from '../lib/log.ts'
import { storing } from './storage-failure.ts'

/** Which crossings: at most `limit`, older than the one of the id `before`. */
export interface AlertHistoryRange {
  readonly limit: number
  readonly before: number | null
}

/** A crossing that begins. */
export type NewAlertEvent = Omit<AlertEvent, 'id' | 'endedAt'>

/** The rows of alerts. Every function throws a `storage` failure when the database refuses. */
export interface AlertsRepository {
  /** Oldest first. A rule that cannot be read is passed over and logged. */
  readonly rules: (profileId: ProfileId) => readonly AlertRule[]
  /** Writes a new rule, made at `at`, or over the one of that id. */
  readonly saveRule: (profileId: ProfileId, rule: AlertRule, at: number) => void
  readonly removeRule: (profileId: ProfileId, id: RuleId) => void
  readonly settings: (profileId: ProfileId) => AlertSettings
  readonly setSettings: (profileId: ProfileId, settings: AlertSettings) => void
  readonly begin: (profileId: ProfileId, event: NewAlertEvent) => AlertEvent
  readonly end: (profileId: ProfileId, id: number, at: number) => void
  /** Crossings that are not over, newest first. */
  readonly open: (profileId: ProfileId) => readonly AlertEvent[]
  /** Newest first. */
  readonly history: (profileId: ProfileId, range: AlertHistoryRange) => AlertEvent[]
}

type Row = Readonly<Record<string, SQLOutputValue>>

const eventColumns = `id, rule_id AS ruleId, condition, severity, app_id AS appId, at, ended_at AS endedAt, value, told`

/** The settings of a profile in which the operator set none. */
const defaultSettings: AlertSettings = { quietHours: null, capacities: {} }

function asEvent(row: Row): AlertEvent[] {
  const event = alertEvent.safeParse({ ...row, condition: parseJson(String(row['condition'])) })
  return event.success ? [event.data] : []
}

export function createAlertsRepository(database: DatabaseSync, log: Log): AlertsRepository {
  const rules = database.prepare(`
    SELECT id, app_id AS appId, condition, severity, is_on AS isOn, snoozed_until AS snoozedUntil
    FROM alert_rules WHERE profile_id = ? ORDER BY made_at, id`)
  const saveRule = database.prepare(`
    INSERT INTO alert_rules (profile_id, id, app_id, condition, severity, is_on, snoozed_until, made_at)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET app_id = excluded.app_id, condition = excluded.condition,
      severity = excluded.severity, is_on = excluded.is_on, snoozed_until = excluded.snoozed_until
    WHERE profile_id = excluded.profile_id`)
  const removeRule = database.prepare('DELETE FROM alert_rules WHERE profile_id = ? AND id = ?')
  const settings = database.prepare('SELECT settings FROM alert_settings WHERE profile_id = ?')
  const setSettings = database.prepare(`
    INSERT INTO alert_settings (profile_id, settings) VALUES (?, ?)
    ON CONFLICT (profile_id) DO UPDATE SET settings = excluded.settings`)
  const begin = database.prepare(`
    INSERT INTO alert_events (profile_id, rule_id, condition, severity, app_id, at, value, told)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?)`)
  const end = database.prepare('UPDATE alert_events SET ended_at = ? WHERE profile_id = ? AND id = ?')
  const open = database.prepare(
    `SELECT ${eventColumns} FROM alert_events WHERE profile_id = ? AND ended_at IS NULL ORDER BY id DESC`,
  )
  const history = database.prepare(
    `SELECT ${eventColumns} FROM alert_events WHERE profile_id = ? AND id < ? ORDER BY id DESC LIMIT ?`,
  )
  const asRule = (row: Row): AlertRule[] => {
    const rule = alertRule.safeParse({
      ...row,
      condition: parseJson(String(row['condition'])),
      isOn: row['isOn'] === 1,
    })
    if (rule.success) return [rule.data]
    log.error(`alert rule ${String(row['id'])} cannot be read from the database`, rule.error)
    return []
  }

  return {
    rules: (profileId) => storing(() => rules.all(profileId).flatMap(asRule)),
    saveRule: (profileId, { id, appId, condition, severity, isOn, snoozedUntil }, at) => {
      const text = JSON.stringify(condition)
      storing(() => saveRule.run(profileId, id, appId, text, severity, Number(isOn), snoozedUntil, at))
    },
    removeRule: (profileId, id) => {
      storing(() => removeRule.run(profileId, id))
    },
    settings: (profileId) =>
      storing(() => {
        const row = settings.get(profileId)
        if (row === undefined) return defaultSettings
        const read = alertSettings.safeParse(parseJson(String(row['settings'])))
        return read.success ? read.data : defaultSettings
      }),
    setSettings: (profileId, changed) => {
      storing(() => setSettings.run(profileId, JSON.stringify(changed)))
    },
    begin: (profileId, event) =>
      storing(() => {
        const { ruleId, condition, severity, appId, at, value, told } = event
        const text = JSON.stringify(condition)
        const { lastInsertRowid } = begin.run(profileId, ruleId, text, severity, appId, at, value, told)
        return { ...event, id: Number(lastInsertRowid), endedAt: null }
      }),
    end: (profileId, id, at) => {
      storing(() => end.run(at, profileId, id))
    },
    open: (profileId) => storing(() => open.all(profileId).flatMap(asEvent)),
    history: (profileId, { limit, before }) =>
      storing(() => history.all(profileId, before ?? Number.MAX_SAFE_INTEGER, limit).flatMap(asEvent)),
  }
}
