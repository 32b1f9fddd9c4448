/** The close suggestion rules of the open profile. */
import { FailureError } from '../../../shared/failure.ts'
import type { RuleId } from '../../../shared/ids.ts'
import type { CloseRule, CloseRuleInput } from '../../../shared/schemas/close-rule.ts'
import { ruleId } from '../../../shared/schemas/ids.ts'
import type { ActivityAction, ActivityEntry } from '../../../shared/schemas/activity.ts'
import { isListed } from '../../context/open-profile.ts'
import type { OpenProfile } from '../../context/open-profile.ts'
import type { ProfileContext } from '../../context/profile-context.ts'
import { notOurs } from '../closing/confirmation.ts'

/** The rules of one open profile. */
export interface Rules {
  readonly all: () => readonly CloseRule[]
  readonly find: (id: RuleId) => CloseRule | null
  /** Failures: not-found, invalid-input for an application that is not the profile's and for too many rules, storage. */
  readonly save: (input: CloseRuleInput) => CloseRule
  /** Failures: not-found, storage. */
  readonly setOn: (id: RuleId, isOn: boolean) => CloseRule
  /** Failures: not-found, storage. */
  readonly remove: (id: RuleId) => void
}

const maxRules = 50

/** A rule in the journal's words. */
export function factsOfRule({ id, condition }: CloseRule): ActivityEntry['facts'] {
  const { kind, ...values } = condition
  return { ruleId: id, condition: kind, ...values }
}

export function openRules(context: ProfileContext, { profile }: OpenProfile): Rules {
  const { journal, clock, randomId } = context
  const repository = context.repositories.closeRules
  let rules: readonly CloseRule[] = repository.list(profile.id)

  const note = (action: ActivityAction, target: string, facts: ActivityEntry['facts']): void => {
    journal.noteAfter({ profileId: profile.id, profileName: profile.name, action, target, outcome: 'done', facts })
  }
  const find = (id: RuleId): CloseRule | null => rules.find((rule) => rule.id === id) ?? null
  const targetOf = ({ appId }: CloseRule): string => appId ?? profile.name

  const existing = (id: RuleId): CloseRule => {
    const rule = find(id)
    if (rule === null) throw new FailureError({ kind: 'not-found', what: 'rule' })
    return rule
  }

  const write = (rule: CloseRule): CloseRule => {
    repository.save(profile.id, rule, clock.now())
    const isNew = rules.every(({ id }) => id !== rule.id)
    rules = isNew ? [...rules, rule] : rules.map((one) => (one.id === rule.id ? rule : one))
    note('guard.saved', targetOf(rule), { ...factsOfRule(rule), isOn: Number(rule.isOn) })
    return rule
  }

  return {
    all: () => rules,
    find,
    save: ({ id, ...fields }) => {
      const { appId } = fields
      if (id !== null) existing(id)
      else if (rules.length >= maxRules) throw notOurs('id', `at most ${String(maxRules)} rules`)
      if (appId !== null && !isListed(profile, appId)) throw notOurs('appId', 'not an application of the open profile')
      return write({ ...fields, id: id ?? ruleId.parse(randomId()) })
    },
    setOn: (id, isOn) => write({ ...existing(id), isOn }),
    remove: (id) => {
      const rule = existing(id)
      repository.remove(profile.id, id)
      rules = rules.filter((one) => one !== rule)
      note('guard.removed', targetOf(rule), factsOfRule(rule))
    },
  }
}
