/** What close suggestion rules know at a moment, and which sessions a rule is about by that. Pure of timers and files. */
import type { AppId } from '../../../shared/ids.ts'
import type { CloseRule } from '../../../shared/schemas/close-rule.ts'
import type { KnownSession } from '../../../shared/schemas/inbox.ts'
import type { ConcurrencySample } from '../../../shared/schemas/session.ts'
import { isWithinHours } from '../../lib/time-of-day.ts'

/** Milliseconds for which a count is good enough to suggest by. */
export const freshCountMs = 60_000

/** What is known now. */
export interface RuleContext {
  /** Epoch milliseconds. */
  readonly now: number
  /** The last good count of each application; how old it is matters. */
  readonly counts: ReadonlyMap<AppId, ConcurrencySample>
  /** How old a count may be, in milliseconds. */
  readonly oldestCountMs: number
}

/** Live calls of an application by a count that is young enough; null when there is none. */
export function freshCount({ now, counts, oldestCountMs }: RuleContext, appId: AppId): number | null {
  const sample = counts.get(appId)
  const ageMs = sample === undefined ? Infinity : now - sample.at
  return sample === undefined || ageMs < 0 || ageMs > oldestCountMs ? null : sample.total
}

/** Whether there is anything that the rule could be about: spares a look into the inbox. */
export function isWorthChecking(rule: CloseRule, ruleContext: RuleContext): boolean {
  const appIds = rule.appId === null ? [...ruleContext.counts.keys()] : [rule.appId]
  return isInTime(rule, ruleContext.now) && appIds.some((appId) => (freshCount(ruleContext, appId) ?? 0) > 0)
}

function mayBeLive(ruleContext: RuleContext, session: KnownSession): boolean {
  if (session.appId !== null) return (freshCount(ruleContext, session.appId) ?? 0) > 0
  return [...ruleContext.counts.keys()].some((appId) => (freshCount(ruleContext, appId) ?? 0) > 0)
}

/** Whether a rule speaks up at this time of day at all. */
function isInTime({ condition }: CloseRule, now: number): boolean {
  return condition.kind !== 'after-hours' || isWithinHours(condition, now)
}

/** When a session must have been first seen, at the latest, for a rule to be about it at `now`. */
export function dueBy({ condition }: CloseRule, now: number): number {
  return condition.kind === 'after-hours' ? Number.MAX_SAFE_INTEGER : now - condition.minutes * 60_000
}

/**
 * Whether a rule is about a session now: not ended, never tried to be closed from here, of the rule's application, old
 * enough or at the hour, and with calls live by a fresh count. A session of no application is a matter for rules about
 * all of them only.
 */
export function isDue(rule: CloseRule, session: KnownSession, ruleContext: RuleContext): boolean {
  if (session.endedAt !== null || session.lastAction !== null) return false
  if (rule.appId !== null && rule.appId !== session.appId) return false
  if (!isInTime(rule, ruleContext.now) || !mayBeLive(ruleContext, session)) return false
  return session.firstSeenAt <= dueBy(rule, ruleContext.now)
}
