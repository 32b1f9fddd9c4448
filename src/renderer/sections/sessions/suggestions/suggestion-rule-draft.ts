import type { RuleId } from '../../../../shared/ids.ts'
import { isWithin, limits, timePattern } from '../../../../shared/model/limits.ts'
import type { CloseRuleCondition, CloseRule, CloseRuleInput } from '../../../../shared/schemas/close-rule.ts'

/** A rule as its form has it: a number that is being typed may be none. */
export interface RuleDraft {
  readonly id: RuleId | null
  readonly appId: CloseRuleInput['appId']
  readonly kind: CloseRuleCondition['kind']
  readonly minutes: number | null
  readonly from: string
  readonly until: string
  readonly countdown: number | null
}

/** What is wrong with the times of a draft. */
export type TimesProblem = 'from' | 'until' | 'same'

const fresh: RuleDraft = {
  id: null,
  appId: null,
  kind: 'older-than',
  minutes: 60,
  from: '22:00',
  until: '06:00',
  countdown: 60,
}

/** The draft of a rule; of a new one with null. */
export function draftOf(rule: CloseRule | null): RuleDraft {
  if (rule === null) return fresh
  const { id, appId, condition, countdownSeconds } = rule
  const { kind } = condition
  return {
    ...fresh,
    id,
    appId,
    kind,
    countdown: countdownSeconds,
    ...(condition.kind === 'older-than'
      ? { minutes: condition.minutes }
      : { from: condition.from, until: condition.until }),
  }
}

/** Mistakes in its times; none where it has no times. */
export function timesProblems({ kind, from, until }: RuleDraft): readonly TimesProblem[] {
  if (kind === 'older-than') return []
  const unreadable = (['from', 'until'] as const).filter((field) => !timePattern.test({ from, until }[field]))
  return unreadable.length === 0 && from === until ? ['same'] : unreadable
}

/** Whether the draft can be saved. */
export function isRight(draft: RuleDraft): boolean {
  const { kind, minutes, countdown } = draft
  return (
    (kind !== 'older-than' || isWithin(minutes, limits.minutesKnown)) &&
    isWithin(countdown, limits.countdownSeconds) &&
    timesProblems(draft).length === 0
  )
}

/** The rule that a right draft describes. */
export function ruleOf({ id, appId, kind, minutes, from, until, countdown }: RuleDraft): CloseRuleInput {
  return {
    id,
    appId,
    condition: kind === 'older-than' ? { kind, minutes: minutes ?? 0 } : { kind, from, until },
    countdownSeconds: countdown ?? 0,
  }
}
