/** The practice service's only source of time. Instants are epoch milliseconds. */
export interface PracticeClock {
  readonly now: () => number
  /** Runs once after the delay; the answer cancels it. */
  readonly after: (delayMs: number, run: () => void) => () => void
}

/** A clock that moves only by `advance`. */
export interface VirtualClock extends PracticeClock {
  /** Moves time forward and runs what falls due, in order, each at its own instant. */
  readonly advance: (ms: number) => void
  /** How many timers wait. */
  readonly pending: () => number
}

/** The machine's clock. */
export function realClock(): PracticeClock {
  return {
    now: () => Date.now(),
    after: (delayMs, run) => {
      const timer = setTimeout(run, delayMs)
      return () => {
        clearTimeout(timer)
      }
    },
  }
}

interface Waiting {
  readonly at: number
  readonly run: () => void
}

/** A clock moved by hand, for tests. Starts at the instant given (epoch milliseconds). */
export function createVirtualClock(startAt: number): VirtualClock {
  let now = startAt
  const waiting = new Set<Waiting>()
  const due = (until: number): Waiting | undefined =>
    [...waiting].filter((entry) => entry.at <= until).sort((one, other) => one.at - other.at)[0]
  return {
    now: () => now,
    after: (delayMs, run) => {
      const entry = { at: now + Math.max(0, delayMs), run }
      waiting.add(entry)
      return () => {
        waiting.delete(entry)
      }
    },
    advance: (ms) => {
      const until = now + ms
      for (let next = due(until); next !== undefined; next = due(until)) {
        waiting.delete(next)
        now = Math.max(now, next.at)
        next.run()
      }
      now = until
    },
    pending: () => waiting.size,
  }
}

/** Timers of one owner, which can all be cancelled at once. */
export interface Timers {
  readonly after: (delayMs: number, run: () => void) => () => void
  readonly cancelAll: () => void
}

/** Timers on a clock that remember themselves, so that nothing fires after a stop. */
export function createTimers(clock: PracticeClock): Timers {
  const cancels = new Set<() => void>()
  return {
    after: (delayMs, run) => {
      const stop = clock.after(delayMs, () => {
        cancels.delete(cancel)
        run()
      })
      const cancel = () => {
        cancels.delete(cancel)
        stop()
      }
      cancels.add(cancel)
      return cancel
    },
    cancelAll: () => {
      for (const cancel of [...cancels]) cancel()
    },
  }
}
