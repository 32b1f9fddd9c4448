/** How often the live calls of an application are read. */

/** Milliseconds between reads of the application that is looked at. */
export const lookedAtIntervalMs = 5_000

/** Milliseconds between reads of the other applications of the open profile. */
export const backgroundIntervalMs = 15_000

const longestDelayMs = 60_000
const smallestShare = 0.7

/** What the next delay depends on: `fraction` is random, from 0 up to 1. */
export interface Pace {
  readonly intervalMs: number
  /** Failed reads in a row. */
  readonly failures: number
  readonly fraction: number
}

/**
 * Milliseconds from the start of a read to the start of the next: the interval while reads succeed, then doubled with
 * each failure up to 60 s, less a random share so that many applications do not ask at once.
 */
export function delayMs({ intervalMs, failures, fraction }: Pace): number {
  if (failures === 0) return intervalMs
  const full = Math.min(longestDelayMs, intervalMs * 2 ** Math.min(failures, 10))
  return Math.round(full * (smallestShare + (1 - smallestShare) * fraction))
}
