import { assertNever } from '../../../../shared/failure.ts'
import type { AppId, RuleId } from '../../../../shared/ids.ts'
import { isWithin, limits } from '../../../../shared/model/limits.ts'
import type { Range } from '../../../../shared/model/limits.ts'
import type { AlertCondition, AlertRule, AlertRuleInput } from '../../../../shared/schemas/alert.ts'
import { isOfAccount } from './alert-text.ts'

type Threshold = Extract<AlertCondition, { kind: 'at-or-above' }>['threshold']
type Balance = Extract<AlertCondition, { kind: 'time-to-empty' }>['balance']

/** A rule as its form has it: a number that is being typed may be none. */
export interface AlertDraft {
  readonly id: RuleId | null
  readonly appId: AppId | null
  readonly kind: AlertCondition['kind']
  readonly unit: Threshold['unit']
  readonly value: number | null
  readonly minutes: number | null
  readonly balance: Balance
  readonly severity: AlertRule['severity']
}

/** The kinds in the order in which the form offers them. */
export const alertKinds = [
  'at-or-above',
  'drop-to-zero',
  'no-change',
  'stale',
  'creations-below',
  'time-to-empty',
] as const satisfies readonly AlertCondition['kind'][]

/** What a kind has: a number to reach, a length of time and a sensible one to start with; null: it has none. */
export const partsOf: Readonly<
  Record<AlertCondition['kind'], { readonly value: Range | null; readonly minutes: (Range & { start: number }) | null }>
> = {
  'at-or-above': { value: limits.alertValue, minutes: { ...limits.minutesHeld, start: 0 } },
  'drop-to-zero': { value: null, minutes: null },
  'no-change': { value: null, minutes: { ...limits.alertMinutes, start: 30 } },
  stale: { value: null, minutes: { ...limits.alertMinutes, start: 5 } },
  'creations-below': { value: limits.alertValue, minutes: null },
  'time-to-empty': { value: null, minutes: { ...limits.minutesToEmpty, start: 120 } },
}

/** The draft of a new rule about an application. */
export function freshDraft(appId: AppId): AlertDraft {
  return {
    id: null,
    appId,
    kind: 'at-or-above',
    unit: 'calls',
    value: 10,
    minutes: 0,
    balance: 'creations',
    severity: 'warning',
  }
}

/** The draft of a rule that there is. */
export function draftOf({ condition, ...rule }: AlertRule, appId: AppId): AlertDraft {
  const { id, severity } = rule
  const draft = { ...freshDraft(appId), id, appId: rule.appId, severity, kind: condition.kind }
  const minutes = 'minutes' in condition ? condition.minutes : 0
  switch (condition.kind) {
    case 'at-or-above':
      return { ...draft, minutes, unit: condition.threshold.unit, value: condition.threshold.value }
    case 'creations-below':
      return { ...draft, value: condition.value }
    case 'time-to-empty':
      return { ...draft, minutes, balance: condition.balance }
    default:
      return { ...draft, minutes }
  }
}

/** Whether the draft can be saved. */
export function isRight({ kind, value, minutes }: AlertDraft): boolean {
  const parts = partsOf[kind]
  return (
    (parts.value === null || isWithin(value, parts.value)) &&
    (parts.minutes === null || isWithin(minutes, parts.minutes))
  )
}

function conditionOf(draft: AlertDraft): AlertCondition {
  const { kind, unit, balance } = draft
  const minutes = draft.minutes ?? 0
  const value = draft.value ?? 0
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

/** The rule that a right draft describes. */
export function ruleOf(draft: AlertDraft): AlertRuleInput {
  const { id, appId, kind, severity } = draft
  return { id, appId: isOfAccount(kind) ? null : appId, condition: conditionOf(draft), severity }
}
