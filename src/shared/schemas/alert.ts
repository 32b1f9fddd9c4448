import { z } from 'zod'
import { alertKindNames, alertSeverities, fitsKind } from '../model/alert-kinds.ts'
import { limits, timePattern } from '../model/limits.ts'
import { appId } from './ids.ts'
import { within } from './profile.ts'

const capacity = within(limits.capacity)
const severity = z.enum(alertSeverities)
const kind = z.enum(alertKindNames)
const number = z.int().min(0)

/** `model/alert-kinds.ts` defines the meaning and the numbers of each kind. */
const alertCondition = z.strictObject({ kind, value: number, minutes: number }).refine(fitsKind)

/** `appId` null means every application, or the account. */
const identity = { kind, appId: appId.nullable() }

/** A profile has at most one rule of a kind for an application. A snoozed rule triggers without a notification. */
export const alertRule = z
  .strictObject({
    ...identity,
    value: number,
    minutes: number,
    severity,
    isOn: z.boolean(),
    snoozedUntil: z.number().nullable(),
  })
  .refine(fitsKind)

/** Omitted fields stay unchanged. */
export const alertRuleChange = z
  .strictObject({
    ...identity,
    value: number.exactOptional(),
    minutes: number.exactOptional(),
    severity: severity.exactOptional(),
    isOn: z.boolean().exactOptional(),
  })
  .refine(fitsKind)

export const alertSnooze = z.strictObject({
  ...identity,
  /** 0 ends the snooze. */
  minutes: within(limits.snoozeMinutes),
})

/** An alert, from when its condition was met until it was clearly over. */
export const alertEvent = z.strictObject({
  id: z.int(),
  condition: alertCondition,
  severity,
  /** The application where the alert was triggered; null means the account. */
  appId: appId.nullable(),
  /** The application of the rule; null for a rule on every application, or on the account. */
  ruleAppId: appId.nullable(),
  at: z.number(),
  endedAt: z.number().nullable(),
  /** The number that triggered the alert: calls, creations, or minutes; null for a kind without a number. */
  value: z.number().nullable(),
  told: z.enum(['notified', 'quiet-hours', 'snoozed']),
})

/** Newest first; `total` counts all alerts. */
export const alertHistory = z.strictObject({ rows: z.array(alertEvent), total: z.int().min(0) })

const timeOfDay = z.string().regex(timePattern)

const hours = z.strictObject({ from: timeOfDay, until: timeOfDay })

/** Calls that an application can have at once, by its id, as the operator knows it. */
export const capacities = z.record(z.string(), capacity)

/** null removes a capacity. */
export const capacityChanges = z.record(z.string(), capacity.nullable())

export const alertSettings = z.strictObject({
  quietHours: hours.nullable(),
  /** Additional quiet hours on Saturdays and Sundays; two equal times mean the whole day. */
  weekendHours: hours.nullable().default(null),
  capacities,
})

export const alertSettingsPatch = z.strictObject({
  /** null switches quiet hours off; a single time changes hours that are on. */
  quietHours: hours.partial().nullable().optional(),
  weekendHours: hours.partial().nullable().optional(),
  capacities: capacityChanges.optional(),
})

/** `rules` are the rules that an operator set; `active` is sorted newest first. */
export const alerts = z.strictObject({
  rules: z.array(alertRule),
  settings: alertSettings,
  active: z.array(alertEvent),
})

export type AlertRule = z.output<typeof alertRule>
export type AlertRuleChange = z.output<typeof alertRuleChange>
export type AlertHistory = z.output<typeof alertHistory>
export type AlertEvent = z.output<typeof alertEvent>
export type AlertSettings = z.output<typeof alertSettings>
export type AlertSettingsPatch = z.output<typeof alertSettingsPatch>
export type Capacities = z.output<typeof capacities>
export type CapacityChanges = z.output<typeof capacityChanges>
export type Alerts = z.output<typeof alerts>
