/** The rules, settings and open events of one profile: read once, then kept in step with what is written. */
import type { ProfileId, RuleId } from '../../shared/ids.ts'
import { limits } from '../../shared/model/limits.ts'
import type { AlertEvent, AlertRule, Alerts, AlertSettings } from '../../shared/schemas/alert.ts'
import type { ProfileContext } from '../context/profile-context.ts'
import { logged } from '../lib/log.ts'
import type { NewAlertEvent } from '../store/rules-repository.ts'

/** Where an event is: a rule at an application, or at the account (null). */
export type EventPlace = Pick<AlertEvent, 'ruleId' | 'appId'>

export type AlertState = ReturnType<typeof openAlertState>

/** Its functions throw a `storage` failure, but for those that begin and end events. */
export function openAlertState({ repositories, clock, log }: ProfileContext, profileId: ProfileId) {
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

  // A clock that was ahead when a rule was snoozed would keep it silent until then.
  const isTooLong = ({ snoozedUntil }: AlertRule): boolean =>
    snoozedUntil !== null && snoozedUntil - clock.now() > limits.snoozeMinutes.max * 60_000
  const rulesNow = (): AlertRule[] => rules.map((rule) => (isTooLong(rule) ? { ...rule, snoozedUntil: null } : rule))

  return {
    rules: (): readonly AlertRule[] => rulesNow(),
    settings: (): AlertSettings => settings,
    view: (): Alerts => ({ rules: rulesNow(), settings, active: [...active] }),
    active: ({ ruleId, appId }: EventPlace): AlertEvent | null =>
      active.find((event) => event.ruleId === ruleId && event.appId === appId) ?? null,
    saveRule: (rule: AlertRule): void => {
      repository.saveRule(profileId, rule, clock.now())
      const isNew = !rules.some(({ id }) => id === rule.id)
      rules = isNew ? [...rules, rule] : rules.map((known) => (known.id === rule.id ? rule : known))
    },
    removeRule: (id: RuleId): void => {
      repository.removeRule(profileId, id)
      rules = rules.filter((rule) => rule.id !== id)
    },
    setSettings: (changed: AlertSettings): void => {
      repository.setSettings(profileId, changed)
      settings = changed
    },
    /** Begins an event. One that cannot be written is notified and shown all the same, until the program ends. */
    begin: (event: NewAlertEvent): AlertEvent => {
      const begun = write(event)
      active = [begun, ...active]
      return begun
    },
    /** Ends the open events that fit, and answers them with their end. */
    end: (fits: (event: AlertEvent) => boolean): readonly AlertEvent[] => {
      const ended = active.filter(fits).map((event) => ({ ...event, endedAt: Math.max(event.at, clock.now()) }))
      for (const { id, endedAt } of ended) {
        logged(log, 'the end of an alert could not be written', () => {
          if (id > 0) repository.end(profileId, id, endedAt)
        })
      }
      active = active.filter((event) => !fits(event))
      return ended
    },
  }
}
