/** The alerts of one profile: their table, and the rules that are evaluated for it. */
import type { ActivityAction, ActivityEntry } from '../../shared/schemas/activity.ts'
import type { AlertCondition, AlertEvent, AlertRule, Alerts, AlertSettings } from '../../shared/schemas/alert.ts'
import type { Profile } from '../../shared/schemas/profile.ts'
import type { ProfileContext } from '../context/profile-context.ts'
import { isWithinHours, isWithinWeekendHours } from '../lib/time-of-day.ts'
import { openAlertState } from './alert-state.ts'
import type { EventPlace } from './alert-state.ts'
import { createRuleEvaluator } from './rule-evaluator.ts'
import type { Crossing } from './rule-evaluator.ts'

/** A condition as facts of the journal: `condition` is its kind, the rest its numbers. */
function conditionFacts(condition: AlertCondition): ActivityEntry['facts'] {
  switch (condition.kind) {
    case 'at-or-above': {
      const { unit, value } = condition.threshold
      return { condition: condition.kind, [unit]: value, minutes: condition.minutes }
    }
    case 'creations-below':
      return { condition: condition.kind, creations: condition.value }
    default: {
      const { kind, ...numbers } = condition
      return { condition: kind, ...numbers }
    }
  }
}

/** Whether a crossing is notified at `now`, or why not. */
function deliveryOf({ quietHours, weekendHours }: AlertSettings, { severity, snoozedUntil }: AlertRule, now: number) {
  if (snoozedUntil !== null && snoozedUntil > now) return 'snoozed'
  if (severity === 'critical') return 'notified'
  const isQuiet =
    (quietHours !== null && isWithinHours(quietHours, now)) ||
    (weekendHours !== null && isWithinWeekendHours(weekendHours, now))
  return isQuiet ? 'quiet-hours' : 'notified'
}

export type OpenAlerts = ReturnType<typeof openAlerts>

export function openAlerts(
  context: ProfileContext,
  opened: Profile,
  notify: (event: AlertEvent, profile: Profile) => void,
) {
  const { current, clock, emit, journal } = context
  const state = openAlertState(context, opened.id)
  const profileNow = (): Profile => current()?.profile ?? opened
  const changed = (): Alerts => {
    const view = state.view()
    emit('alerts.changed', view)
    return view
  }

  const note = (
    action: Extract<ActivityAction, `alert.${string}`>,
    { condition, severity, appId }: Pick<AlertRule, 'condition' | 'severity' | 'appId'>,
    facts: ActivityEntry['facts'] = {},
  ): void => {
    const profile = profileNow()
    journal.noteAfter({
      profile,
      action,
      target: appId ?? profile.name,
      outcome: action === 'alert.raised' || action === 'alert.ended' ? 'seen' : 'done',
      facts: { ...conditionFacts(condition), severity, ...facts },
    })
  }

  const trigger = ({ rule, appId, value }: Crossing): void => {
    const { id: ruleId, condition, severity } = rule
    const told = deliveryOf(state.settings(), rule, clock.now())
    // Written before the notification: a crash in between leaves one out, and never makes two of it.
    const event = state.begin({ ruleId, condition, severity, appId, at: clock.now(), value, told })
    if (told === 'notified') notify(event, profileNow())
    note('alert.raised', event, { value, told })
    changed()
  }

  const end = (fits: (place: EventPlace) => boolean): void => {
    const ended = state.end(fits)
    for (const event of ended) note('alert.ended', event)
    if (ended.length > 0) changed()
  }

  const evaluator = createRuleEvaluator(state, {
    triggered: trigger,
    ended: ({ ruleId, appId }) => end((event) => event.ruleId === ruleId && event.appId === appId),
  })
  return {
    profileId: opened.id,
    state,
    evaluator,
    changed,
    note,
    /** What is watched no more at the places that fit is neither evaluated nor triggered. */
    forget: (fits: (place: EventPlace) => boolean): void => {
      evaluator.forget(fits)
      end(fits)
    },
  }
}
