/** The close suggestion rules of the open profile: how they are kept, and which sessions they are about at a moment. */
import { orNotFound } from '../../../shared/failure.ts'
import type { AppId, RuleId } from '../../../shared/ids.ts'
import type { CloseRule, CloseRuleInput } from '../../../shared/schemas/close-rule.ts'
import { ruleId } from '../../../shared/schemas/ids.ts'
import type { Profile } from '../../../shared/schemas/profile.ts'
import type { ActivityAction, ActivityEntry } from '../../../shared/schemas/activity.ts'
import type { KnownSession } from '../../../shared/schemas/inbox.ts'
import type { ConcurrencySample } from '../../../shared/schemas/session.ts'
import { isListed } from '../../context/open-profile.ts'
import type { ProfileContext } from '../../context/profile-context.ts'
import { isWithinHours } from '../../lib/time-of-day.ts'
import { notOurs } from '../closing/confirmation.ts'

const maxRules = 50

export function factsOfRule({ id, condition }: CloseRule): ActivityEntry['facts'] {
  const { kind, ...values } = condition
  return { ruleId: id, condition: kind, ...values }
}

export function openRules(context: ProfileContext, profile: Profile) {
  const { journal, clock, randomId } = context
  const repository = context.repositories.closeRules
  let rules: readonly CloseRule[] = repository.list(profile.id)

  const note = (action: ActivityAction, rule: CloseRule, facts: ActivityEntry['facts'] = {}): void => {
    const target = rule.appId ?? profile.name
    journal.noteAfter({ profile, target, action, outcome: 'done', facts: { ...factsOfRule(rule), ...facts } })
  }
  const find = (id: RuleId): CloseRule | undefined => rules.find((rule) => rule.id === id)

  const existing = (id: RuleId): CloseRule => orNotFound(find(id), 'rule')

  const write = (rule: CloseRule): CloseRule => {
    repository.save(profile.id, rule, clock.now())
    const isNew = rules.every(({ id }) => id !== rule.id)
    rules = isNew ? [...rules, rule] : rules.map((one) => (one.id === rule.id ? rule : one))
    note('guard.saved', rule, { isOn: Number(rule.isOn) })
    return rule
  }

  return {
    all: (): readonly CloseRule[] => rules,
    find,
    /** Failures: not-found, invalid-input for an application that is not the profile's and for too many rules, storage. */
    save: ({ id, ...fields }: CloseRuleInput): CloseRule => {
      const { appId } = fields
      const before = id === null ? null : existing(id)
      if (before === null && rules.length >= maxRules) throw notOurs('id', `at most ${String(maxRules)} rules`)
      if (appId !== null && !isListed(profile, appId)) throw notOurs('appId')
      const { isOn } = before ?? { isOn: true }
      return write({ ...fields, id: id ?? ruleId.parse(randomId()), isOn })
    },
    /** Failures: not-found, storage. */
    setOn: (id: RuleId, isOn: boolean): CloseRule => write({ ...existing(id), isOn }),
    /** Failures: not-found, storage. */
    remove: (id: RuleId): void => {
      const rule = existing(id)
      repository.remove(profile.id, id)
      rules = rules.filter((one) => one !== rule)
      note('guard.removed', rule)
    },
  }
}

/** Milliseconds for which a count is good enough to suggest by. */
export const freshCountMs = 60_000

export interface RuleContext {
  /** Epoch milliseconds. */
  readonly now: number
  /** The last good count of each application; how old it is matters. */
  readonly counts: ReadonlyMap<AppId, ConcurrencySample>
  readonly oldestCountMs: number
}

/** Live calls of an application by a count that is young enough; null when there is none. */
export function freshCount({ now, counts, oldestCountMs }: RuleContext, appId: AppId): number | null {
  const sample = counts.get(appId)
  const ageMs = sample === undefined ? Infinity : now - sample.at
  return sample === undefined || ageMs < 0 || ageMs > oldestCountMs ? null : sample.total
}

/** Whether calls are live by a fresh count: of an application, or of any when it is null. */
function isLive(ruleContext: RuleContext, appId: AppId | null): boolean {
  const appIds = appId === null ? [...ruleContext.counts.keys()] : [appId]
  return appIds.some((one) => (freshCount(ruleContext, one) ?? 0) > 0)
}

/** Whether a rule speaks up at this time of day at all. */
function isInTime({ condition }: CloseRule, now: number): boolean {
  return condition.kind !== 'after-hours' || isWithinHours(condition, now)
}

/** Whether there is anything that the rule could be about: spares a look into the inbox. */
export function isWorthChecking(rule: CloseRule, ruleContext: RuleContext): boolean {
  return isInTime(rule, ruleContext.now) && isLive(ruleContext, rule.appId)
}

/** When a session must have been first seen, at the latest, for a rule to be about it at `now`. */
export function dueBy({ condition }: CloseRule, now: number): number {
  return condition.kind === 'after-hours' ? Number.MAX_SAFE_INTEGER : now - condition.minutes * 60_000
}

/**
 * Whether a rule is about a session now: not ended, never tried to be closed from here by itself, of the rule's application, old
 * enough or at the hour, and with calls live by a fresh count. A session of no application is a matter for rules about
 * all of them only.
 */
export function isDue(rule: CloseRule, session: KnownSession, ruleContext: RuleContext): boolean {
  if (session.endedAt !== null || session.lastAction?.kind === 'close') return false
  if (rule.appId !== null && rule.appId !== session.appId) return false
  if (!isInTime(rule, ruleContext.now) || !isLive(ruleContext, session.appId)) return false
  return session.firstSeenAt <= dueBy(rule, ruleContext.now)
}
