/**
 * How long an application has been without a good reading. The time is counted by ticks and not by the clock: what the
 * computer slept through, and hours that a set clock skipped, are no time without data.
 */

/** What is known so far; lengths in milliseconds, instants in epoch milliseconds. */
export interface StaleWatch {
  readonly isRaised: boolean
  readonly withoutMs: number
  /** Last tick or good reading; null before the first, and after a rest. */
  readonly tickedAt: number | null
  readonly goodAt: number | null
  /** Good readings without a break for so long; null since the last break. */
  readonly goodMs: number | null
}

/** Milliseconds between two ticks. */
export const tickMs = 15_000

// Good again for a minute: a service that answers every other time is not told each time anew.
const clearMs = 60_000
const bridgeMs = 150_000

/** A watch that begins now. */
export function newStaleWatch(isRaised = false): StaleWatch {
  return { isRaised, withoutMs: 0, tickedAt: null, goodAt: null, goodMs: null }
}

/** The watch after one more tick at `now`; raised after `limitMs` without a good reading. */
export function tickStale(watch: StaleWatch, now: number, limitMs: number): StaleWatch {
  // A tick that comes late was held up by sleep that nobody told of.
  const passed = watch.tickedAt === null ? 0 : Math.min(Math.max(0, now - watch.tickedAt), 2 * tickMs)
  const withoutMs = watch.withoutMs + passed
  if (withoutMs < limitMs) return { ...watch, withoutMs, tickedAt: now }
  return { ...watch, withoutMs, tickedAt: now, isRaised: true, goodMs: null }
}

/** The watch after a good reading. */
export function noteGood(watch: StaleWatch, at: number): StaleWatch {
  const { goodAt, goodMs } = watch
  const apartMs = goodAt === null ? Infinity : at - goodAt
  const isSeen = apartMs >= 0 && apartMs <= bridgeMs
  const lasts = goodMs !== null && isSeen ? goodMs + apartMs : 0
  const { isRaised } = watch
  return { ...watch, withoutMs: 0, tickedAt: at, goodAt: at, goodMs: lasts, isRaised: isRaised && lasts < clearMs }
}

/** The watch after a rest: it begins anew, and what was raised stays raised. */
export function afterRest(watch: StaleWatch): StaleWatch {
  return newStaleWatch(watch.isRaised)
}
