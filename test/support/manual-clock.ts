import type { Clock } from '../../src/main/lib/clock.ts'

/** A clock that does not move until a test moves it. */
export interface ManualClock extends Clock {
  /**
   * Moves on and runs the timers that come due, in order; waits for the effects of each timer before it runs the next.
   */
  readonly pass: (ms: number) => Promise<void>
  /** Sets the time, as a person or a time server does; the remaining time of timers does not change. */
  readonly set: (now: number) => void
  /** Number of pending timers. */
  readonly waiting: () => number
}

interface Timer {
  readonly at: number
  readonly run: () => void
}

/** Waits until all work that does no real input or output has settled. */
export async function settle(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve))
}

/** Makes a clock that starts at `start` (epoch ms). `rest`: waits for work that a timer started. */
export function createManualClock(start = 1_800_000_000_000, rest = settle): ManualClock {
  let now = start
  // Timers count elapsed time, not the time of day, as the machine's timers do.
  let passed = 0
  const timers = new Set<Timer>()
  // Without sorting: tests of a thousand trainings have a thousand timers and request the next one thousands of times.
  const nextBefore = (end: number): Timer | undefined => {
    let next: Timer | undefined
    for (const timer of timers) if (timer.at <= end && timer.at < (next?.at ?? Infinity)) next = timer
    return next
  }
  return {
    now: () => now,
    after: (delayMs, run) => {
      const timer = { at: passed + delayMs, run }
      timers.add(timer)
      return () => {
        timers.delete(timer)
      }
    },
    waiting: () => timers.size,
    set: (to) => {
      now = to
    },
    pass: async (ms) => {
      const end = passed + ms
      const moveTo = (at: number): void => {
        now += at - passed
        passed = at
      }
      await rest()
      for (let timer = nextBefore(end); timer !== undefined; timer = nextBefore(end)) {
        timers.delete(timer)
        moveTo(Math.max(passed, timer.at))
        timer.run()
        await rest()
      }
      moveTo(end)
    },
  }
}
