/**
 * How long an application has been without a good reading. The time is counted by ticks and not by the clock: what the
 * computer slept through, and hours that a set clock skipped, are no time without data.
 */

/** What is known so far; lengths in milliseconds, instants in epoch milliseconds. */
export interface Staleness {
  readonly isTriggered: boolean
  readonly withoutMs: number
  /** Last advance or good reading; null before the first, and after a suspension. */
  readonly countedAt: number | null
  readonly goodAt: number | null
  /** Good readings without a break for so long; null since the last break. */
  readonly goodMs: number | null
}

/** Milliseconds between two ticks. */
export const advanceMs = 15_000

// Good again for a minute: a service that answers every other time is not notified each time anew.
const clearMs = 60_000
const bridgeMs = 150_000

/** A watch that begins now. */
export function newStaleness(isTriggered = false): Staleness {
  return { isTriggered, withoutMs: 0, countedAt: null, goodAt: null, goodMs: null }
}

/** The watch after time has passed, at `now`; triggered after `limitMs` without a good reading. */
export function advanceStaleness(watch: Staleness, now: number, limitMs: number): Staleness {
  // An advance that comes late was held up by sleep that nobody reported.
  const passed = watch.countedAt === null ? 0 : Math.min(Math.max(0, now - watch.countedAt), 2 * advanceMs)
  const withoutMs = watch.withoutMs + passed
  if (withoutMs < limitMs) return { ...watch, withoutMs, countedAt: now }
  return { ...watch, withoutMs, countedAt: now, isTriggered: true, goodMs: null }
}

/** The watch after a good reading. */
export function afterGoodReading(watch: Staleness, at: number): Staleness {
  const { goodAt, goodMs } = watch
  const apartMs = goodAt === null ? Infinity : at - goodAt
  const isSeen = apartMs >= 0 && apartMs <= bridgeMs
  const lasts = goodMs !== null && isSeen ? goodMs + apartMs : 0
  const { isTriggered } = watch
  return {
    ...watch,
    withoutMs: 0,
    countedAt: at,
    goodAt: at,
    goodMs: lasts,
    isTriggered: isTriggered && lasts < clearMs,
  }
}

/** The watch after a suspension: it begins anew, and what was triggered stays triggered. */
export function afterSuspension(watch: Staleness): Staleness {
  return newStaleness(watch.isTriggered)
}
