/**
 * The alerts of one open profile. Each rule is watched at each of its applications, or at the account; a crossing is
 * notified once and stays open in its table until it is clearly over, so that a restart does not notify it again.
 */
import { orNotFound } from '../../shared/failure.ts'
import type { AppId, ProfileId } from '../../shared/ids.ts'
import type { Account } from '../../shared/schemas/account.ts'
import type { AlertEvent, AlertRule, Alerts, AlertSettings, AlertSettingsPatch } from '../../shared/schemas/alert.ts'
import { ruleId } from '../../shared/schemas/ids.ts'
import type { Profile } from '../../shared/schemas/profile.ts'
import type { ConcurrencySample } from '../../shared/schemas/session.ts'
import { labelOf, requireOpen } from '../context/open-profile.ts'
import type { ProfileContext } from '../context/profile-context.ts'
import type { HandlersUnder } from '../ipc/handlers.ts'
import { logged } from '../lib/log.ts'
import { createPoller } from '../lib/poller.ts'
import type { AlertState } from './alert-state.ts'
import { openAlerts } from './open-alerts.ts'
import type { OpenAlerts } from './open-alerts.ts'
import { advanceMs, isOfAccount } from './rule-evaluator.ts'
import { thresholdOf } from './threshold.ts'

/** An alert to be notified natively. `appLabel` is the operator's label of the application, or "". */
export interface AlertNotice {
  readonly profileId: ProfileId
  readonly profileName: string
  readonly appLabel: string
  readonly event: AlertEvent
}

export function noticeOf(profile: Profile, event: AlertEvent): AlertNotice {
  return { profileId: profile.id, profileName: profile.name, appLabel: labelOf(profile, event.appId), event }
}

function find(state: AlertState, id: AlertRule['id']): AlertRule {
  const rule = state.rules().find((known) => known.id === id)
  return orNotFound(rule, 'rule')
}

function hoursWith(
  before: AlertSettings['quietHours'],
  patch: AlertSettingsPatch['quietHours'],
): AlertSettings['quietHours'] {
  if (patch === undefined || patch === null) return patch === null ? null : before
  const { from = before?.from, until = before?.until } = patch
  // One time of hours that another window has switched off: they stay off.
  return from === undefined || until === undefined ? null : { from, until }
}

function settingsWith(
  before: AlertSettings,
  { quietHours, weekendHours, capacities = {} }: AlertSettingsPatch,
): AlertSettings {
  const known = Object.entries({ ...before.capacities, ...capacities }).filter(
    (entry): entry is [string, number] => entry[1] !== null,
  )
  return {
    quietHours: hoursWith(before.quietHours, quietHours),
    weekendHours: hoursWith(before.weekendHours, weekendHours),
    capacities: Object.fromEntries(known),
  }
}

/** `open` refuses with `no-profile`. Failures: those of it, not-found (`rule`), storage. */
function createAlertHandlers(
  { repositories, clock, randomId }: ProfileContext,
  open: () => OpenAlerts,
  /** Looks at the balances that were read last. */
  checkAccount: () => void,
): HandlersUnder<'alert'> {
  // What was triggered by the rule as it was is over.
  const write = (rule: AlertRule): Alerts => {
    const { state, forget, note, changed } = open()
    state.saveRule(rule)
    forget((place) => place.ruleId === rule.id)
    note('alert.saved', rule, { isOn: String(rule.isOn) })
    // They are read minutes apart.
    checkAccount()
    return changed()
  }

  return {
    'alert.read': () => open().state.view(),
    'alert.save': (input) => {
      const before = input.id === null ? null : find(open().state, input.id)
      const { id, isOn, snoozedUntil } = before ?? { id: ruleId.parse(randomId()), isOn: true, snoozedUntil: null }
      // Whatever the page sent along.
      const appId = isOfAccount(input) ? null : input.appId
      return write({ ...input, id, appId, isOn, snoozedUntil })
    },
    'alert.setOn': ({ id, isOn }) => write({ ...find(open().state, id), isOn }),
    'alert.remove': ({ id }) => {
      const { state, forget, note, changed } = open()
      const rule = find(state, id)
      state.removeRule(id)
      forget((place) => place.ruleId === id)
      note('alert.removed', rule, { isOn: String(rule.isOn) })
      return changed()
    },
    'alert.snooze': ({ id, minutes }) => {
      const { state, note, changed } = open()
      const snoozedUntil = minutes === 0 ? null : clock.now() + minutes * 60_000
      const rule = { ...find(state, id), snoozedUntil }
      state.saveRule(rule)
      note('alert.snoozed', rule, { isOn: String(rule.isOn), snoozedUntilAt: snoozedUntil })
      return changed()
    },
    'alert.setSettings': (patch) => {
      const { state, forget, changed } = open()
      const settings = settingsWith(state.settings(), patch)
      state.setSettings(settings)
      // A percentage of a capacity that is no longer known can neither hold nor end.
      for (const { ruleId: id, appId, condition } of state.view().active) {
        const capacity = settings.capacities[appId ?? ''] ?? null
        if (thresholdOf(condition, capacity) === null) forget((place) => place.ruleId === id && place.appId === appId)
      }
      return changed()
    },
    'alert.history': (range) => repositories.alerts.history(open().profileId, range),
  }
}

/** Nothing is read from the database before `follow` or a call of the page. `notify` shows a notification. */
export function createAlerts(context: ProfileContext, notify: (notice: AlertNotice) => void) {
  const { current, clock, log } = context
  let opened: OpenAlerts | null = null
  let account: Account | null = null

  const alertsOf = (profile: Profile): OpenAlerts => {
    if (opened?.profileId === profile.id) return opened
    opened = openAlerts(context, profile, (event, now) => notify(noticeOf(now, event)))
    time.add('advance', 'delay')
    return opened
  }

  /** Runs `work` on the open profile, if there is one; what fails is logged, because nobody waits for it. */
  const onOpen = (work: (alerts: OpenAlerts, apps: readonly AppId[]) => void): void => {
    const open = current()
    if (open === null) return
    const apps = open.profile.applications.map(({ appId }) => appId)
    logged(log, 'alerts', () => work(alertsOf(open.profile), apps))
  }

  const checkAccount = (): void =>
    onOpen(({ evaluator }) => {
      if (account !== null) evaluator.sawAccount(account)
    })

  const time = createPoller<'advance'>(context, {
    name: 'the time of alerts',
    poll: () => onOpen(({ evaluator }, apps) => evaluator.advance(apps, clock.now())),
    delayMs: () => advanceMs,
  })

  return {
    handlers: createAlertHandlers(context, () => alertsOf(requireOpen(current).profile), checkAccount),
    /** What is triggered now, newest first; none while no profile is open. */
    active: (): Alerts['active'] => opened?.state.view().active ?? [],
    /** After every read of a count; `sample` is null when it failed. Never throws. */
    observe: ({ appId, sample }: { readonly appId: AppId; readonly sample: ConcurrencySample | null }): void => {
      if (sample === null) return
      onOpen(({ evaluator }, apps) => {
        if (apps.includes(appId)) evaluator.sawCalls(appId, { at: sample.at, value: sample.total })
      })
    },
    /** After every change of the account. Never throws. */
    observeAccount: (read: Account): void => {
      account = read
      checkAccount()
    },
    /** The profile was opened, closed or saved: events of applications that are no longer its own end. */
    follow: (): void => {
      if (current()?.profile.id !== opened?.profileId) {
        opened = null
        account = null
        time.remove('advance')
      }
      onOpen(({ state, forget }, apps) => {
        const rules = new Set(state.rules().map(({ id }) => id))
        forget(({ ruleId, appId }) => !rules.has(ruleId) || (appId !== null && !apps.includes(appId)))
      })
    },
    /** Sleep or no network: no time without data is counted, and counting begins anew afterwards. */
    pause: time.suspend,
    wake: (): void => {
      opened?.evaluator.resumed()
      time.resume()
    },
    dispose: (): void => {
      void time.dispose()
      opened = null
    },
  }
}
