/** Alert rules over the in-memory bridge, kept as main keeps them. */
import type { Handlers } from '../../src/main/ipc/handlers.ts'
import { isSameRule, unsetRule } from '../../src/shared/model/alert-kinds.ts'
import type { RuleIdentity } from '../../src/shared/model/alert-kinds.ts'
import type { AlertRule, Alerts } from '../../src/shared/schemas/alert.ts'
import { alertRule } from '../../src/shared/schemas/alert.ts'

/** A switched-on rule with its default numbers, except for the changes. */
export function aRule(identity: RuleIdentity, changes: object = {}): AlertRule {
  return alertRule.parse({ ...unsetRule(identity, null), isOn: true, ...changes })
}

export function someAlerts(changes: Partial<Alerts> = {}): Alerts {
  return { rules: [], settings: { quietHours: null, weekendHours: null, capacities: {} }, active: [], ...changes }
}

/** Handlers that start with these alerts and change a rule when the page asks. */
export function alertHandlers(start: Alerts) {
  let alerts = start
  const change = (identity: RuleIdentity, parts: Partial<AlertRule>): Alerts => {
    const before = alerts.rules.find((rule) => isSameRule(rule, identity)) ?? unsetRule(identity, null)
    const others = alerts.rules.filter((rule) => !isSameRule(rule, identity))
    alerts = { ...alerts, rules: [...others, { ...before, ...parts }] }
    return alerts
  }
  return {
    'alert.read': () => alerts,
    'alert.set': ({ kind, appId, ...parts }) => change({ kind, appId }, parts),
    'alert.snooze': ({ kind, appId, minutes }) =>
      change({ kind, appId }, { snoozedUntil: Date.now() + minutes * 60_000 }),
    'alert.setSettings': () => alerts,
  } satisfies Partial<Handlers>
}
