/**
 * What each alert condition means: when it is met, when it is clearly over, and for how long. A rule at one application is
 * stepped as readings come. Time counts only between readings that lie close together: an unseen stretch (an outage, sleep,
 * a clock that was set) neither triggers nor ends what needs time.
 */
import { assertNever } from '../../shared/failure.ts'
import type { AlertCondition } from '../../shared/schemas/alert.ts'

/** A condition as `stepThreshold` sees it. All lengths of time are milliseconds. */
export interface Threshold {
  /** How long it must be met without a break before it is triggered. */
  readonly holdMs: number
  /** Two readings that lie further apart than this have an unseen stretch between them, which counts for nothing. */
  readonly bridgeMs: number
  /** How long it must be clearly over before it ends. */
  readonly overMs: number
  readonly isMet: (value: number) => boolean
  /** Clearly over, and not just on the other side of the line. `previous` is null when none is known. */
  readonly isOver: (value: number, previous: number | null) => boolean
  /** Whether a value goes on with what the one before it began. */
  readonly continues: (value: number, previous: number) => boolean
  /** Whether it may be triggered after this value, `apartMs` before; below zero when the clock was set back. */
  readonly mayTrigger: (previous: number | null, apartMs: number) => boolean
}

const minuteMs = 60_000
// The slowest pace of reading calls is one a minute, and the account is read each five minutes: one read may fail.
const callsBridgeMs = 150_000
const accountBridgeMs = 15 * minuteMs
// Calls that were cut during an outage have dropped to zero; those of yesterday have simply ended.
const dropWithinMs = 15 * minuteMs
const marginPart = 0.1

const always = (): boolean => true

/** How far on the other side of a limit a value is clearly over: a tenth of it, at least 1. */
function margin(limit: number): number {
  return Math.max(1, limit * marginPart)
}

const ofCalls = { bridgeMs: callsBridgeMs, overMs: minuteMs, continues: always, mayTrigger: always } as const
const ofAccount = { ...ofCalls, holdMs: 0, bridgeMs: accountBridgeMs } as const

function below(limit: number): Threshold {
  return {
    ...ofAccount,
    isMet: (value) => value < limit,
    isOver: (value) => value >= limit + margin(limit),
  }
}

type CallsThreshold = Extract<AlertCondition, { kind: 'at-or-above' }>['threshold']

function callsOf({ unit, value }: CallsThreshold, capacity: number | null): number | null {
  return unit === 'calls' ? value : capacity && (capacity * value) / 100
}

/**
 * The threshold of a condition; null for a percentage without a capacity, which is the calls that the application can have
 * at once, as the operator knows it. `stale` is given the milliseconds without a good reading once they are too many, and 0
 * with each good one.
 */
export function thresholdOf(condition: AlertCondition, capacity: number | null): Threshold | null {
  switch (condition.kind) {
    case 'at-or-above': {
      const limit = callsOf(condition.threshold, capacity)
      if (limit === null) return null
      const isOver = (value: number): boolean => value <= limit - margin(limit)
      return { ...ofCalls, holdMs: condition.minutes * minuteMs, isMet: (value) => value >= limit, isOver }
    }
    case 'drop-to-zero':
      return {
        ...ofCalls,
        holdMs: 0,
        isMet: (value) => value === 0,
        isOver: (value) => value > 0,
        mayTrigger: (previous, apartMs) => previous !== null && previous > 0 && Math.abs(apartMs) <= dropWithinMs,
      }
    case 'no-change':
      return {
        ...ofCalls,
        holdMs: condition.minutes * minuteMs,
        overMs: 0,
        isMet: (value) => value > 0,
        isOver: (value, previous) => value === 0 || (previous !== null && value !== previous),
        continues: (value, previous) => value === previous,
      }
    case 'creations-below':
      return below(condition.value)
    case 'time-to-empty':
      return below(condition.minutes)
    case 'stale':
      return { ...ofCalls, holdMs: 0, isMet: (withoutMs) => withoutMs > 0, isOver: (withoutMs) => withoutMs === 0 }
    default:
      return assertNever(condition)
  }
}

/** A number that was read: calls, creations, minutes (Infinity: not going down). `at` is in epoch milliseconds. */
export interface Reading {
  readonly at: number
  readonly value: number
}

/** What is known so far. The three lengths are milliseconds without a break up to `last`; null: not so at `last`. */
export interface ThresholdState {
  readonly isTriggered: boolean
  readonly last: Reading | null
  readonly metMs: number | null
  readonly overMs: number | null
  readonly unmetMs: number | null
}

// A number that stays just on the other side of the line has left it too, in the end.
const nearForMs = 10 * 60_000
// Answers of two reads at the same time may come in either order.
const overtakenMs = 10_000

/** A state that has read nothing; `triggeredBy` is an event that is still open. */
export function newThresholdState(triggeredBy: { readonly value: number | null } | null): ThresholdState {
  // The number itself is remembered, its time is not: nothing is known of the stretch since then.
  const value = triggeredBy?.value ?? null
  const last = value === null ? null : { at: -Infinity, value }
  return { isTriggered: triggeredBy !== null, last, metMs: null, overMs: null, unmetMs: null }
}

function isReached(ms: number | null, limitMs: number): boolean {
  return ms !== null && ms >= limitMs
}

function lengthsAfter(
  watch: ThresholdState,
  reading: Reading,
  threshold: Threshold,
): Pick<ThresholdState, 'metMs' | 'overMs' | 'unmetMs'> {
  const { last } = watch
  const { value } = reading
  const apartMs = last === null ? Infinity : reading.at - last.at
  const isSeen = apartMs > 0 && apartMs <= threshold.bridgeMs
  const extended = (ms: number | null, isContinued: boolean): number => (ms !== null && isContinued ? ms + apartMs : 0)
  const isMet = threshold.isMet(value)
  const continues = isSeen && last !== null && threshold.continues(value, last.value)
  return {
    metMs: isMet ? extended(watch.metMs, continues) : null,
    overMs: threshold.isOver(value, last?.value ?? null) ? extended(watch.overMs, isSeen) : null,
    unmetMs: isMet ? null : extended(watch.unmetMs, isSeen),
  }
}

export function stepThreshold(watch: ThresholdState, reading: Reading, threshold: Threshold): ThresholdState {
  const { last } = watch
  // The one before it again, or one that was overtaken by it: it says nothing new.
  if (last !== null && reading.at <= last.at && last.at - reading.at <= overtakenMs) return watch
  const next = { ...lengthsAfter(watch, reading, threshold), last: reading }
  if (watch.isTriggered) {
    const hasEnded = isReached(next.overMs, threshold.overMs) || isReached(next.unmetMs, nearForMs)
    return { ...next, isTriggered: !hasEnded }
  }
  const mayTrigger = threshold.mayTrigger(last?.value ?? null, last === null ? Infinity : reading.at - last.at)
  return { ...next, isTriggered: mayTrigger && isReached(next.metMs, threshold.holdMs) }
}
