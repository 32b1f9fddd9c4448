/**
 * The alerts of one open profile: their rules, state and delivery. Each rule is watched at each of its applications, or
 * at the account. A triggered rule is notified once, and its event stays open in the table until the alert is cleared,
 * so that a restart does not notify it again. The kinds are defined in shared/model/alert-kinds.ts.
 */
import { isDeepStrictEqual } from 'node:util'
import { orNotFound } from '../../shared/failure.ts'
import type { AppId, ProfileId } from '../../shared/ids.ts'
import { alertKinds, isSameRule, unsetRule, watchesCallsOf } from '../../shared/model/alert-kinds.ts'
import type { AlertCondition, CallsReading, RuleIdentity } from '../../shared/model/alert-kinds.ts'
import { limits } from '../../shared/model/limits.ts'
import type { Account } from '../../shared/schemas/account.ts'
import type { ActivityAction, ActivityFacts } from '../../shared/schemas/activity.ts'
import type {
  AlertEvent,
  AlertRule,
  AlertRuleChange,
  Alerts,
  AlertSettings,
  AlertSettingsPatch,
  CapacityChanges,
} from '../../shared/schemas/alert.ts'
import type { Profile } from '../../shared/schemas/profile.ts'
import type { ConcurrencySample } from '../../shared/schemas/session.ts'
import type { ActiveProfile } from '../context/active-profile.ts'
import { isListed, labelOf, requireOpen } from '../context/open-profile.ts'
import type { ProfileContext } from '../context/profile-context.ts'
import type { HandlersUnder } from '../ipc/handlers.ts'
import { logged } from '../lib/log.ts'
import { every } from '../lib/every.ts'
import { isWithinHours, isWithinWeekendHours } from '../lib/time-of-day.ts'
import type { NewAlertEvent } from '../store/rules-repository.ts'
import { afterReading, newWatched, targetKey, targetOf } from './watched.ts'
import type { AlertTarget, Reading, Watched } from './watched.ts'

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

function conditionOf({ kind, value, minutes }: AlertRule): AlertCondition {
  return { kind, value, minutes }
}

const minuteMs = 60_000
const advanceMs = 15_000

/** Whether an alert is notified at `now`, or why not. */
function deliveryOf(
  { quietHours, weekendHours }: AlertSettings,
  { severity, snoozedUntil }: AlertRule,
  now: number,
): AlertEvent['told'] {
  if (snoozedUntil !== null && snoozedUntil > now) return 'snoozed'
  if (severity === 'critical') return 'notified'
  const isQuiet =
    (quietHours !== null && isWithinHours(quietHours, now)) ||
    (weekendHours !== null && isWithinWeekendHours(weekendHours, now))
  return isQuiet ? 'quiet-hours' : 'notified'
}

type QuietHours = AlertSettings['quietHours']

function hoursWith(before: QuietHours, patch: AlertSettingsPatch['quietHours']): QuietHours {
  if (patch === undefined || patch === null) return patch === null ? null : before
  const { from = before?.from, until = before?.until } = patch
  // The patch has only one of the two times, and a different window has switched the hours off: they stay off.
  return from === undefined || until === undefined ? null : { from, until }
}

function settingsWith(before: AlertSettings, patch: AlertSettingsPatch): AlertSettings {
  const capacities = Object.entries({ ...before.capacities, ...patch.capacities }).filter(
    (entry): entry is [string, number] => entry[1] !== null,
  )
  return {
    quietHours: hoursWith(before.quietHours, patch.quietHours),
    weekendHours: hoursWith(before.weekendHours, patch.weekendHours),
    capacities: Object.fromEntries(capacities),
  }
}

/** Writes capacities of a profile that is not open, which has no alerts in memory. Failures: storage. */
export function storeCapacities(
  alerts: Pick<ProfileContext['repositories']['alerts'], 'settings' | 'setSettings'>,
  id: ProfileId,
  capacities: CapacityChanges,
): void {
  alerts.setSettings(id, settingsWith(alerts.settings(id), { capacities }))
}

/** The rules, settings and open events of one profile: read once, then updated with every write. */
class OpenAlerts {
  readonly profileId: ProfileId
  readonly #context: ProfileContext
  readonly #opened: Profile
  readonly #notify: (notice: AlertNotice) => void
  readonly #watched = new Map<string, Watched>()
  #rules: readonly AlertRule[]
  #settings: AlertSettings
  #active: readonly AlertEvent[]
  #unwritten = 0

  constructor(context: ProfileContext, opened: Profile, notify: (notice: AlertNotice) => void) {
    const { alerts } = context.repositories
    this.profileId = opened.id
    this.#context = context
    this.#opened = opened
    this.#notify = notify
    this.#rules = alerts.rules(opened.id)
    this.#settings = alerts.settings(opened.id)
    this.#active = alerts.open(opened.id)
  }

  get active(): readonly AlertEvent[] {
    return this.#active
  }

  /** The rules of the account and of the applications that the profile has now. */
  get rules(): readonly AlertRule[] {
    const profile = this.#profile()
    const isKnown = ({ appId }: AlertRule): boolean => appId === null || isListed(profile, appId)
    // A clock that was ahead when a rule was snoozed would keep the rule silent for too long.
    const latest = this.#context.clock.now() + limits.snoozeMinutes.max * minuteMs
    return this.#rules
      .filter(isKnown)
      .map((rule) => ((rule.snoozedUntil ?? 0) > latest ? { ...rule, snoozedUntil: null } : rule))
  }

  view(): Alerts {
    return { rules: [...this.rules], settings: this.#settings, active: [...this.#active] }
  }

  /** Pushes the view to the windows on this profile. */
  changed(): Alerts {
    const view = this.view()
    this.#context.emit('alerts.changed', view)
    return view
  }

  /** Changes a rule; the first change of a rule stores it. Failures: storage. */
  change({ kind, appId, ...change }: AlertRuleChange): void {
    const identity = { kind, appId }
    const capacity = this.#settings.capacities[appId ?? ''] ?? null
    const before = this.#find(identity) ?? unsetRule(identity, capacity)
    const after: AlertRule = { ...before, ...change }
    if (isDeepStrictEqual(before, after)) return
    this.#save(after)
    this.#restart(before, after)
    this.note('alert.saved', after, { isOn: after.isOn })
  }

  /** Failures: not-found (`rule`), storage. */
  snooze(identity: RuleIdentity, snoozedUntil: number | null): void {
    const rule = { ...orNotFound(this.#find(identity), 'rule'), snoozedUntil }
    this.#save(rule)
    const { isOn } = rule
    if (snoozedUntil === null) this.note('alert.snoozeEnded', rule, { isOn })
    else this.note('alert.snoozed', rule, { isOn, snoozedUntilAt: snoozedUntil })
  }

  /** Failures: storage. */
  patchSettings(patch: AlertSettingsPatch): void {
    const settings = settingsWith(this.#settings, patch)
    this.#context.repositories.alerts.setSettings(this.profileId, settings)
    this.#settings = settings
  }

  /** Takes over the stored rules and settings, which an import has replaced. Failures: storage. */
  reread(): void {
    const { alerts } = this.#context.repositories
    const before = this.#rules
    this.#rules = alerts.rules(this.profileId)
    this.#settings = alerts.settings(this.profileId)
    for (const rule of this.#rules) {
      const earlier = before.find((stored) => isSameRule(stored, rule))
      if (earlier !== undefined) this.#restart(earlier, rule)
    }
  }

  sawCalls(appId: AppId, { at, total }: Pick<ConcurrencySample, 'at' | 'total'>): void {
    for (const rule of this.#rulesAt(appId)) {
      this.#keep({ ...this.#watchedAt(rule, appId, at), withoutMs: 0, countedAt: at })
      this.#readCalls(rule, appId, at, { total, withoutMs: 0 })
    }
  }

  /** Adds the time without data at these applications; called about every `advanceMs`. */
  advance(appIds: readonly AppId[]): void {
    const now = this.#context.clock.now()
    for (const appId of appIds) {
      for (const rule of this.#rulesAt(appId)) {
        const before = this.#watchedAt(rule, appId, now)
        // A late advance was delayed by sleep that nobody reported.
        const passedMs = Math.min(Math.max(0, now - (before.countedAt ?? now)), 2 * advanceMs)
        const withoutMs = before.withoutMs + passedMs
        this.#keep({ ...before, withoutMs, countedAt: now })
        // Immediately after a count no data is missing: a reading of 0 ms would be taken for a new count.
        if (withoutMs > 0) this.#readCalls(rule, appId, now, { total: null, withoutMs })
      }
    }
  }

  sawAccount(account: Account): void {
    const at = account.latest?.at
    if (at === undefined) return
    for (const rule of this.rules.filter(({ isOn }) => isOn)) {
      const kind = alertKinds[rule.kind]
      const value = kind.of === 'account' ? kind.read(account) : null
      if (value !== null) this.#step(rule, null, { at, value })
    }
  }

  /** Restarts the time without data. */
  resumed(): void {
    for (const [key, watched] of this.#watched) this.#watched.set(key, { ...watched, withoutMs: 0, countedAt: null })
  }

  /** Forgets what is known about the targets that fit, and clears the alerts that are triggered for them. */
  forget(fits: (target: AlertTarget) => boolean): void {
    for (const [key, { target }] of this.#watched) if (fits(target)) this.#watched.delete(key)
    this.#clear(fits)
  }

  note(
    action: Extract<ActivityAction, `alert.${string}`>,
    about: AlertRule | AlertEvent,
    facts: ActivityFacts = {},
  ): void {
    const profile = this.#profile()
    const { appId, severity } = about
    const condition = 'condition' in about ? about.condition : conditionOf(about)
    this.#context.journal.noteAfter({
      profile,
      action,
      target: appId ?? profile.name,
      outcome: action === 'alert.raised' || action === 'alert.ended' ? 'seen' : 'done',
      facts: { condition, severity, ...facts },
    })
  }

  #profile(): Profile {
    return this.#context.current()?.profile ?? this.#opened
  }

  #find(identity: RuleIdentity): AlertRule | undefined {
    return this.rules.find((rule) => isSameRule(rule, identity))
  }

  #save(rule: AlertRule): void {
    this.#context.repositories.alerts.saveRule(this.profileId, rule)
    this.#rules = [...this.#rules.filter((stored) => !isSameRule(stored, rule)), rule]
  }

  /** Clears the alerts of a rule whose condition changed; keeps what is known where it is still true. */
  #restart(before: AlertRule, after: AlertRule): void {
    if (before.isOn === after.isOn && isDeepStrictEqual(conditionOf(before), conditionOf(after))) return
    const isOfRule = ({ rule }: AlertTarget): boolean => isSameRule(rule, after)
    // When only the time changes, calls that continued for four minutes count as four of ten minutes, too.
    const isOtherTime = alertKinds[after.kind].of === 'calls' && before.value === after.value
    if (before.isOn && after.isOn && isOtherTime) this.#untrigger(isOfRule)
    else this.forget(isOfRule)
  }

  #untrigger(fits: (target: AlertTarget) => boolean): void {
    for (const [key, watched] of this.#watched) {
      if (fits(watched.target)) this.#watched.set(key, { ...watched, isTriggered: false })
    }
    this.#clear(fits)
  }

  #rulesAt(appId: AppId): readonly AlertRule[] {
    return this.rules.filter((rule) => watchesCallsOf(rule, appId))
  }

  /** What is known about a rule at its target before `at`. */
  #watchedAt(rule: AlertRule, appId: AppId | null, at: number): Watched {
    const target: AlertTarget = { rule: { kind: rule.kind, appId: rule.appId }, appId }
    const key = targetKey(target)
    const watched = this.#watched.get(key)
    if (watched !== undefined) return watched
    const open = this.#active.find((event) => targetKey(targetOf(event)) === key) ?? null
    return newWatched(target, { open, stored: appId === null ? null : this.#storedBefore(rule, appId, at) })
  }

  /** The last count before `at`, from an earlier run or from a time before the rule was switched on. */
  #storedBefore(rule: AlertRule, appId: AppId, at: number): Reading | null {
    const application = { profileId: this.profileId, appId }
    const sample = this.#context.repositories.samples.newestConcurrency(application, at - 1)
    const kind = alertKinds[rule.kind]
    if (sample === null || kind.of !== 'calls') return null
    const value = kind.read({ total: sample.total, withoutMs: 0 }, rule)
    return value === null ? null : { at: sample.at, value }
  }

  #keep(watched: Watched): void {
    this.#watched.set(targetKey(watched.target), watched)
  }

  #readCalls(rule: AlertRule, appId: AppId, at: number, reading: CallsReading): void {
    const kind = alertKinds[rule.kind]
    const value = kind.of === 'calls' ? kind.read(reading, rule) : null
    if (value !== null) this.#step(rule, appId, { at, value })
  }

  #step(rule: AlertRule, appId: AppId | null, reading: Reading): void {
    const before = this.#watchedAt(rule, appId, reading.at)
    const next = afterReading(before, rule, reading)
    this.#keep(next)
    if (next.isTriggered === before.isTriggered) return
    if (next.isTriggered) this.#trigger(rule, appId, reading.value)
    else this.#clear((target) => isSameRule(target.rule, rule) && target.appId === appId)
  }

  #trigger(rule: AlertRule, appId: AppId | null, read: number): void {
    const now = this.#context.clock.now()
    const delivery = deliveryOf(this.#settings, rule, now)
    // Written before the notification: a crash in between loses the notification and never shows it twice.
    const event = this.#begin({
      condition: conditionOf(rule),
      severity: rule.severity,
      appId,
      ruleAppId: rule.appId,
      at: now,
      value: alertKinds[rule.kind].valueText === null ? null : read,
      told: delivery,
    })
    const { value } = event
    this.#active = [event, ...this.#active]
    if (delivery === 'notified') this.#notify(noticeOf(this.#profile(), event))
    this.note('alert.raised', event, { value, told: delivery })
    this.changed()
  }

  /** An event that cannot be written is still notified, and shown until the program ends. */
  #begin(event: NewAlertEvent): AlertEvent {
    try {
      return this.#context.repositories.alerts.begin(this.profileId, event)
    } catch (error) {
      this.#context.log.error('a triggered alert could not be written', error)
      this.#unwritten += 1
      return { ...event, id: -this.#unwritten, endedAt: null }
    }
  }

  #clear(fits: (target: AlertTarget) => boolean): void {
    const { clock, log, repositories } = this.#context
    const isCleared = (event: AlertEvent): boolean => fits(targetOf(event))
    const cleared = this.#active.filter(isCleared)
    if (cleared.length === 0) return
    for (const { id, at } of cleared.filter((event) => event.id > 0)) {
      const end = (): void => void repositories.alerts.end(this.profileId, id, Math.max(at, clock.now()))
      logged(log, 'the end of an alert could not be written', end)
    }
    this.#active = this.#active.filter((event) => !isCleared(event))
    for (const event of cleared) this.note('alert.ended', event)
    this.changed()
  }
}

/** `open` refuses with `no-profile`. Failures: those of `open`, not-found (`rule`), storage. */
function createAlertHandlers(
  { repositories, clock }: ProfileContext,
  open: () => OpenAlerts,
  /** Evaluates the last balances that were read. */
  checkAccount: () => void,
): HandlersUnder<'alert'> {
  return {
    'alert.read': () => open().view(),
    'alert.set': (change) => {
      const alerts = open()
      alerts.change(change)
      // Without this, the new rule would wait minutes for the next balances.
      checkAccount()
      return alerts.changed()
    },
    'alert.snooze': ({ minutes, ...identity }) => {
      const alerts = open()
      alerts.snooze(identity, minutes === 0 ? null : clock.now() + minutes * minuteMs)
      return alerts.changed()
    },
    'alert.setSettings': (patch) => {
      const alerts = open()
      alerts.patchSettings(patch)
      return alerts.changed()
    },
    'alert.history': ({ limit }) => repositories.alerts.history(open().profileId, limit),
  }
}

/** The alerts of the open profile. Nothing is read from the database before `begin` or a call of the page. */
export interface AlertsPart {
  readonly handlers: HandlersUnder<'alert'>
  /** Failures: no-profile, storage. */
  readonly setCapacities: (changes: CapacityChanges) => void
  /** An import has replaced the stored rules and settings. Never throws. */
  readonly imported: () => void
  /** The triggered alerts, newest first; none while no profile is open. */
  readonly active: () => readonly AlertEvent[]
  /** Whether an alert is on; false while no profile is open, and where its rules cannot be read. */
  readonly isAnyOn: () => boolean
  /** Called after every read of a count; `sample` is null when the read failed. Never throws. */
  readonly observe: (read: { readonly appId: AppId; readonly sample: ConcurrencySample | null }) => void
  /** Called after every change of the account. Never throws. */
  readonly observeAccount: (read: Account) => void
  /**
   * Counts the time without data from now on, until the signal is aborted. Events of applications that are no longer
   * the profile's are cleared.
   */
  readonly begin: (active: ActiveProfile) => void
}

/** `notify` shows a notification. */
export function createAlerts(context: ProfileContext, notify: (notice: AlertNotice) => void): AlertsPart {
  const { current, clock, log } = context
  let opened: OpenAlerts | null = null
  let account: Account | null = null

  const alertsOf = (profile: Profile): OpenAlerts => {
    if (opened?.profileId === profile.id) return opened
    opened = new OpenAlerts(context, profile, notify)
    return opened
  }

  /** Runs `work` on the open profile, if there is one; a failure is logged, because no caller waits for it. */
  const onOpen = (work: (alerts: OpenAlerts, apps: readonly AppId[]) => void): void => {
    const open = current()
    if (open === null) return
    const apps = open.profile.applications.map(({ appId }) => appId)
    logged(log, 'alerts', () => work(alertsOf(open.profile), apps))
  }

  const checkAccount = (): void =>
    onOpen((alerts) => {
      if (account !== null) alerts.sawAccount(account)
    })

  const open = (): OpenAlerts => alertsOf(requireOpen(current).profile)

  return {
    handlers: createAlertHandlers(context, open, checkAccount),
    setCapacities: (capacities) => {
      const alerts = open()
      alerts.patchSettings({ capacities })
      alerts.changed()
    },
    imported: () =>
      onOpen((alerts) => {
        alerts.reread()
        checkAccount()
        alerts.changed()
      }),
    active: () => opened?.active ?? [],
    isAnyOn: () => {
      let isAnyOn = false
      onOpen(({ rules }) => {
        isAnyOn = rules.some(({ isOn }) => isOn)
      })
      return isAnyOn
    },
    observe: ({ appId, sample }) => {
      if (sample === null) return
      onOpen((alerts, apps) => {
        if (apps.includes(appId)) alerts.sawCalls(appId, sample)
      })
    },
    observeAccount: (read) => {
      account = read
      checkAccount()
    },
    begin: ({ signal }) => {
      onOpen((alerts, apps) => {
        const { rules } = alerts
        alerts.forget(
          ({ rule, appId }) =>
            !rules.some((stored) => isSameRule(stored, rule)) || (appId !== null && !apps.includes(appId)),
        )
      })
      signal.addEventListener('abort', () => {
        // During sleep or without a network no data is expected. A changed profile continues its time without data.
        if (signal.reason !== 'changed') onOpen((alerts) => alerts.resumed())
      })
      void every(signal, {
        clock,
        log,
        name: 'the time of alerts',
        firstMs: advanceMs,
        delayMs: () => advanceMs,
        run: () => onOpen((alerts, apps) => alerts.advance(apps)),
      })
    },
  }
}
