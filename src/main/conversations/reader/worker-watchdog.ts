/** Tells when somebody who was asked has kept silent for too long. */
import type { Clock } from '../../lib/clock.ts'

/** Watches over an answer that is awaited. */
export interface Watchdog {
  /** An answer is awaited from now on, or the next one. */
  readonly restart: () => void
  /** Nothing is awaited any more. */
  readonly stop: () => void
}

const parts = 4
const partMs = 10_000

/** The longest silence, in milliseconds. */
export const maxSilenceMs = parts * partMs

/** Gives a watch that calls `onTooLong` after 40 s of silence. */
export function createWatchdog(clock: Clock, onTooLong: () => void): Watchdog {
  let stop = (): void => undefined
  // In parts, as a timer that slept with the computer fires as soon as it wakes.
  const wait = (left: number): void => {
    stop = clock.after(partMs, () => {
      if (left > 1) wait(left - 1)
      else onTooLong()
    })
  }
  const end = (): void => {
    stop()
  }
  return {
    restart: () => {
      end()
      wait(parts)
    },
    stop: end,
  }
}
