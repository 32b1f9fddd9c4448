/**
 * The alerts of one open profile. Each rule is watched at each of its applications, or at the account; a crossing is
 * notified once and stays open in its table until it is clearly over, so that a restart does not notify it again.
 */
import type { AppId, ProfileId } from '../../shared/ids.ts'
import type { Account } from '../../shared/schemas/account.ts'
import type { AlertEvent, AlertRule, Alerts, AlertSettings } from '../../shared/schemas/alert.ts'
import type { Profile } from '../../shared/schemas/profile.ts'
import type { ConcurrencySample } from '../../shared/schemas/session.ts'
import type { NewActivity } from '../context/journal.ts'
import { requireOpen } from '../context/open-profile.ts'
import type { ProfileContext } from '../context/profile-context.ts'
import { createTimer } from '../lib/clock.ts'
import { isWithinHours } from '../lib/time-of-day.ts'
import { openAlertState, conditionFacts } from './alert-state.ts'
import type { EventPlace } from './alert-state.ts'
import { createAlertHandlers } from './handlers.ts'
import type { AlertHandlers } from './handlers.ts'
import { advanceMs } from './staleness.ts'
import { createRuleEvaluator } from './rule-evaluator.ts'
import type { Crossing } from './rule-evaluator.ts'

/** An alert to be notified natively. `appLabel` is the operator's label of the application, or "". */
export interface AlertNotice {
  readonly profileId: ProfileId
  readonly profileName: string
  readonly appLabel: string
  readonly event: AlertEvent
}

export interface AlertsSubject {
  readonly handlers: AlertHandlers
  /** What is triggered now, newest first; none while no profile is open. Never throws. */
  readonly active: () => Alerts['active']
  /** After every read of a count; `sample` is null when it failed. Never throws. */
  readonly observe: (seen: { readonly appId: AppId; readonly sample: ConcurrencySample | null }) => void
  /** After every change of the account. Never throws. */
  readonly observeAccount: (account: Account) => void
  /** The profile was opened, closed or saved: events of applications that are no longer its own end. */
  readonly follow: () => void
  /** Sleep or no network: no time without data is counted, and counting begins anew afterwards. */
  readonly pause: () => void
  readonly wake: () => void
  readonly dispose: () => void
}

function activityOf({ id, name }: Profile, action: 'alert.raised' | 'alert.ended', event: AlertEvent): NewActivity {
  const { condition, severity, appId, value, told } = event
  return {
    profileId: id,
    profileName: name,
    action,
    target: appId ?? name,
    outcome: 'seen',
    facts: { ...conditionFacts(condition), severity, ...(action === 'alert.raised' ? { value, told } : {}) },
  }
}

/** Whether a crossing is notified at `now`, or why not. */
function deliveryOf({ quietHours }: AlertSettings, { severity, snoozedUntil }: AlertRule, now: number) {
  if (snoozedUntil !== null && snoozedUntil > now) return 'snoozed'
  if (severity === 'critical' || quietHours === null) return 'notified'
  return isWithinHours(quietHours, now) ? 'quiet-hours' : 'notified'
}

/** The alerts of one profile: their table, and the rules that are evaluated for it. */
function openAlerts(context: ProfileContext, notify: (notice: AlertNotice) => void, opened: Profile) {
  const { current, clock, emit, journal } = context
  const state = openAlertState(context, opened.id)
  const profileNow = (): Profile => current()?.profile ?? opened
  const announce = (): void => {
    emit('alerts.changed', state.view())
  }

  const trigger = ({ rule, appId, value }: Crossing): void => {
    const profile = profileNow()
    const { id: ruleId, condition, severity } = rule
    const delivery = deliveryOf(state.settings(), rule, clock.now())
    // Written before the notification: a crash in between leaves one out, and never makes two of it.
    const event = state.begin({ ruleId, condition, severity, appId, at: clock.now(), value, told: delivery })
    if (delivery === 'notified') {
      const appLabel = profile.applications.find((application) => application.appId === appId)?.label ?? ''
      notify({ profileId: profile.id, profileName: profile.name, appLabel, event })
    }
    journal.noteAfter(activityOf(profile, 'alert.raised', event))
    announce()
  }

  const end = (fits: (place: EventPlace) => boolean): void => {
    const ended = state.end(fits)
    for (const event of ended) journal.noteAfter(activityOf(profileNow(), 'alert.ended', event))
    if (ended.length > 0) announce()
  }

  const evaluator = createRuleEvaluator(state, {
    triggered: trigger,
    ended: ({ ruleId, appId }) => {
      end((event) => event.ruleId === ruleId && event.appId === appId)
    },
  })
  return {
    ...{ profileId: opened.id, state, evaluator, announce },
    /** What is watched no more is neither evaluated nor triggered. */
    forget: (fits: (place: EventPlace) => boolean): void => {
      evaluator.forget(fits)
      end(fits)
    },
  }
}

type OpenAlerts = ReturnType<typeof openAlerts>

/** Nothing is read from the database before `follow` or a call of the page. `notify` shows a notification. */
export function createAlerts(context: ProfileContext, notify: (notice: AlertNotice) => void): AlertsSubject {
  const { current, clock, log } = context
  let opened: OpenAlerts | null = null
  let isPaused = false
  const timer = createTimer(clock)

  const alertsOf = (profile: Profile): OpenAlerts => {
    if (opened?.profileId === profile.id) return opened
    opened = openAlerts(context, notify, profile)
    planAdvance()
    return opened
  }

  /** Runs `work` on the open profile, if there is one; what fails is logged, because nobody waits for it. */
  const onOpen = (work: (alerts: OpenAlerts, profile: Profile) => void): void => {
    const open = current()
    if (open === null) return
    try {
      work(alertsOf(open.profile), open.profile)
    } catch (error) {
      log.error('alerts', error)
    }
  }

  const advance = (): void => {
    onOpen(({ evaluator }, { applications }) => {
      evaluator.advance(
        applications.map(({ appId }) => appId),
        clock.now(),
      )
    })
    planAdvance()
  }
  const planAdvance = (): void => {
    if (isPaused || opened === null) timer.cancel()
    else timer.set(advanceMs, advance)
  }

  const handlers = createAlertHandlers(context, () => {
    const { profile } = requireOpen(current)
    return { profile, ...alertsOf(profile) }
  })

  return {
    handlers,
    active: () => opened?.state.view().active ?? [],
    observe: ({ appId, sample }) => {
      if (sample === null) return
      onOpen(({ evaluator }, { applications }) => {
        if (!applications.some((application) => application.appId === appId)) return
        evaluator.sawCalls(appId, { at: sample.at, value: sample.total })
      })
    },
    observeAccount: (account) => {
      onOpen(({ evaluator }) => {
        evaluator.sawAccount(account)
      })
    },
    follow: () => {
      if (current()?.profile.id !== opened?.profileId) opened = null
      onOpen(({ state, forget }, { applications }) => {
        const apps = new Set<string>(applications.map(({ appId }) => appId))
        const rules = new Set<string>(state.rules().map(({ id }) => id))
        const isGone = ({ ruleId, appId }: EventPlace): boolean =>
          !rules.has(ruleId) || (appId !== null && !apps.has(appId))
        forget(isGone)
      })
      planAdvance()
    },
    pause: () => {
      isPaused = true
      planAdvance()
    },
    wake: () => {
      isPaused = false
      opened?.evaluator.resumed()
      planAdvance()
    },
    dispose: () => {
      timer.cancel()
      opened = null
    },
  }
}
