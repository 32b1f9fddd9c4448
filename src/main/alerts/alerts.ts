/**
 * The alerts of one open profile: evaluation, state and delivery. Each rule is watched at each of its applications, or at
 * the account. A rule is notified once when it is triggered and its event stays open in the table until it is cleared, so
 * that a restart does not notify it again. What the kinds mean is in shared/model/alert-kinds.ts.
 */
import { notFound, orNotFound } from '../../shared/failure.ts'
import type { AppId, ProfileId, RuleId } from '../../shared/ids.ts'
import { isOfAccount, kindOf, needsCapacity } from '../../shared/model/alert-kinds.ts'
import type { AlertStep, CallsReading } from '../../shared/model/alert-kinds.ts'
import { limits } from '../../shared/model/limits.ts'
import type { Account } from '../../shared/schemas/account.ts'
import type { ActivityAction, ActivityFacts } from '../../shared/schemas/activity.ts'
import type { AlertEvent, AlertRule, Alerts, AlertSettings, AlertSettingsPatch } from '../../shared/schemas/alert.ts'
import { ruleId } from '../../shared/schemas/ids.ts'
import type { Profile } from '../../shared/schemas/profile.ts'
import type { ConcurrencySample } from '../../shared/schemas/session.ts'
import type { ActiveProfile } from '../context/active-profile.ts'
import { labelOf, requireOpen } from '../context/open-profile.ts'
import type { ProfileContext } from '../context/profile-context.ts'
import type { HandlersUnder } from '../ipc/handlers.ts'
import { logged } from '../lib/log.ts'
import { every } from '../lib/every.ts'
import { isWithinHours, isWithinWeekendHours } from '../lib/time-of-day.ts'
import type { NewAlertEvent } from '../store/rules-repository.ts'

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

/** Where a rule is watched: at an application, or at the account (null). */
type Place = Pick<AlertEvent, 'ruleId' | 'appId'>

/** `at` is in epoch milliseconds. */
type Reading = Readonly<Record<'at' | 'value', number>>

/** What is known of a rule at a place. Lengths of time are milliseconds. */
interface Watched {
  readonly place: Place
  readonly isTriggered: boolean
  readonly last: Reading | null
  /** For how long it is met, clearly over, and not met, without a break up to `last`; null: not so at `last`. */
  readonly metMs: number | null
  readonly overMs: number | null
  readonly unmetMs: number | null
  /**
   * Time without a count up to `countedAt`. It is added up by `advance` and not taken from the clock, because sleep, and
   * hours that a set clock skipped, are no time without data.
   */
  readonly withoutMs: number
  /** The last advance or count; null before the first, and when it begins anew. */
  readonly countedAt: number | null
}

const minuteMs = 60_000
// Numbers further apart have an unseen stretch between them, which counts for nothing. The slowest pace of reading calls is
// one a minute, and the account is read each five minutes: one read may fail.
const bridgeMs = { calls: 150_000, account: 15 * minuteMs } as const
// A number that stays just on the other side of the limit has left it too, in the end.
const nearForMs = 10 * minuteMs
// Answers of two reads at the same time may come in either order.
const overtakenMs = 10_000
const advanceMs = 15_000

/** A rule at a place, before anything is read; `open` is the event that it triggered before. */
function newWatched(place: Place, open: AlertEvent | null): Watched {
  // The number itself is remembered, its time is not: nothing is known of the stretch since then.
  const value = open?.value ?? null
  const last = value === null ? null : { at: -Infinity, value }
  const lengths = { metMs: null, overMs: null, unmetMs: null }
  return { place, isTriggered: open !== null, last, ...lengths, withoutMs: 0, countedAt: null }
}

function isReached(ms: number | null, limitMs: number): boolean {
  return ms !== null && ms >= limitMs
}

function stepFrom(last: Reading | null, { at, value }: Reading, capacity: number | null): AlertStep {
  if (last === null) return { value, previous: null, apartMs: Infinity, capacity }
  return { value, previous: last.value, apartMs: at - last.at, capacity }
}

/** What is known after a reading. Time counts only between readings that lie close together. */
function afterReading(
  watched: Watched,
  condition: AlertRule['condition'],
  reading: Reading,
  capacity: number | null,
): Watched {
  const { last, isTriggered } = watched
  // The last reading again, or one that was overtaken by it: it says nothing new.
  if (last !== null && reading.at <= last.at && last.at - reading.at <= overtakenMs) return watched
  const kind = kindOf(condition)
  const step = stepFrom(last, reading, capacity)
  const { apartMs } = step
  const isSeen = apartMs > 0 && apartMs <= bridgeMs[kind.of]
  const extended = (ms: number | null, isContinued: boolean): number => (ms !== null && isContinued ? ms + apartMs : 0)
  const isMet = kind.met(condition, step)
  const next = {
    ...watched,
    last: reading,
    metMs: isMet ? extended(watched.metMs, isSeen && kind.continues(step)) : null,
    overMs: kind.over(condition, step) ? extended(watched.overMs, isSeen) : null,
    unmetMs: isMet ? null : extended(watched.unmetMs, isSeen),
  }
  if (isTriggered) {
    return { ...next, isTriggered: !isReached(next.overMs, kind.clearMs) && !isReached(next.unmetMs, nearForMs) }
  }
  return { ...next, isTriggered: kind.mayTrigger(step) && isReached(next.metMs, kind.holdMs(condition)) }
}

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
  // One time of hours that a different window has switched off: they stay off.
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

/** The rules, settings and open events of one profile: read once, then kept in step with what is written. */
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

  get rules(): readonly AlertRule[] {
    // A clock that was ahead when a rule was snoozed would keep the rule silent until then.
    const latest = this.#context.clock.now() + limits.snoozeMinutes.max * minuteMs
    return this.#rules.map((rule) => ((rule.snoozedUntil ?? 0) > latest ? { ...rule, snoozedUntil: null } : rule))
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

  find(id: RuleId): AlertRule {
    const found = this.rules.find((rule) => rule.id === id)
    return orNotFound(found, 'rule')
  }

  /** Throws a `storage` failure, as do the next two. */
  saveRule(rule: AlertRule): void {
    this.#context.repositories.alerts.saveRule(this.profileId, rule, this.#context.clock.now())
    const isNew = !this.#rules.some(({ id }) => id === rule.id)
    this.#rules = isNew ? [...this.#rules, rule] : this.#rules.map((known) => (known.id === rule.id ? rule : known))
  }

  removeRule(id: RuleId): void {
    const { repositories, clock } = this.#context
    repositories.removedRows.remove('rule', this.profileId, [id], clock.now())
    this.#rules = this.#rules.filter((rule) => rule.id !== id)
  }

  /** Throws not-found for a rule that cannot be restored. */
  restoreRule(id: RuleId): AlertRule {
    const { repositories } = this.#context
    if (repositories.removedRows.restore('rule', this.profileId, [id]).length === 0) throw notFound('rule')
    this.#rules = repositories.alerts.rules(this.profileId)
    return this.find(id)
  }

  patchSettings(patch: AlertSettingsPatch): void {
    const settings = settingsWith(this.#settings, patch)
    this.#context.repositories.alerts.setSettings(this.profileId, settings)
    this.#settings = settings
    // A percentage of a capacity that is no longer known can be neither triggered nor cleared.
    const open = this.#active.filter(
      ({ condition, appId }) => needsCapacity(condition) && this.#capacity(appId) === null,
    )
    for (const { ruleId: id, appId } of open) this.forget((place) => place.ruleId === id && place.appId === appId)
  }

  sawCalls(appId: AppId, { at, total }: Pick<ConcurrencySample, 'at' | 'total'>): void {
    for (const rule of this.#rulesAt(appId)) {
      this.#keep({ ...this.#watchedAt(rule, appId), withoutMs: 0, countedAt: at })
      this.#readCalls(rule, appId, at, { total, withoutMs: 0 })
    }
  }

  /** Time passes without data, `advanceMs` or so after the last time, at these applications. */
  advance(appIds: readonly AppId[]): void {
    const now = this.#context.clock.now()
    for (const appId of appIds) {
      for (const rule of this.#rulesAt(appId)) {
        const before = this.#watchedAt(rule, appId)
        // An advance that comes late was held up by sleep that nobody reported.
        const passedMs = Math.min(Math.max(0, now - (before.countedAt ?? now)), 2 * advanceMs)
        const withoutMs = before.withoutMs + passedMs
        this.#keep({ ...before, withoutMs, countedAt: now })
        // Just after a count nothing is missing: that would be taken for another count.
        if (withoutMs > 0) this.#readCalls(rule, appId, now, { total: null, withoutMs })
      }
    }
  }

  sawAccount(account: Account): void {
    const at = account.latest?.at
    if (at === undefined) return
    for (const rule of this.rules.filter(({ isOn }) => isOn)) {
      const kind = kindOf(rule.condition)
      const value = kind.of === 'account' ? kind.read(account, rule.condition) : null
      if (value !== null) this.#step(rule, null, { at, value })
    }
  }

  /** The time without data begins anew. */
  resumed(): void {
    for (const [key, watched] of this.#watched) this.#watched.set(key, { ...watched, withoutMs: 0, countedAt: null })
  }

  /** What is watched at the places that fit begins anew, and what is triggered there is cleared. */
  forget(fits: (place: Place) => boolean): void {
    for (const [key, { place }] of this.#watched) if (fits(place)) this.#watched.delete(key)
    this.#clear(fits)
  }

  note(
    action: Extract<ActivityAction, `alert.${string}`>,
    { condition, severity, appId }: Pick<AlertRule, 'condition' | 'severity' | 'appId'>,
    facts: ActivityFacts = {},
  ): void {
    const profile = this.#profile()
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

  #capacity(appId: AppId | null): number | null {
    return this.#settings.capacities[appId ?? ''] ?? null
  }

  #rulesAt(appId: AppId): readonly AlertRule[] {
    return this.rules.filter(
      (rule) => rule.isOn && !isOfAccount(rule.condition.kind) && (rule.appId ?? appId) === appId,
    )
  }

  #watchedAt({ id }: AlertRule, appId: AppId | null): Watched {
    const open = this.#active.find((event) => event.ruleId === id && event.appId === appId) ?? null
    return this.#watched.get(`${id} ${appId ?? ''}`) ?? newWatched({ ruleId: id, appId }, open)
  }

  #keep(watched: Watched): void {
    this.#watched.set(`${watched.place.ruleId} ${watched.place.appId ?? ''}`, watched)
  }

  #readCalls(rule: AlertRule, appId: AppId, at: number, reading: CallsReading): void {
    const kind = kindOf(rule.condition)
    const value = kind.of === 'calls' ? kind.read(reading, rule.condition) : null
    if (value !== null) this.#step(rule, appId, { at, value })
  }

  #step(rule: AlertRule, appId: AppId | null, reading: Reading): void {
    const capacity = this.#capacity(appId)
    if (needsCapacity(rule.condition) && capacity === null) return
    const before = this.#watchedAt(rule, appId)
    const next = afterReading(before, rule.condition, reading, capacity)
    this.#keep(next)
    if (next.isTriggered === before.isTriggered) return
    if (next.isTriggered) this.#trigger(rule, appId, reading.value)
    else this.#clear((place) => place.ruleId === rule.id && place.appId === appId)
  }

  #trigger(rule: AlertRule, appId: AppId | null, read: number): void {
    const { id, condition, severity } = rule
    const now = this.#context.clock.now()
    const told = deliveryOf(this.#settings, rule, now)
    const value = kindOf(condition).valueText === null ? null : read
    // Written before the notification: a crash in between leaves the notification out, and never shows two.
    const event = this.#begin({ ruleId: id, condition, severity, appId, at: now, value, told })
    this.#active = [event, ...this.#active]
    if (told === 'notified') this.#notify(noticeOf(this.#profile(), event))
    this.note('alert.raised', event, { value, told })
    this.changed()
  }

  /** An event that cannot be written is notified and shown all the same, until the program ends. */
  #begin(event: NewAlertEvent): AlertEvent {
    try {
      return this.#context.repositories.alerts.begin(this.profileId, event)
    } catch (error) {
      this.#context.log.error('a triggered alert could not be written', error)
      this.#unwritten += 1
      return { ...event, id: -this.#unwritten, endedAt: null }
    }
  }

  #clear(fits: (place: Place) => boolean): void {
    const { clock, log, repositories } = this.#context
    const cleared = this.#active.filter(fits)
    if (cleared.length === 0) return
    for (const { id, at } of cleared.filter((event) => event.id > 0)) {
      const end = (): void => void repositories.alerts.end(this.profileId, id, Math.max(at, clock.now()))
      logged(log, 'the end of an alert could not be written', end)
    }
    this.#active = this.#active.filter((event) => !fits(event))
    for (const event of cleared) this.note('alert.ended', event)
    this.changed()
  }
}

/** `open` refuses with `no-profile`. Failures: those of `open`, not-found (`rule`), storage. */
function createAlertHandlers(
  { repositories, clock, randomId }: ProfileContext,
  open: () => OpenAlerts,
  /** Evaluates the balances that were read last. */
  checkAccount: () => void,
): HandlersUnder<'alert'> {
  const write = (rule: AlertRule): Alerts => {
    const alerts = open()
    alerts.saveRule(rule)
    // What the rule triggered before it was changed is over.
    alerts.forget((place) => place.ruleId === rule.id)
    alerts.note('alert.saved', rule, { isOn: rule.isOn })
    // They are read minutes apart.
    checkAccount()
    return alerts.changed()
  }

  return {
    'alert.read': () => open().view(),
    'alert.save': (input) => {
      const before = input.id === null ? null : open().find(input.id)
      const { id, isOn, snoozedUntil } = before ?? { id: ruleId.parse(randomId()), isOn: true, snoozedUntil: null }
      // The account has no application, whatever the page sends.
      const appId = isOfAccount(input.condition.kind) ? null : input.appId
      return write({ ...input, id, appId, isOn, snoozedUntil })
    },
    'alert.setOn': ({ id, isOn }) => write({ ...open().find(id), isOn }),
    'alert.remove': ({ id }) => {
      const alerts = open()
      const rule = alerts.find(id)
      alerts.removeRule(id)
      alerts.forget((place) => place.ruleId === id)
      alerts.note('alert.removed', rule, { isOn: rule.isOn })
      return alerts.changed()
    },
    'alert.restore': ({ id }) => write(open().restoreRule(id)),
    'alert.snooze': ({ id, minutes }) => {
      const alerts = open()
      const snoozedUntil = minutes === 0 ? null : clock.now() + minutes * minuteMs
      const rule = { ...alerts.find(id), snoozedUntil }
      alerts.saveRule(rule)
      alerts.note('alert.snoozed', rule, { isOn: rule.isOn, snoozedUntilAt: snoozedUntil })
      return alerts.changed()
    },
    'alert.setSettings': (patch) => {
      const alerts = open()
      alerts.patchSettings(patch)
      return alerts.changed()
    },
    'alert.history': (range) => repositories.alerts.history(open().profileId, range),
  }
}

/** The alerts of a workspace. Nothing is read from the database before `begin` or a call of the page. */
export interface AlertsPart {
  readonly handlers: HandlersUnder<'alert'>
  /** What is triggered now, newest first; none while no profile is open. */
  readonly active: () => readonly AlertEvent[]
  /** After every read of a count; `sample` is null when it failed. Never throws. */
  readonly observe: (read: { readonly appId: AppId; readonly sample: ConcurrencySample | null }) => void
  /** After every change of the account. Never throws. */
  readonly observeAccount: (read: Account) => void
  /**
   * Counts the time without data from now on, until the signal is aborted. Events of applications that are no longer the
   * profile's are cleared.
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

  /** Runs `work` on the open profile, if there is one; what fails is logged, because nobody waits for it. */
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

  return {
    handlers: createAlertHandlers(context, () => alertsOf(requireOpen(current).profile), checkAccount),
    active: () => opened?.active ?? [],
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
        const rules = new Set(alerts.rules.map(({ id }) => id))
        alerts.forget(({ ruleId: id, appId }) => !rules.has(id) || (appId !== null && !apps.includes(appId)))
      })
      signal.addEventListener('abort', () => {
        // Asleep or without a network, no data can be missed. A profile that was changed misses them all the same.
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
