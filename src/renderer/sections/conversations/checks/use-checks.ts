import { useQuery } from '@tanstack/react-query'
import { checkRules } from '../../../../shared/model/conversation-checks.ts'
import type { CheckFinding, CheckRule, CheckSeverity } from '../../../../shared/model/conversation-checks.ts'
import type { CheckReport } from '../../../../shared/schemas/conversation.ts'
import { read } from '../../../api/queries.ts'

/** Everything that one rule found. */
export interface RuleFindings {
  readonly rule: CheckRule
  readonly severity: CheckSeverity
  /** In the order of the conversation; at least one. */
  readonly findings: readonly CheckFinding[]
  /** How many more there are than are listed. */
  readonly more: number
}

/** A report for the eye: rules that found something, and those of them that are muted. */
export interface CheckGroups {
  readonly spoken: readonly RuleFindings[]
  readonly muted: readonly RuleFindings[]
}

/** The severities from the gravest on. */
const severities: readonly CheckSeverity[] = ['problem', 'warning', 'note']

/** Puts a report in order: the gravest first, then as the rules are listed. */
export function groupsOf({ findings, more, muted }: CheckReport): CheckGroups {
  const byRule = Map.groupBy(findings, ({ rule }) => rule)
  const all = (Object.keys(checkRules) as CheckRule[])
    .flatMap((rule): readonly RuleFindings[] => {
      const found = byRule.get(rule)
      if (found === undefined) return []
      return [{ rule, severity: checkRules[rule], findings: found, more: more[rule] ?? 0 }]
    })
    .sort((one, other) => severities.indexOf(one.severity) - severities.indexOf(other.severity))
  return {
    spoken: all.filter(({ rule }) => !muted.includes(rule)),
    muted: all.filter(({ rule }) => muted.includes(rule)),
  }
}

/** The checks of a snapshot. */
export function useChecks(snapshotId: string) {
  return useQuery(read('check.read', { snapshotId }))
}
