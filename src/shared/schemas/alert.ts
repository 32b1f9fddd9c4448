import { z } from 'zod'
import { alertKindNames, alertSeverities, fitsKind } from '../model/alert-kinds.ts'
import { limits, timePattern } from '../model/limits.ts'
import { appId } from './ids.ts'
import { within } from './profile.ts'

const capacity = within(limits.capacity)
const severity = z.enum(alertSeverities)
const kind = z.enum(alertKindNames)
const number = z.int().min(0)

/** What each kind means, and which of the numbers it has, is in `model/alert-kinds.ts`. */
const alertCondition = z.strictObject({ kind, value: number, minutes: number }).refine(fitsKind)

/** `appId` null is every application, or the account. */
const identity = { kind, appId: appId.nullable() }

/** A profile has at most one rule of a kind for an application. Snoozed, it is triggered without a notification. */
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

/** What is left out stays as it is. */
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

/** From when the condition was met until it was clearly over. */
export const alertEvent = z.strictObject({
  id: z.int(),
  condition: alertCondition,
  severity,
  /** Where the alert was triggered; null is the account. */
  appId: appId.nullable(),
  /** Of the rule: null where it is about every application, or the account. */
  ruleAppId: appId.nullable(),
  at: z.number(),
  endedAt: z.number().nullable(),
  /** The number that triggered it: calls, creations, or minutes; null where none is. */
  value: z.number().nullable(),
  told: z.enum(['notified', 'quiet-hours', 'snoozed']),
})

/** Newest first; `total` is how many there are. */
export const alertHistory = z.strictObject({ rows: z.array(alertEvent), total: z.int().min(0) })

const timeOfDay = z.string().regex(timePattern)

const hours = z.strictObject({ from: timeOfDay, until: timeOfDay })

/** Calls that an application can have at once, by its id, as the operator knows it. */
export const capacities = z.record(z.string(), capacity)

/** null forgets one. */
export const capacityChanges = z.record(z.string(), capacity.nullable())

export const alertSettings = z.strictObject({
  quietHours: hours.nullable(),
  /** Beside those, on Saturdays and Sundays; the same time twice is the whole day. */
  weekendHours: hours.nullable().default(null),
  capacities,
})

export const alertSettingsPatch = z.strictObject({
  /** null switches them off; one time alone changes hours that are on. */
  quietHours: hours.partial().nullable().optional(),
  weekendHours: hours.partial().nullable().optional(),
  capacities: capacityChanges.optional(),
})

/** `rules` are those that an operator set; `active` newest first. */
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
