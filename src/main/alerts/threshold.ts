/** What each alert condition that looks at a number means: when it is met, when it is clearly over, and for how long. */
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

/** Calls at which an `at-or-above` condition is met; null for a percentage of a capacity that was not entered. */
export function callsOf(
  { unit, value }: Extract<AlertCondition, { kind: 'at-or-above' }>['threshold'],
  capacity: number | null,
): number | null {
  if (unit === 'calls') return value
  return capacity === null ? null : (capacity * value) / 100
}

/**
 * The threshold of a condition; null for `stale`, which looks at no number, and for a percentage without a capacity.
 * `capacity`: the calls that the application can have at once, as the operator knows it.
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
      return null
    default:
      return assertNever(condition)
  }
}
