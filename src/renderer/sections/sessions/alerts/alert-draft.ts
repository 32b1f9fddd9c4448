import { assertNever } from '../../../../shared/failure.ts'
import type { AppId, RuleId } from '../../../../shared/ids.ts'
import type { AlertCondition, AlertRule, AlertRuleInput } from '../../../../shared/schemas/alert.ts'
import { isOfAccount } from './alert-text.ts'

type Threshold = Extract<AlertCondition, { kind: 'at-or-above' }>['threshold']
type Balance = Extract<AlertCondition, { kind: 'time-to-empty' }>['balance']

/** A rule as its form has it: numbers are the text that was typed. */
export interface AlertDraft {
  readonly id: RuleId | null
  readonly appId: AppId | null
  readonly kind: AlertCondition['kind']
  readonly unit: Threshold['unit']
  readonly value: string
  readonly minutes: string
  readonly balance: Balance
  readonly severity: AlertRule['severity']
  readonly isOn: boolean
}

/** Mistakes of a draft, by field. */
export type AlertProblem = 'value' | 'minutes'

/** The kinds in the order in which the form offers them. */
export const alertKinds = [
  'at-or-above',
  'drop-to-zero',
  'no-change',
  'stale',
  'creations-below',
  'time-to-empty',
] as const satisfies readonly AlertCondition['kind'][]

/** A minute field that is sensible for a kind that was just chosen, as text. */
export const defaultMinutes: Readonly<Record<AlertCondition['kind'], string>> = {
  'at-or-above': '0',
  'drop-to-zero': '0',
  'no-change': '30',
  stale: '5',
  'creations-below': '0',
  'time-to-empty': '120',
}

// The contract's limits.
const maxValues = 1_000_000
const maxMinutes = 1_440
const maxMinutesToEmpty = 100_000

/** The draft of a new rule about an application. */
export function freshDraft(appId: AppId): AlertDraft {
  return {
    id: null,
    appId,
    kind: 'at-or-above',
    unit: 'calls',
    value: '10',
    minutes: '0',
    balance: 'creations',
    severity: 'warning',
    isOn: true,
  }
}

/** The draft of a rule that there is. */
export function draftOf({ condition, ...rule }: AlertRule, appId: AppId): AlertDraft {
  const { id, severity, isOn } = rule
  const draft = { ...freshDraft(appId), id, appId: rule.appId, severity, isOn, kind: condition.kind }
  const minutes = 'minutes' in condition ? String(condition.minutes) : '0'
  switch (condition.kind) {
    case 'at-or-above':
      return { ...draft, minutes, unit: condition.threshold.unit, value: String(condition.threshold.value) }
    case 'creations-below':
      return { ...draft, value: String(condition.value) }
    case 'time-to-empty':
      return { ...draft, minutes, balance: condition.balance }
    default:
      return { ...draft, minutes }
  }
}

/** Whether a kind has a number to reach, and whether it has a length of time. */
export const kindHas: Readonly<Record<AlertCondition['kind'], { readonly value: boolean; readonly minutes: boolean }>> =
  {
    'at-or-above': { value: true, minutes: true },
    'drop-to-zero': { value: false, minutes: false },
    'no-change': { value: false, minutes: true },
    stale: { value: false, minutes: true },
    'creations-below': { value: true, minutes: false },
    'time-to-empty': { value: false, minutes: true },
  }

function isWholeBetween(text: string, min: number, greatest: number): boolean {
  const value = Number(text)
  return /^\d+$/.test(text.trim()) && value >= min && value <= greatest
}

function isMinutesRight({ kind, minutes }: AlertDraft): boolean {
  if (!kindHas[kind].minutes) return true
  const min = kind === 'at-or-above' ? 0 : 1
  return isWholeBetween(minutes, min, kind === 'time-to-empty' ? maxMinutesToEmpty : maxMinutes)
}

/** Mistakes to correct before the draft can be saved. */
export function problemsOf(draft: AlertDraft): readonly AlertProblem[] {
  const isValueRight = !kindHas[draft.kind].value || isWholeBetween(draft.value, 1, maxValues)
  return [...(isValueRight ? [] : (['value'] as const)), ...(isMinutesRight(draft) ? [] : (['minutes'] as const))]
}

function conditionOf(draft: AlertDraft): AlertCondition {
  const { kind, unit, balance } = draft
  const minutes = Number(draft.minutes)
  const value = Number(draft.value)
  switch (kind) {
    case 'at-or-above':
      return { kind, threshold: { unit, value }, minutes }
    case 'drop-to-zero':
      return { kind }
    case 'no-change':
    case 'stale':
      return { kind, minutes }
    case 'creations-below':
      return { kind, value }
    case 'time-to-empty':
      return { kind, balance, minutes }
    default:
      return assertNever(kind)
  }
}

/** The rule that a draft without problems describes. */
export function ruleOf(draft: AlertDraft): AlertRuleInput {
  const { id, appId, kind, severity, isOn } = draft
  return { id, appId: isOfAccount(kind) ? null : appId, condition: conditionOf(draft), severity, isOn }
}
