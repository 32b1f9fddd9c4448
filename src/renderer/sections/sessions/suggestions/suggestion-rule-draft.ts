import type { RuleId } from '../../../../shared/ids.ts'
import type { CloseRuleCondition, CloseRule, CloseRuleInput } from '../../../../shared/schemas/close-rule.ts'

/** A rule as its form has it: numbers are the text that was typed. */
export interface RuleDraft {
  readonly id: RuleId | null
  readonly appId: CloseRuleInput['appId']
  readonly kind: CloseRuleCondition['kind']
  readonly minutes: string
  readonly from: string
  readonly until: string
  readonly countdown: string
  readonly isOn: boolean
}

/** Mistakes of a draft, by field. */
export type RuleProblem = 'minutes' | 'from' | 'until' | 'times' | 'countdown'

const fresh: RuleDraft = {
  id: null,
  appId: null,
  kind: 'older-than',
  minutes: '60',
  from: '22:00',
  until: '06:00',
  countdown: '60',
  isOn: true,
}

// The contract's limits.
const maxMinutes = 10_080
const minSeconds = 15
const maxSeconds = 3_600

/** The draft of a rule; of a new one with null. */
export function draftOf(rule: CloseRule | null): RuleDraft {
  if (rule === null) return fresh
  const { condition, countdownSeconds, ...rest } = rule
  const { kind } = condition
  return {
    ...fresh,
    ...rest,
    kind,
    countdown: String(countdownSeconds),
    ...(condition.kind === 'older-than'
      ? { minutes: String(condition.minutes) }
      : { from: condition.from, until: condition.until }),
  }
}

function isWholeBetween(text: string, min: number, max: number): boolean {
  const value = Number(text)
  return /^\d+$/.test(text.trim()) && value >= min && value <= max
}

const isTime = (text: string): boolean => /^([01]\d|2[0-3]):[0-5]\d$/.test(text)

function conditionProblems({ kind, minutes, from, until }: RuleDraft): readonly RuleProblem[] {
  if (kind === 'older-than') return isWholeBetween(minutes, 1, maxMinutes) ? [] : ['minutes']
  const unreadable: readonly RuleProblem[] = [
    ...(isTime(from) ? [] : (['from'] as const)),
    ...(isTime(until) ? [] : (['until'] as const)),
  ]
  return unreadable.length === 0 && from === until ? ['times'] : unreadable
}

/** Mistakes to correct before the draft can be saved. */
export function problemsOf(draft: RuleDraft): readonly RuleProblem[] {
  const isTimed = isWholeBetween(draft.countdown, minSeconds, maxSeconds)
  return [...conditionProblems(draft), ...(isTimed ? [] : (['countdown'] as const))]
}

/** The rule that a draft without problems describes. */
export function ruleOf({ id, appId, kind, minutes, from, until, countdown, isOn }: RuleDraft): CloseRuleInput {
  return {
    id,
    appId,
    condition: kind === 'older-than' ? { kind, minutes: Number(minutes) } : { kind, from, until },
    isOn,
    countdownSeconds: Number(countdown),
  }
}
