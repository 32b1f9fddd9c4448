/**
 * The kinds of alerts: the value that each kind reads, when its condition is met, when it is clearly over, its numbers,
 * and its texts. A new kind needs a name and a row here, and its texts in the catalogue `alerts`.
 */
import type { AppId } from '../ids.ts'
import type { Account } from '../schemas/account.ts'
import { timeToEmptyMs } from './balance-usage.ts'
import { isWithin, limits } from './limits.ts'
import type { Range } from './limits.ts'
import type { Sentence } from './sentence.ts'

/** In the order of the rows on the page. */
export const alertKindNames = [
  'at-or-above',
  'drop-to-zero',
  'no-change',
  'stale',
  'creations-below',
  'time-to-empty',
] as const

export type AlertKindName = (typeof alertKindNames)[number]

/** The most severe first. Critical alerts notify in quiet hours too. */
export const alertSeverities = ['critical', 'warning'] as const

export type AlertSeverity = (typeof alertSeverities)[number]

/** When an alert is triggered. A number that the kind does not have is 0. */
export interface AlertCondition {
  readonly kind: AlertKindName
  readonly value: number
  readonly minutes: number
}

/** Identifies a rule in its profile. `appId` null means every application, or the account. */
export interface RuleIdentity {
  readonly kind: AlertKindName
  readonly appId: AppId | null
}

/** The keys of the catalogue `alerts` with the texts of a kind. */
export type AlertTextKey =
  | `condition.${AlertKindName | 'at-or-above-for'}`
  | `short.${AlertKindName}`
  | `kind.${AlertKindName}`
  | `value.${'calls' | 'time' | 'creations'}`

export type AlertSentence = Sentence<AlertTextKey>

/** The calls of an application at one moment. */
export interface CallsReading {
  /** null while no count could be read. */
  readonly total: number | null
  /** How long no count could be read; 0 with a count. */
  readonly withoutMs: number
}

/** A reading and the previous reading. */
export interface AlertStep {
  readonly value: number
  /** null without a previous number. */
  readonly previous: number | null
  /** Time since the previous number; below zero when the clock was set back. */
  readonly apartMs: number
}

/** A number that the operator sets. */
export interface AlertNumber {
  readonly range: Range
  /**
   * The default where no rule is stored. `capacity` belongs to the rule's application; null where nobody entered it.
   */
  readonly start: (capacity: number | null) => number
}

interface AlertKindBase {
  /** The limit that a reading (calls or creations) is compared with. */
  readonly value: AlertNumber | null
  readonly minutes: AlertNumber | null
  /** How long the condition must be met without a break before the alert is triggered. */
  readonly holdMs: (condition: AlertCondition) => number
  /** How long the condition must be clearly over before the alert is cleared. */
  readonly clearMs: number
  readonly met: (condition: AlertCondition, step: AlertStep) => boolean
  /** Whether the condition is clearly over, not just on the other side of the limit. */
  readonly over: (condition: AlertCondition, step: AlertStep) => boolean
  /** Whether the time during which the condition is met continues from the previous number. */
  readonly continues: (step: AlertStep) => boolean
  /** Whether this step can trigger the alert. */
  readonly mayTrigger: (step: AlertStep) => boolean
  /** The condition in words. */
  readonly text: (condition: AlertCondition) => AlertSentence
  /** The condition in a few characters, shown after the name of the application. */
  readonly shortText: (condition: AlertCondition) => AlertSentence
  /** The number that triggered the alert; null for a kind without a number. */
  readonly valueText: ((value: number) => AlertSentence) | null
  /** The default severity. */
  readonly severity: AlertSeverity
}

interface CallsKind extends AlertKindBase {
  /** Checked for each application. */
  readonly of: 'calls'
  /** The number that the condition is about; null when the reading does not contain it. */
  readonly read: (reading: CallsReading, condition: AlertCondition) => number | null
}

interface AccountKind extends AlertKindBase {
  /** Checked once, because the account has no applications. */
  readonly of: 'account'
  /** The number that the condition is about; null when the service did not send it. */
  readonly read: (account: Account) => number | null
}

export type AlertKind = CallsKind | AccountKind

const minuteMs = 60_000
// After a gap of at most this length, such as an outage, a count of zero is a drop. After a longer gap, such as a
// night, the calls have simply ended.
const dropWithinMs = 15 * minuteMs

/** Distance from the limit at which a condition is clearly over: a tenth of the limit, at least 1. */
function margin(limit: number): number {
  return Math.max(1, limit / 10)
}

/** Minutes until the duration is used up; Infinity while it does not go down or has no pace yet. */
function minutesToEmpty({ latest, durationUsage }: Account): number | null {
  const durationLeft = latest?.durationLeft ?? null
  return durationLeft === null ? null : (timeToEmptyMs(durationLeft, durationUsage.pace) ?? Infinity) / minuteMs
}

const inMinutes = (minutes: number): { readonly ms: number } => ({ ms: Math.round(minutes) * minuteMs })

const callsText = (value: number): AlertSentence => ({ text: 'value.calls', values: { value, count: value } })

/** 80% of the capacity: an alert at the capacity itself would come when calls are already refused. */
function nearCapacity(capacity: number | null): number {
  return capacity === null ? 10 : Math.max(1, Math.floor(capacity * 0.8))
}

const always = (): boolean => true

/** Defaults of most kinds. */
const common = {
  value: null,
  minutes: null,
  holdMs: () => 0,
  clearMs: minuteMs,
  continues: always,
  mayTrigger: always,
  severity: 'warning',
} as const

const ofCalls = {
  ...common,
  of: 'calls',
  read: ({ total }: CallsReading) => total,
  valueText: callsText,
} as const

export const alertKinds: Readonly<Record<AlertKindName, AlertKind>> = {
  'at-or-above': {
    ...ofCalls,
    value: { range: limits.alertValue, start: nearCapacity },
    minutes: { range: limits.minutesHeld, start: () => 0 },
    holdMs: ({ minutes }) => minutes * minuteMs,
    met: (condition, { value }) => value >= condition.value,
    over: (condition, { value }) => value <= condition.value - margin(condition.value),
    text: ({ value, minutes }) => ({
      text: minutes === 0 ? 'condition.at-or-above' : 'condition.at-or-above-for',
      values: { limit: callsText(value), time: inMinutes(minutes) },
    }),
    shortText: ({ value }) => ({ text: 'short.at-or-above', values: { value } }),
  },
  'drop-to-zero': {
    ...ofCalls,
    met: (_condition, { value }) => value === 0,
    over: (_condition, { value }) => value > 0,
    mayTrigger: ({ previous, apartMs }) => previous !== null && previous > 0 && Math.abs(apartMs) <= dropWithinMs,
    text: () => ({ text: 'condition.drop-to-zero', values: {} }),
    shortText: () => ({ text: 'short.drop-to-zero', values: {} }),
  },
  'no-change': {
    ...ofCalls,
    minutes: { range: limits.alertMinutes, start: () => 30 },
    holdMs: ({ minutes }) => minutes * minuteMs,
    clearMs: 0,
    met: (_condition, { value }) => value > 0,
    over: (_condition, { value, previous }) => value === 0 || (previous !== null && value !== previous),
    continues: ({ value, previous }) => value === previous,
    text: ({ minutes }) => ({ text: 'condition.no-change', values: { time: inMinutes(minutes) } }),
    shortText: ({ minutes }) => ({ text: 'short.no-change', values: { time: inMinutes(minutes) } }),
  },
  stale: {
    ...ofCalls,
    minutes: { range: limits.alertMinutes, start: () => 5 },
    // A short time without a count is neither an alert nor its end.
    read: ({ withoutMs }, { minutes }) => (withoutMs === 0 || withoutMs >= minutes * minuteMs ? withoutMs : null),
    met: (_condition, { value }) => value > 0,
    over: (_condition, { value }) => value === 0,
    text: ({ minutes }) => ({ text: 'condition.stale', values: { time: inMinutes(minutes) } }),
    shortText: ({ minutes }) => ({ text: 'short.stale', values: { time: inMinutes(minutes) } }),
    valueText: null,
  },
  'creations-below': {
    ...common,
    of: 'account',
    read: ({ latest }) => latest?.avatarCreationsLeft ?? null,
    value: { range: limits.alertValue, start: () => 5 },
    met: (condition, { value }) => value < condition.value,
    over: (condition, { value }) => value >= condition.value + margin(condition.value),
    text: ({ value }) => ({ text: 'condition.creations-below', values: { value } }),
    shortText: ({ value }) => ({ text: 'short.creations-below', values: { value } }),
    valueText: (value) => ({ text: 'value.creations', values: { value } }),
    severity: 'critical',
  },
  'time-to-empty': {
    ...common,
    of: 'account',
    read: minutesToEmpty,
    minutes: { range: limits.minutesToEmpty, start: () => 120 },
    met: ({ minutes }, { value }) => value < minutes,
    over: ({ minutes }, { value }) => value >= minutes + margin(minutes),
    text: ({ minutes }) => ({ text: 'condition.time-to-empty', values: { time: inMinutes(minutes) } }),
    shortText: ({ minutes }) => ({ text: 'short.time-to-empty', values: { time: inMinutes(minutes) } }),
    valueText: (minutes) => ({ text: 'value.time', values: { time: inMinutes(minutes) } }),
  },
}

export const callsKindNames = alertKindNames.filter((kind) => alertKinds[kind].of === 'calls')

interface RuleParts {
  readonly kind: AlertKindName
  readonly appId?: AppId | null
  readonly value?: number
  readonly minutes?: number
}

/** Whether a kind has these numbers, each in its range. A kind of the account has no application. */
export function fitsKind({ kind, appId = null, value, minutes }: RuleParts): boolean {
  const { of, ...numbers } = alertKinds[kind]
  const fits = (number: number | undefined, field: AlertNumber | null): boolean =>
    number === undefined || (field === null ? number === 0 : isWithin(number, field.range))
  return (of === 'calls' || appId === null) && fits(value, numbers.value) && fits(minutes, numbers.minutes)
}

/** Whether a rule is on and watches the calls of an application. */
export function watchesCallsOf(
  { kind, appId, isOn }: RuleIdentity & { readonly isOn: boolean },
  watched: AppId,
): boolean {
  return isOn && alertKinds[kind].of === 'calls' && (appId === null || appId === watched)
}

export function isSameRule(one: RuleIdentity, other: RuleIdentity): boolean {
  return one.kind === other.kind && one.appId === other.appId
}

interface Triggered {
  readonly condition: AlertCondition
  readonly ruleAppId: AppId | null
}

/** The rule that triggered an alert. */
export function ruleOf({ condition, ruleAppId }: Triggered): RuleIdentity {
  return { kind: condition.kind, appId: ruleAppId }
}

/** The default rule of a kind, which is off. */
export function unsetRule({ kind, appId }: RuleIdentity, capacity: number | null) {
  const { value, minutes, severity } = alertKinds[kind]
  return {
    kind,
    appId,
    value: value?.start(capacity) ?? 0,
    minutes: minutes?.start(capacity) ?? 0,
    severity,
    isOn: false,
    snoozedUntil: null,
  }
}
