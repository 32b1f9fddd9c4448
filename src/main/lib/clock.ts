/** Time as a part that tests can replace: instants in epoch milliseconds, and timers that can be cancelled. */

/** A clock; `after` answers the function that cancels the timer. Timers never keep the process alive. */
export interface Clock {
  readonly now: () => number
  readonly after: (delayMs: number, run: () => void) => () => void
}

/** The machine's clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after: (delayMs, run) => {
    const timer = setTimeout(run, delayMs)
    timer.unref()
    return () => {
      clearTimeout(timer)
    }
  },
}
