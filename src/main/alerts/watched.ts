/** What is known of a rule at the place where it is watched, and what a reading adds to it. */
import type { AppId } from '../../shared/ids.ts'
import { alertKinds, ruleOf } from '../../shared/model/alert-kinds.ts'
import type { AlertCondition, AlertStep, RuleIdentity } from '../../shared/model/alert-kinds.ts'
import type { AlertEvent } from '../../shared/schemas/alert.ts'

/** Where a rule is watched: at an application, or at the account (null). */
export interface Place {
  readonly rule: RuleIdentity
  readonly appId: AppId | null
}

export function placeOf(event: AlertEvent): Place {
  return { rule: ruleOf(event), appId: event.appId }
}

export function placeKey({ rule, appId }: Place): string {
  return JSON.stringify([rule.kind, rule.appId, appId])
}

/** A number that was read at an instant. */
export interface Reading {
  readonly at: number
  readonly value: number
}

/** What is known of a rule at a place. Lengths of time are milliseconds. */
export interface Watched {
  readonly place: Place
  readonly isTriggered: boolean
  readonly last: Reading | null
  /**
   * For how long the condition is met, clearly over, and not met, without a break up to `last`; null where that is not so
   * at `last`.
   */
  readonly metMs: number | null
  readonly overMs: number | null
  readonly unmetMs: number | null
  /**
   * Time without a count up to `countedAt`. It is added up by `advance` and not taken from the clock, because sleep, and
   * hours that a set clock skipped, are no time without data.
   */
  readonly withoutMs: number
  /** Of the last advance or count; null before the first, and after sleep. */
  readonly countedAt: number | null
}

const minuteMs = 60_000
// Numbers further apart have an unseen stretch between them, which counts for nothing. The slowest pace of reading calls is
// one a minute, and the account is read each five minutes: one read may fail.
const bridgeMs = { calls: 150_000, account: 15 * minuteMs } as const
// A number that stays just on the other side of the limit for so long has left the limit too.
const nearForMs = 10 * minuteMs
// Answers of two reads at the same time may come in either order.
const overtakenMs = 10_000

/** A rule at a place, before anything is read; `open` is the event that it triggered before. */
export function newWatched(place: Place, open: AlertEvent | null): Watched {
  // The number itself is remembered, its time is not: nothing is known of the stretch since then.
  const value = open?.value ?? null
  const last = value === null ? null : { at: -Infinity, value }
  const lengths = { metMs: null, overMs: null, unmetMs: null }
  return { place, isTriggered: open !== null, last, ...lengths, withoutMs: 0, countedAt: null }
}

function isReached(ms: number | null, limitMs: number): boolean {
  return ms !== null && ms >= limitMs
}

function stepFrom(last: Reading | null, { at, value }: Reading): AlertStep {
  if (last === null) return { value, previous: null, apartMs: Infinity }
  return { value, previous: last.value, apartMs: at - last.at }
}

/** What is known after a reading. Time counts only between readings that lie close together. */
export function afterReading(watched: Watched, condition: AlertCondition, reading: Reading): Watched {
  const { last, isTriggered } = watched
  // The last reading again, or an older reading that came after it, says nothing new.
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
