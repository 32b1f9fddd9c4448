/** What is known about a rule at its target, and what a reading adds. */
import type { AppId } from '../../shared/ids.ts'
import { alertKinds, ruleOf } from '../../shared/model/alert-kinds.ts'
import type { AlertCondition, AlertStep, RuleIdentity } from '../../shared/model/alert-kinds.ts'
import type { AlertEvent } from '../../shared/schemas/alert.ts'

/** Where a rule is watched: at an application, or at the account (null). */
export interface AlertTarget {
  readonly rule: RuleIdentity
  readonly appId: AppId | null
}

export function targetOf(event: AlertEvent): AlertTarget {
  return { rule: ruleOf(event), appId: event.appId }
}

export function targetKey({ rule, appId }: AlertTarget): string {
  return JSON.stringify([rule.kind, rule.appId, appId])
}

/** A number that was read at an instant. */
export interface Reading {
  readonly at: number
  readonly value: number
}

/** What is known about a rule at its target. Durations are in milliseconds. */
export interface Watched {
  readonly target: AlertTarget
  readonly isTriggered: boolean
  readonly last: Reading | null
  /**
   * How long the condition has been met, clearly over, and not met, without a break up to `last`; null where this is
   * not the case at `last`.
   */
  readonly metMs: number | null
  readonly overMs: number | null
  readonly unmetMs: number | null
  /**
   * Time without a count up to `countedAt`. `advance` adds it up and does not use the clock alone, because sleep, and
   * hours that a clock change skipped, are not time without data.
   */
  readonly withoutMs: number
  /** The time of the last advance or count, in epoch milliseconds; null before the first, and after sleep. */
  readonly countedAt: number | null
}

const minuteMs = 60_000
// The time between readings that are further apart does not count, because nothing is known about it. Calls are read at
// least every minute and the account every five minutes: one read can fail.
const bridgeMs = { calls: 150_000, account: 15 * minuteMs } as const
// An alert is also cleared when its condition is not met for this long, even if the number stays close to the limit.
const nearForMs = 10 * minuteMs
// Answers of two simultaneous reads can arrive in either order.
const overtakenMs = 10_000

/**
 * A rule at its target, before anything is read; `open` is the event that it triggered before, `stored` the last reading
 * before.
 */
export function newWatched(
  target: AlertTarget,
  { open, stored }: { readonly open: AlertEvent | null; readonly stored: Reading | null },
): Watched {
  // The number is remembered, but not its time: nothing is known about the time since then.
  const value = open?.value ?? null
  const last = value === null ? stored : { at: -Infinity, value }
  const lengths = { metMs: null, overMs: null, unmetMs: null }
  return { target, isTriggered: open !== null, last, ...lengths, withoutMs: 0, countedAt: null }
}

function isReached(ms: number | null, limitMs: number): boolean {
  return ms !== null && ms >= limitMs
}

function stepFrom(last: Reading | null, { at, value }: Reading): AlertStep {
  if (last === null) return { value, previous: null, apartMs: Infinity }
  return { value, previous: last.value, apartMs: at - last.at }
}

/** What is known after a reading. Time counts only between readings that are close together. */
export function afterReading(watched: Watched, condition: AlertCondition, reading: Reading): Watched {
  const { last, isTriggered } = watched
  // A repeated reading, or an older reading that arrived later, shows nothing new.
  if (last !== null && reading.at <= last.at && last.at - reading.at <= overtakenMs) return watched
  const kind = alertKinds[condition.kind]
  const step = stepFrom(last, reading)
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
