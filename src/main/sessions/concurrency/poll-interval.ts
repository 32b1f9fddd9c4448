/** How often the live calls of an application are read. */

const focusedIntervalMs = 5_000
const backgroundIntervalMs = 15_000
const hiddenIntervalMs = 30_000
const maxDelayMs = 60_000
const minShare = 0.7
const intervalsHeld = 3
const minHoldMs = 45_000

/** What the interval of an application depends on. */
export interface PollConditions {
  /** A window that can be seen shows Sessions with this application. */
  readonly isFocused: boolean
  /** A window of the profile can be seen. */
  readonly isVisible: boolean
  readonly isOnBattery: boolean
}

/** Milliseconds between reads while they succeed; on battery twice as many for what is not looked at. */
export function intervalMsFor({ isFocused, isVisible, isOnBattery }: PollConditions): number {
  if (isFocused) return focusedIntervalMs
  return (isVisible ? backgroundIntervalMs : hiddenIntervalMs) * (isOnBattery ? 2 : 1)
}

/** For how many milliseconds a count is taken as true, when the next is read after `intervalMs`. */
export function holdsMsFor(intervalMs: number): number {
  return Math.max(minHoldMs, intervalsHeld * intervalMs)
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
  const full = Math.min(maxDelayMs, intervalMs * 2 ** Math.min(failures, 10))
  return Math.max(intervalMs, Math.round(full * (minShare + (1 - minShare) * fraction)))
}
