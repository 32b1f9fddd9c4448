/** The tables of alerts and of close suggestion rules: what a profile's operators set, and each crossing of an alert. */
import type { DatabaseSync } from 'node:sqlite'
import type { ZodType } from 'zod'
import type { ProfileId, RuleId, SessionId } from '../../shared/ids.ts'
import { alertEvent, alertRule, alertSettings } from '../../shared/schemas/alert.ts'
import type { AlertEvent, AlertRule, AlertSettings } from '../../shared/schemas/alert.ts'
import { closeRule } from '../../shared/schemas/close-rule.ts'
import type { CloseRule } from '../../shared/schemas/close-rule.ts'
import { parseJson } from '../lib/json-text.ts'
import type { Log } from '../lib/log.ts'
import { redactSecrets } from '../lib/redaction.ts'
import { columnsAs, statementsIn } from './statements.ts'
import type { Row } from './statements.ts'

export type NewAlertEvent = Omit<AlertEvent, 'id' | 'endedAt'>

const eventNames = ['id', 'ruleId', 'condition', 'severity', 'appId', 'at', 'endedAt', 'value', 'told'] as const

const defaultSettings: AlertSettings = { quietHours: null, weekendHours: null, capacities: {} }

const conditionIn = (row: Row): unknown => parseJson(String(row['condition']))

// A row of a condition that is not known any more is passed over.
function eventsOf(row: Row): AlertEvent[] {
  const event = alertEvent.safeParse({ ...row, condition: conditionIn(row) })
  return event.success ? [event.data] : []
}

// One unreadable rule must not hide the others; it stays in the database, and the log says which it is.
function ruleReader<Rule>(rules: ZodType<Rule>, kind: string, log: Log): (row: Row) => Rule[] {
  return (row) => {
    const rule = rules.safeParse({ ...row, condition: conditionIn(row), isOn: row['isOn'] === 1 })
    if (rule.success) return [rule.data]
    log.error(`${kind} rule ${String(row['id'])} cannot be read from the database`, rule.error)
    return []
  }
}

export function createAlertsRepository(database: DatabaseSync, log: Log) {
  const { run, one, value, all } = statementsIn(database)
  const rules = all(
    `SELECT ${columnsAs('id', 'appId', 'condition', 'severity', 'isOn', 'snoozedUntil')}
      FROM alert_rules WHERE profile_id = ? ORDER BY made_at, id`,
    ruleReader<AlertRule>(alertRule, 'alert', log),
  )
  const saveRule = run(`
    INSERT INTO alert_rules (profile_id, id, app_id, condition, severity, is_on, snoozed_until, made_at)
    VALUES (:profileId, :id, :appId, :condition, :severity, :isOn, :snoozedUntil, :at)
    ON CONFLICT (id) DO UPDATE SET app_id = excluded.app_id, condition = excluded.condition,
      severity = excluded.severity, is_on = excluded.is_on, snoozed_until = excluded.snoozed_until
    WHERE profile_id = excluded.profile_id`)
  const settings = value('SELECT settings FROM alert_settings WHERE profile_id = ?')
  const begin = one(
    `INSERT INTO alert_events (profile_id, rule_id, condition, severity, app_id, at, value, told)
      VALUES (:profileId, :ruleId, :condition, :severity, :appId, :at, :value, :told) RETURNING id`,
    ({ id }) => Number(id),
  )
  const events = `SELECT ${columnsAs(...eventNames)} FROM alert_events WHERE profile_id = ?`
  const open = all(`${events} AND ended_at IS NULL ORDER BY id DESC`, eventsOf)
  const history = all(`${events} AND id < ? ORDER BY id DESC LIMIT ?`, eventsOf)

  return {
    /** Oldest first. */
    rules: (profileId: ProfileId) => rules(profileId).flat(),
    /** Writes a new rule, made at `at`, or over the one of that id. */
    saveRule: (profileId: ProfileId, rule: AlertRule, at: number) => saveRule({ ...rule, profileId, at }),
    removeRule: run<[profileId: ProfileId, id: RuleId]>('DELETE FROM alert_rules WHERE profile_id = ? AND id = ?'),
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
    /** Crossings, newest first: at most `limit`, older than the one of the id `before`. */
    history: (profileId: ProfileId, { limit, before }: { readonly limit: number; readonly before: number | null }) =>
      history(profileId, before ?? Number.MAX_SAFE_INTEGER, limit).flat(),
  }
}

export function createCloseRulesRepository(database: DatabaseSync, log: Log) {
  const { run, all } = statementsIn(database)
  const list = all(
    `SELECT ${columnsAs('id', 'appId', 'condition', 'isOn', 'countdownSeconds')}
      FROM close_rules WHERE profile_id = ? ORDER BY made_at, id`,
    ruleReader<CloseRule>(closeRule, 'close suggestion', log),
  )
  const save = run(`
    INSERT INTO close_rules (id, profile_id, app_id, condition, is_on, countdown_seconds, made_at)
      VALUES (:id, :profileId, :appId, :condition, :isOn, :countdownSeconds, :at)
      ON CONFLICT (id) DO UPDATE SET app_id = :appId, condition = :condition, is_on = :isOn,
        countdown_seconds = :countdownSeconds`)
  const remove = run('DELETE FROM close_rules WHERE profile_id = ? AND id = ?')
  const tried = all(
    `SELECT DISTINCT target FROM activity
      WHERE profile_id = ? AND action = 'session.close' AND target IN (SELECT value FROM json_each(?))`,
    ({ target }) => target,
  )
  return {
    /** Oldest first. */
    list: (profileId: ProfileId) => list(profileId).flat(),
    /** Writes a new rule, made at `at`, or over the one of that id. */
    save: (profileId: ProfileId, rule: CloseRule, at: number) => save({ ...rule, profileId, at }),
    /** Answers false when the profile has no such rule. */
    remove: (profileId: ProfileId, id: RuleId) => remove(profileId, id) === 1,
    /** Which of these sessions a close was ever begun for in this profile, by the journal, whatever came of it. */
    tried: (profileId: ProfileId, ids: readonly SessionId[]): ReadonlySet<SessionId> => {
      // The journal holds no text that looks like a token: then any of them counts for all of them.
      const targets = new Set(
        tried(
          profileId,
          ids.map((id) => redactSecrets(id)),
        ),
      )
      return new Set(ids.filter((id) => targets.has(redactSecrets(id))))
    },
  }
}
