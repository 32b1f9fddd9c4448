/**
 * What each kind of alert means: what it reads, when it is met, when it is clearly over, how long it must be met, and what
 * it says. A new kind is a row here, its schema in `schemas/alert.ts`, and its texts in the catalogue `alerts`.
 */
import type { Account, BalanceName } from '../schemas/account.ts'
import type { AlertCondition, AlertRule } from '../schemas/alert.ts'
import { timeToEmptyMs } from './balance-usage.ts'
import { isWithin, limits } from './limits.ts'
import type { Range } from './limits.ts'
import type { Sentence } from './sentence.ts'

export type AlertKindName = AlertCondition['kind']

type ConditionOf<Kind extends AlertKindName> = Extract<AlertCondition, { kind: Kind }>

export type CallUnit = ConditionOf<'at-or-above'>['unit']

/** The keys of the catalogue `alerts` that say something of a kind. */
export type AlertTextKey =
  | `condition.${AlertKindName | 'at-or-above-for'}`
  | `kind.${AlertKindName}`
  | `limit.${CallUnit}`
  | `balance.${BalanceName}`
  | `value.${'time' | 'creations'}`

export type AlertSentence = Sentence<AlertTextKey>

/** The calls of an application at one moment. */
export interface CallsReading {
  /** null while no count could be read. */
  readonly total: number | null
  /** For how long no count could be read; 0 with a count. */
  readonly withoutMs: number
}

/** A number that was read, beside the number before it. */
export interface AlertStep {
  readonly value: number
  /** null when no number is known. */
  readonly previous: number | null
  /** Time since the previous number; below zero when the clock was set back. */
  readonly apartMs: number
  /** The calls that the application can have at once, as the operator entered it; null where nobody did. */
  readonly capacity: number | null
}

/** A field of the form of a rule, named like the part of the condition that it sets. */
export type AlertField =
  | { readonly name: 'unit'; readonly options: readonly CallUnit[] }
  | { readonly name: 'balance'; readonly options: readonly BalanceName[] }
  | {
      readonly name: 'value'
      readonly range: Range
      readonly start: number
      /** What is counted; without a label the unit says it. */
      readonly label?: 'balance.creations'
    }
  | {
      readonly name: 'minutes'
      readonly range: Range
      readonly start: number
      readonly label: `form.${'minutes' | 'minutesLeft'}`
    }

interface AlertKindBase<Condition> {
  /** How long it must be met without a break before it is triggered. */
  readonly holdMs: (condition: Condition) => number
  /** How long it must be clearly over before it is cleared. */
  readonly clearMs: number
  readonly met: (condition: Condition, step: AlertStep) => boolean
  /** Clearly over: not just on the other side of the limit. */
  readonly over: (condition: Condition, step: AlertStep) => boolean
  /** Whether the time for which it is met goes on from the previous number. */
  readonly continues: (step: AlertStep) => boolean
  /** Whether this step may trigger it. */
  readonly mayTrigger: (step: AlertStep) => boolean
  /** Whether its limit is a part of the capacity: without one it is neither triggered nor cleared. */
  readonly needsCapacity: (condition: Condition) => boolean
  /** The count at which it is triggered, for a line in the chart; null without such a line. */
  readonly level: (condition: Condition, capacity: number | null) => number | null
  /** When it is triggered, as a rule says it. */
  readonly text: (condition: Condition) => AlertSentence
  /** The number that triggered it; null for a kind without a number. */
  readonly valueText: ((value: number) => AlertSentence) | null
  readonly fields: readonly AlertField[]
  /** The severity of a rule that is suggested. */
  readonly severity: AlertRule['severity']
  /** Whether a profile without such a rule is offered one. */
  readonly isSuggested: boolean
}

interface CallsKind<Condition> extends AlertKindBase<Condition> {
  /** Watched at each application. */
  readonly of: 'calls'
  /** The number that it is about; null when the reading says nothing of it. */
  readonly read: (reading: CallsReading, condition: Condition) => number | null
}

interface AccountKind<Condition> extends AlertKindBase<Condition> {
  /** Watched once: the account has no applications. */
  readonly of: 'account'
  /** The number that it is about; null when the service did not send it. */
  readonly read: (account: Account, condition: Condition) => number | null
}

export type AlertKind<Condition extends AlertCondition = AlertCondition> = CallsKind<Condition> | AccountKind<Condition>

const minuteMs = 60_000
// Calls that were cut during an outage have dropped to zero; those of yesterday have simply ended.
const dropWithinMs = 15 * minuteMs

/** How far on the other side of a limit a number is clearly over: a tenth of the limit, at least 1. */
function margin(limit: number): number {
  return Math.max(1, limit / 10)
}

/** Infinity for a part of a capacity that nobody entered. */
function callLimit({ unit, value }: ConditionOf<'at-or-above'>, capacity: number | null): number {
  return unit === 'calls' ? value : ((capacity ?? Infinity) * value) / 100
}

const readTotal = ({ total }: CallsReading): number | null => total

/** Minutes until a balance is empty; Infinity while the balance does not go down or has no pace yet. */
function minutesToEmpty({ latest, creationsUsage, durationUsage }: Account, balance: BalanceName): number | null {
  const [left, usage] =
    balance === 'creations'
      ? [latest?.avatarCreationsLeft ?? null, creationsUsage]
      : [latest?.durationLeft ?? null, durationUsage]
  return left === null ? null : (timeToEmptyMs(left, usage.pace) ?? Infinity) / minuteMs
}

const inMinutes = (minutes: number): { readonly ms: number } => ({ ms: Math.round(minutes) * minuteMs })

const callsText = (value: number): AlertSentence => ({ text: 'limit.calls', values: { value, count: value } })

const always = (): boolean => true

/** What most kinds have in common. */
const common = {
  holdMs: () => 0,
  clearMs: minuteMs,
  continues: always,
  mayTrigger: always,
  needsCapacity: () => false,
  level: () => null,
} as const

const ofCalls = { ...common, of: 'calls', read: readTotal, valueText: callsText } as const

const atOrAbove: AlertKind<ConditionOf<'at-or-above'>> = {
  ...ofCalls,
  holdMs: ({ minutes }) => minutes * minuteMs,
  met: (condition, { value, capacity }) => value >= callLimit(condition, capacity),
  over: (condition, { value, capacity }) => {
    const limit = callLimit(condition, capacity)
    return value <= limit - margin(limit)
  },
  needsCapacity: ({ unit }) => unit === 'percent',
  level: (condition, capacity) => {
    const limit = Math.ceil(callLimit(condition, capacity))
    return Number.isFinite(limit) ? limit : null
  },
  text: ({ unit, value, minutes }) => ({
    text: minutes === 0 ? 'condition.at-or-above' : 'condition.at-or-above-for',
    values: { limit: { text: `limit.${unit}`, values: { value, count: value } }, time: inMinutes(minutes) },
  }),
  fields: [
    { name: 'unit', options: ['calls', 'percent'] },
    { name: 'value', range: limits.alertValue, start: 10 },
    { name: 'minutes', range: limits.minutesHeld, start: 0, label: 'form.minutes' },
  ],
  severity: 'warning',
  isSuggested: true,
}

const dropToZero: AlertKind<ConditionOf<'drop-to-zero'>> = {
  ...ofCalls,
  met: (_condition, { value }) => value === 0,
  over: (_condition, { value }) => value > 0,
  mayTrigger: ({ previous, apartMs }) => previous !== null && previous > 0 && Math.abs(apartMs) <= dropWithinMs,
  text: () => ({ text: 'condition.drop-to-zero', values: {} }),
  fields: [],
  severity: 'warning',
  isSuggested: true,
}

const noChange: AlertKind<ConditionOf<'no-change'>> = {
  ...ofCalls,
  holdMs: ({ minutes }) => minutes * minuteMs,
  clearMs: 0,
  met: (_condition, { value }) => value > 0,
  over: (_condition, { value, previous }) => value === 0 || (previous !== null && value !== previous),
  continues: ({ value, previous }) => value === previous,
  text: ({ minutes }) => ({ text: 'condition.no-change', values: { time: inMinutes(minutes) } }),
  fields: [{ name: 'minutes', range: limits.alertMinutes, start: 30, label: 'form.minutes' }],
  severity: 'warning',
  isSuggested: false,
}

const stale: AlertKind<ConditionOf<'stale'>> = {
  ...ofCalls,
  of: 'calls',
  // Between two counts that are not far apart nothing is wrong yet, and nothing is over.
  read: ({ withoutMs }, { minutes }) => (withoutMs === 0 || withoutMs >= minutes * minuteMs ? withoutMs : null),
  met: (_condition, { value }) => value > 0,
  over: (_condition, { value }) => value === 0,
  text: ({ minutes }) => ({ text: 'condition.stale', values: { time: inMinutes(minutes) } }),
  valueText: null,
  fields: [{ name: 'minutes', range: limits.alertMinutes, start: 5, label: 'form.minutes' }],
  severity: 'warning',
  isSuggested: true,
}

const creationsBelow: AlertKind<ConditionOf<'creations-below'>> = {
  ...common,
  of: 'account',
  read: ({ latest }) => latest?.avatarCreationsLeft ?? null,
  met: ({ value: limit }, { value }) => value < limit,
  over: ({ value: limit }, { value }) => value >= limit + margin(limit),
  text: ({ value }) => ({ text: 'condition.creations-below', values: { value } }),
  valueText: (value) => ({ text: 'value.creations', values: { value } }),
  fields: [{ name: 'value', range: limits.alertValue, start: 5, label: 'balance.creations' }],
  severity: 'critical',
  isSuggested: true,
}

const timeToEmptyBelow: AlertKind<ConditionOf<'time-to-empty'>> = {
  ...common,
  of: 'account',
  read: (account, { balance }) => minutesToEmpty(account, balance),
  met: ({ minutes: limit }, { value }) => value < limit,
  over: ({ minutes: limit }, { value }) => value >= limit + margin(limit),
  text: ({ balance, minutes }) => ({
    text: 'condition.time-to-empty',
    values: { balance: { text: `balance.${balance}`, values: {} }, time: inMinutes(minutes) },
  }),
  valueText: (minutes) => ({ text: 'value.time', values: { time: inMinutes(minutes) } }),
  fields: [
    { name: 'balance', options: ['creations', 'duration'] },
    { name: 'minutes', range: limits.minutesToEmpty, start: 120, label: 'form.minutesLeft' },
  ],
  severity: 'warning',
  isSuggested: false,
}

/** In the order of the form. */
export const alertKinds: { readonly [Kind in AlertKindName]: AlertKind<ConditionOf<Kind>> } = {
  'at-or-above': atOrAbove,
  'drop-to-zero': dropToZero,
  'no-change': noChange,
  stale,
  'creations-below': creationsBelow,
  'time-to-empty': timeToEmptyBelow,
}

export const alertKindNames = Object.keys(alertKinds) as readonly AlertKindName[]

/** The row of a condition. The cast is safe: a row takes the conditions that it is found by. */
export function kindOf<Condition extends AlertCondition>({ kind }: Condition): AlertKind<Condition> {
  return alertKinds[kind] as AlertKind<never> as AlertKind<Condition>
}

export function isOfAccount(kind: AlertKindName): boolean {
  return alertKinds[kind].of === 'account'
}

export function needsCapacity(condition: AlertCondition): boolean {
  return kindOf(condition).needsCapacity(condition)
}

/** What the fields of a form hold; a number that is being typed may be null. Each kind uses the fields that it has. */
export interface AlertFieldValues {
  readonly unit: CallUnit
  readonly balance: BalanceName
  readonly value: number | null
  readonly minutes: number | null
}

/** The condition that the fields describe; null while a number is missing or out of its range. */
export function conditionOf(kind: AlertKindName, values: AlertFieldValues): AlertCondition | null {
  const { fields } = alertKinds[kind]
  const isComplete = fields.every((field) => !('range' in field) || isWithin(values[field.name], field.range))
  if (!isComplete) return null
  // The fields of a kind are the parts of its condition; main parses what it is sent.
  return { kind, ...Object.fromEntries(fields.map(({ name }) => [name, values[name]])) } as AlertCondition
}

type NumberName = 'value' | 'minutes'

function numberField(
  kind: AlertKindName,
  name: NumberName,
): { readonly range: Range; readonly start: number } | undefined {
  return alertKinds[kind].fields.flatMap((field) => (field.name === name ? [field] : []))[0]
}

/** The values with which the form of a kind begins. */
export function startOf(kind: AlertKindName): AlertFieldValues {
  const start = (name: NumberName): number | null => numberField(kind, name)?.start ?? null
  return { unit: 'calls', balance: 'creations', value: start('value'), minutes: start('minutes') }
}

/** The range of a number of a kind; that of any limit for a number that the kind does not have. */
export function rangeOf(kind: AlertKindName, name: NumberName): Range {
  return numberField(kind, name)?.range ?? limits.alertValue
}
