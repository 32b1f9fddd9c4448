/** A clock that tests can replace: instants in epoch milliseconds, and timers that can be cancelled. */

/** A clock; `after` returns a function that cancels the timer. Timers never keep the process alive. */
export interface Clock {
  readonly now: () => number
  readonly after: (delayMs: number, run: () => void) => () => void
}

export const systemClock: Clock = {
  now: () => Date.now(),
  after: (delayMs, run) => {
    const timer = setTimeout(run, delayMs)
    timer.unref()
    return () => clearTimeout(timer)
  },
}

/** A period of `forMs` milliseconds from the instant `at`. */
export interface Span {
  readonly at: number
  readonly forMs: number
}

/** Milliseconds left of a span. 0 before its start, so that a clock that was set back does not extend the span. */
export function remainingMs({ at, forMs }: Span, now: number): number {
  return now < at ? 0 : Math.max(0, at + forMs - now)
}

/** One delayed call; `set` replaces the previous call. */
export function createTimer(clock: Clock) {
  let cancelCall: (() => void) | null = null
  const cancel = (): void => {
    cancelCall?.()
    cancelCall = null
  }
  return {
    isSet: (): boolean => cancelCall !== null,
    cancel,
    set: (delayMs: number, run: () => void): void => {
      cancel()
      cancelCall = clock.after(delayMs, () => {
        cancelCall = null
        run()
      })
    },
  }
}

/** Resolves after `delayMs`, or as soon as the signal is aborted; immediately if it is already aborted. */
export function pause(clock: Clock, delayMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      cancel()
      signal.removeEventListener('abort', end)
      resolve()
    }
    const cancel = clock.after(delayMs, end)
    if (signal.aborted) end()
    else signal.addEventListener('abort', end)
  })
}

/** Runs `work` with a signal that is aborted after `limitMs` or when `ending` is aborted. */
export async function within<Value>(
  clock: Clock,
  { limitMs, ending }: { readonly limitMs: number; readonly ending?: AbortSignal | undefined },
  work: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  const timeOver = new AbortController()
  const cancel = clock.after(limitMs, () => timeOver.abort())
  try {
    return await work(ending === undefined ? timeOver.signal : AbortSignal.any([ending, timeOver.signal]))
  } finally {
    cancel()
  }
}
