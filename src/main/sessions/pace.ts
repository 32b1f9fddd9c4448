/** How often the live calls of an application are read. */

const lookedAtIntervalMs = 5_000
const backgroundIntervalMs = 15_000
const hiddenIntervalMs = 30_000
const longestDelayMs = 60_000
const smallestShare = 0.7
const intervalsHeld = 3
const shortestHoldMs = 45_000

/** What the interval of an application depends on. */
export interface Attention {
  /** A window that can be seen shows Sessions with this application. */
  readonly isLookedAt: boolean
  /** A window of the profile can be seen. */
  readonly isVisible: boolean
  readonly isOnBattery: boolean
}

/** Milliseconds between reads while they succeed; on battery twice as many for what is not looked at. */
export function intervalMsFor({ isLookedAt, isVisible, isOnBattery }: Attention): number {
  if (isLookedAt) return lookedAtIntervalMs
  return (isVisible ? backgroundIntervalMs : hiddenIntervalMs) * (isOnBattery ? 2 : 1)
}

/** For how many milliseconds a count is taken as true, when the next is read after `intervalMs`. */
export function holdsMsFor(intervalMs: number): number {
  return Math.max(shortestHoldMs, intervalsHeld * intervalMs)
}

/** What the next delay depends on: `fraction` is random, from 0 up to 1. */
export interface Pace {
  readonly intervalMs: number
  /** Failed reads in a row. */
  readonly failures: number
  readonly fraction: number
}

/**
 * Milliseconds from the start of a read to the start of the next: the interval while reads succeed, then doubled with
 * each failure up to 60 s, less a random share so that many applications do not ask at once; never below the interval.
 */
export function delayMs({ intervalMs, failures, fraction }: Pace): number {
  if (failures === 0) return intervalMs
  const full = Math.min(longestDelayMs, intervalMs * 2 ** Math.min(failures, 10))
  return Math.max(intervalMs, Math.round(full * (smallestShare + (1 - smallestShare) * fraction)))
}
