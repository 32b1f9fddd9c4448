/** How often the live calls of an application are read. */
import { backoffMs } from '../../lib/poller.ts'

const focusedIntervalMs = 5_000
const backgroundIntervalMs = 15_000
const hiddenIntervalMs = 30_000
const maxDelayMs = 60_000
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

// With a shorter hold than the new interval, a gap would be drawn where nothing failed.
const shareOfHold = 2 / 3

/**
 * Milliseconds to the next read: the interval while reads succeed, or less when the last count holds for less, then
 * doubled with each failure up to 60 s; never below the interval.
 */
export function delayMs(
  intervalMs: number,
  last: { readonly failures: number; readonly heldMs: number | null; readonly random: () => number },
): number {
  const { failures, heldMs, random } = last
  if (failures === 0) return Math.min(intervalMs, (heldMs ?? Infinity) * shareOfHold)
  return Math.max(intervalMs, backoffMs({ firstMs: intervalMs, maxMs: maxDelayMs }, failures, random))
}
