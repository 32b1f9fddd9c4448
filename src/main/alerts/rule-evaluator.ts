/** Watches the rules of one profile, each at each of its applications or at the account. Knows no time of its own. */
import type { AppId } from '../../shared/ids.ts'
import { timeToEmptyMs } from '../../shared/model/balance-usage.ts'
import type { Account, BalancePace } from '../../shared/schemas/account.ts'
import type { AlertCondition, AlertRule } from '../../shared/schemas/alert.ts'
import type { AlertState, EventPlace } from './alert-state.ts'
import { newThresholdState, stepThreshold, thresholdOf } from './threshold.ts'
import type { Reading, ThresholdState } from './threshold.ts'

/** A rule at one of its applications; null is the account. */
interface Place {
  readonly rule: AlertRule
  readonly appId: AppId | null
}

/** A crossing; `value` is the number that did it, null for one without. */
export interface Crossing extends Place {
  readonly value: number | null
}

interface Watched {
  readonly place: EventPlace
  readonly state: ThresholdState
  /**
   * Milliseconds without a good reading up to `countedAt`: counted by advances and not by the clock, because what the
   * computer slept through, and hours that a set clock skipped, are no time without data.
   */
  readonly withoutMs: number
  /** Last advance or good reading; null before the first, and after a suspension. */
  readonly countedAt: number | null
}

export const advanceMs = 15_000

function keyOf({ rule, appId }: Place): string {
  return `${rule.id} ${appId ?? ''}`
}

/** The account has no applications: a rule about it is one rule. */
export function isOfAccount({ condition: { kind } }: Pick<AlertRule, 'condition'>): boolean {
  return kind === 'creations-below' || kind === 'time-to-empty'
}

/** Minutes until a balance is empty; Infinity while the balance doesn't go down or has no pace yet. */
function minutesToEmpty(left: number, pace: BalancePace | null): number {
  return (timeToEmptyMs(left, pace) ?? Infinity) / 60_000
}

/** The number that a condition of the account looks at; null when the service did not send it, or for any other condition. */
function accountValue(condition: AlertCondition, account: Account): number | null {
  const { latest, creationsUsage, durationUsage } = account
  if (latest === null) return null
  const { avatarCreationsLeft, durationLeft } = latest
  if (condition.kind === 'creations-below') return avatarCreationsLeft
  if (condition.kind !== 'time-to-empty') return null
  const [left, usage] =
    condition.balance === 'creations' ? [avatarCreationsLeft, creationsUsage] : [durationLeft, durationUsage]
  return left === null ? null : minutesToEmpty(left, usage.pace)
}

/** What is open in the alert state counts as triggered. */
export function createRuleEvaluator(
  state: AlertState,
  on: { readonly triggered: (crossing: Crossing) => void; readonly ended: (place: EventPlace) => void },
) {
  const watches = new Map<string, Watched>()

  const watchedAt = (at: Place): Watched => {
    const place = { ruleId: at.rule.id, appId: at.appId }
    const begun = { place, state: newThresholdState(state.active(place)), withoutMs: 0, countedAt: null }
    return watches.get(keyOf(at)) ?? begun
  }

  const step = (at: Place, reading: Reading): void => {
    const { rule, appId } = at
    const threshold = thresholdOf(rule.condition, appId === null ? null : (state.settings().capacities[appId] ?? null))
    if (threshold === null) return
    const before = watchedAt(at)
    const next = stepThreshold(before.state, reading, threshold)
    watches.set(keyOf(at), { ...before, state: next })
    if (next.isTriggered === before.state.isTriggered) return
    if (next.isTriggered) on.triggered({ rule, appId, value: rule.condition.kind === 'stale' ? null : reading.value })
    else on.ended(before.place)
  }

  const count = (at: Place, withoutMs: number, countedAt: number): void => {
    watches.set(keyOf(at), { ...watchedAt(at), withoutMs, countedAt })
  }

  const rulesAt = (appId: AppId): readonly AlertRule[] =>
    state.rules().filter((rule) => rule.isOn && !isOfAccount(rule) && (rule.appId ?? appId) === appId)

  return {
    sawCalls: (appId: AppId, reading: Reading): void => {
      for (const rule of rulesAt(appId)) {
        const isStale = rule.condition.kind === 'stale'
        if (isStale) count({ rule, appId }, 0, reading.at)
        step({ rule, appId }, isStale ? { ...reading, value: 0 } : reading)
      }
    },
    sawAccount: (account: Account): void => {
      const at = account.latest?.at
      if (at === undefined) return
      for (const rule of state.rules()) {
        const value = rule.isOn ? accountValue(rule.condition, account) : null
        if (value !== null) step({ rule, appId: null }, { at, value })
      }
    },
    /** Time passes without data, `advanceMs` or so after the last time, at these applications. */
    advance: (appIds: readonly AppId[], now: number): void => {
      for (const appId of appIds) {
        for (const rule of rulesAt(appId)) {
          if (rule.condition.kind !== 'stale') continue
          const at = { rule, appId }
          const before = watchedAt(at)
          // An advance that comes late was held up by sleep that nobody reported.
          const passedMs = Math.min(Math.max(0, now - (before.countedAt ?? now)), 2 * advanceMs)
          const withoutMs = before.withoutMs + passedMs
          count(at, withoutMs, now)
          if (withoutMs >= rule.condition.minutes * 60_000) step(at, { at: now, value: withoutMs })
        }
      }
    },
    /** After a suspension the time without data begins anew. */
    resumed: (): void => {
      for (const [key, watched] of watches) watches.set(key, { ...watched, withoutMs: 0, countedAt: null })
    },
    /** What is watched at the places that fit begins anew. */
    forget: (fits: (place: EventPlace) => boolean): void => {
      for (const [key, { place }] of watches) if (fits(place)) watches.delete(key)
    },
  }
}
