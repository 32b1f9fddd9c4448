/** Watches the rules of one profile, each at each of its applications or at the account. Knows no time of its own. */
import type { AppId } from '../../shared/ids.ts'
import { timeToEmpty } from '../../shared/model/burn.ts'
import type { Account, Burn } from '../../shared/schemas/account.ts'
import type { AlertCondition, AlertRule } from '../../shared/schemas/alert.ts'
import type { AlertState, EventPlace } from './alert-state.ts'
import { thresholdOf } from './threshold.ts'
import { afterSuspension, newStaleness, afterGoodReading, advanceStaleness } from './staleness.ts'
import type { Staleness } from './staleness.ts'
import { newThresholdState, stepThreshold } from './threshold-state.ts'
import type { Reading, ThresholdState } from './threshold-state.ts'

/** A crossing; `value` is the number that did it, null for one without. */
export interface Crossing {
  readonly rule: AlertRule
  readonly appId: AppId | null
  readonly value: number | null
}

export interface RuleEvaluator {
  readonly sawCalls: (appId: AppId, reading: Reading) => void
  readonly sawAccount: (account: Account) => void
  /** Time passes without data, `advanceMs` or so after the last time, at these applications. */
  readonly advance: (appIds: readonly AppId[], now: number) => void
  /** After a suspension the time without data begins anew. */
  readonly resumed: () => void
  /** What is watched at the places that fit begins anew. */
  readonly forget: (fits: (place: EventPlace) => boolean) => void
}

/** A rule at one of its applications; null is the account. */
interface Place {
  readonly rule: AlertRule
  readonly appId: AppId | null
}

/** A watch with its place. */
interface Watched<Kind> {
  readonly place: EventPlace
  readonly watch: Kind
}

function placeOf({ rule, appId }: Place): EventPlace {
  return { ruleId: rule.id, appId }
}

function keyOf({ rule, appId }: Place): string {
  return `${rule.id} ${appId ?? ''}`
}

function isOfAccount({ condition: { kind } }: AlertRule): boolean {
  return kind === 'creations-below' || kind === 'time-to-empty'
}

/** Minutes until a balance is empty at its pace of the last hour, else of the day; Infinity while it does not go down. */
function minutesToEmpty(left: number, { hour, day }: Burn): number {
  const lasts = timeToEmpty(left, hour ?? day)
  return lasts === null ? Infinity : lasts.ms / 60_000
}

/** The number that a condition of the account looks at; null when the service did not send it, or for any other condition. */
function accountValue(condition: AlertCondition, account: Account): number | null {
  const { latest, creationsBurn, durationBurn } = account
  if (latest === null) return null
  const { avatarCreationsLeft, durationLeft } = latest
  if (condition.kind === 'creations-below') return avatarCreationsLeft
  if (condition.kind !== 'time-to-empty') return null
  const [left, burn] =
    condition.balance === 'creations' ? [avatarCreationsLeft, creationsBurn] : [durationLeft, durationBurn]
  return left === null ? null : minutesToEmpty(left, burn)
}

/** What is open in the alert state counts as triggered. */
export function createRuleEvaluator(
  state: AlertState,
  on: { readonly triggered: (crossing: Crossing) => void; readonly ended: (place: EventPlace) => void },
): RuleEvaluator {
  const { triggered, ended } = on
  const watches = new Map<string, Watched<ThresholdState>>()
  const stale = new Map<string, Watched<Staleness>>()

  const step = (at: Place, reading: Reading): void => {
    const { rule, appId } = at
    const capacity = appId === null ? null : (state.settings().capacities[appId] ?? null)
    const threshold = thresholdOf(rule.condition, capacity)
    if (threshold === null) return
    const place = placeOf(at)
    const key = keyOf(at)
    const { watch, change } = stepThreshold(
      watches.get(key)?.watch ?? newThresholdState(state.active(place)),
      reading,
      threshold,
    )
    watches.set(key, { place, watch })
    if (change === 'triggered') triggered({ rule, appId, value: reading.value })
    if (change === 'ended') ended(place)
  }

  const stepStale = (at: Place, next: (before: Staleness) => Staleness): void => {
    const place = placeOf(at)
    const before = stale.get(keyOf(at))?.watch ?? newStaleness(state.active(place) !== null)
    const watch = next(before)
    stale.set(keyOf(at), { place, watch })
    if (watch.isTriggered && !before.isTriggered) triggered({ ...at, value: null })
    if (!watch.isTriggered && before.isTriggered) ended(place)
  }

  const rulesAt = (appId: AppId): readonly AlertRule[] =>
    state.rules().filter((rule) => rule.isOn && !isOfAccount(rule) && (rule.appId ?? appId) === appId)

  return {
    sawCalls: (appId, reading) => {
      for (const rule of rulesAt(appId)) {
        if (rule.condition.kind === 'stale')
          stepStale({ rule, appId }, (before) => afterGoodReading(before, reading.at))
        else step({ rule, appId }, reading)
      }
    },
    sawAccount: (account) => {
      const at = account.latest?.at
      if (at === undefined) return
      for (const rule of state.rules()) {
        const value = rule.isOn ? accountValue(rule.condition, account) : null
        if (value !== null) step({ rule, appId: null }, { at, value })
      }
    },
    advance: (appIds, now) => {
      for (const appId of appIds) {
        for (const rule of rulesAt(appId)) {
          if (rule.condition.kind !== 'stale') continue
          const limitMs = rule.condition.minutes * 60_000
          stepStale({ rule, appId }, (before) => advanceStaleness(before, now, limitMs))
        }
      }
    },
    resumed: () => {
      for (const [key, { place, watch }] of stale) stale.set(key, { place, watch: afterSuspension(watch) })
    },
    forget: (fits) => {
      for (const known of [watches, stale]) {
        for (const [key, { place }] of known) if (fits(place)) known.delete(key)
      }
    },
  }
}
