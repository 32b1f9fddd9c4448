/** The rules, settings and open events of one profile: read once, then kept in step with what is written. */
import type { ProfileId, RuleId } from '../../shared/ids.ts'
import type { AlertEvent, AlertRule, Alerts, AlertSettings, AlertCondition } from '../../shared/schemas/alert.ts'
import type { ProfileContext } from '../context/profile-context.ts'
import type { NewAlertEvent } from '../store/alerts-repository.ts'
import type { ActivityEntry } from '../../shared/schemas/activity.ts'

/** Where an event is: a rule at an application, or at the account (null). */
export type EventPlace = Pick<AlertEvent, 'ruleId' | 'appId'>

export interface AlertState {
  readonly rules: () => readonly AlertRule[]
  readonly settings: () => AlertSettings
  readonly view: () => Alerts
  /** The open event there; null when there is none. */
  readonly active: (place: EventPlace) => AlertEvent | null
  /** Writes a rule. Failures: storage. */
  readonly saveRule: (rule: AlertRule) => void
  /** Failures: storage. */
  readonly removeRule: (id: RuleId) => void
  /** Failures: storage. */
  readonly setSettings: (settings: AlertSettings) => void
  /** Begins an event. One that cannot be written is notified and shown all the same, until the program ends. */
  readonly begin: (event: NewAlertEvent) => AlertEvent
  /** Ends the open events that fit, and answers them with their end. Never throws. */
  readonly end: (fits: (event: AlertEvent) => boolean) => readonly AlertEvent[]
}

/** Failures: storage. */
export function openAlertState({ repositories, clock, log }: ProfileContext, profileId: ProfileId): AlertState {
  const repository = repositories.alerts
  let rules = repository.rules(profileId)
  let settings = repository.settings(profileId)
  let active = repository.open(profileId)
  let unwritten = 0

  const write = (event: NewAlertEvent): AlertEvent => {
    try {
      return repository.begin(profileId, event)
    } catch (error) {
      log.error('a triggered alert could not be written', error)
      unwritten += 1
      return { ...event, id: -unwritten, endedAt: null }
    }
  }

  const writeEnd = ({ id }: AlertEvent, at: number): void => {
    try {
      if (id > 0) repository.end(profileId, id, at)
    } catch (error) {
      log.error('the end of an alert could not be written', error)
    }
  }

  return {
    rules: () => rules,
    settings: () => settings,
    view: () => ({ rules: [...rules], settings, active: [...active] }),
    active: ({ ruleId, appId }) => active.find((event) => event.ruleId === ruleId && event.appId === appId) ?? null,
    saveRule: (rule) => {
      repository.saveRule(profileId, rule, clock.now())
      const isNew = !rules.some(({ id }) => id === rule.id)
      rules = isNew ? [...rules, rule] : rules.map((known) => (known.id === rule.id ? rule : known))
    },
    removeRule: (id) => {
      repository.removeRule(profileId, id)
      rules = rules.filter((rule) => rule.id !== id)
    },
    setSettings: (changed) => {
      repository.setSettings(profileId, changed)
      settings = changed
    },
    begin: (event) => {
      const begun = write(event)
      active = [begun, ...active]
      return begun
    },
    end: (fits) => {
      const ended = active.filter(fits).map((event) => ({ ...event, endedAt: Math.max(event.at, clock.now()) }))
      for (const event of ended) writeEnd(event, event.endedAt)
      active = active.filter((event) => !fits(event))
      return ended
    },
  }
}

/** A condition as facts of the journal: `condition` is its kind, the rest its numbers. */
export function conditionFacts(condition: AlertCondition): ActivityEntry['facts'] {
  switch (condition.kind) {
    case 'at-or-above': {
      const { unit, value } = condition.threshold
      return { condition: condition.kind, [unit]: value, minutes: condition.minutes }
    }
    case 'creations-below':
      return { condition: condition.kind, creations: condition.value }
    case 'drop-to-zero':
      return { condition: condition.kind }
    case 'time-to-empty':
      return { condition: condition.kind, balance: condition.balance, minutes: condition.minutes }
    default:
      return { condition: condition.kind, minutes: condition.minutes }
  }
}
