import { z } from 'zod'
import { limits, timePattern } from '../model/limits.ts'
import { appId, ruleId } from './ids.ts'
import { within } from './profile.ts'

const minutes = within(limits.alertMinutes)
const capacity = within(limits.capacity)

/** Critical ones are notified in quiet hours too. */
const severity = z.enum(['info', 'warning', 'critical'])

/** What each kind means is in `model/alert-kinds.ts`. */
export const alertCondition = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('at-or-above'),
    /** percent: of the capacity that the operator entered for the application. */
    unit: z.enum(['calls', 'percent']),
    value: within(limits.alertValue),
    /** For so long without a break; 0 is at once. */
    minutes: within(limits.minutesHeld),
  }),
  z.strictObject({ kind: z.literal('drop-to-zero') }),
  /** The same number above zero for so long. */
  z.strictObject({ kind: z.literal('no-change'), minutes }),
  z.strictObject({ kind: z.literal('stale'), minutes }),
  z.strictObject({ kind: z.literal('creations-below'), value: within(limits.alertValue) }),
  z.strictObject({
    kind: z.literal('time-to-empty'),
    balance: z.enum(['creations', 'duration']),
    minutes: within(limits.minutesToEmpty),
  }),
])

/** `appId` null is every application (or the account). */
export const alertRuleInput = z.strictObject({
  id: ruleId.nullable(),
  appId: appId.nullable(),
  condition: alertCondition,
  severity,
})

/** Snoozed, it is triggered without a notification. */
export const alertRule = alertRuleInput.extend({ id: ruleId, isOn: z.boolean(), snoozedUntil: z.number().nullable() })

/** From when the condition was met until it was clearly over. */
export const alertEvent = z.strictObject({
  id: z.int(),
  ruleId,
  condition: alertCondition,
  severity,
  appId: appId.nullable(),
  at: z.number(),
  endedAt: z.number().nullable(),
  /** The number that triggered it: calls, creations, or minutes; null where none is. */
  value: z.number().nullable(),
  told: z.enum(['notified', 'quiet-hours', 'snoozed']),
})

const timeOfDay = z.string().regex(timePattern)

const hours = z.strictObject({ from: timeOfDay, until: timeOfDay })

export const alertSettings = z.strictObject({
  quietHours: hours.nullable(),
  /** Beside those, on Saturdays and Sundays; the same time twice is the whole day. */
  weekendHours: hours.nullable().default(null),
  /** Calls that an application can have at once, by its id, as the operator knows it. */
  capacities: z.record(z.string(), capacity),
})

export const alertSettingsPatch = z.strictObject({
  /** null switches them off; one time alone changes hours that are on. */
  quietHours: hours.partial().nullable().optional(),
  weekendHours: hours.partial().nullable().optional(),
  capacities: z.record(z.string(), capacity.nullable()).optional(),
})

/** `active` newest first. */
export const alerts = z.strictObject({
  rules: z.array(alertRule),
  settings: alertSettings,
  active: z.array(alertEvent),
})

export type AlertCondition = z.output<typeof alertCondition>
export type AlertRuleInput = z.output<typeof alertRuleInput>
export type AlertRule = z.output<typeof alertRule>
export type AlertEvent = z.output<typeof alertEvent>
export type AlertSettings = z.output<typeof alertSettings>
export type AlertSettingsPatch = z.output<typeof alertSettingsPatch>
export type Alerts = z.output<typeof alerts>
