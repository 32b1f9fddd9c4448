/** The two reasons for which Greenroom itself ends an exchange: its deadline and the caller's abort. */
import { createTimer } from '../lib/clock.ts'
import type { Clock } from '../lib/clock.ts'

/** Greenroom ended the exchange: at its deadline (`afterMs` milliseconds) or because the caller aborted it (null). */
export class Stopped extends Error {
  readonly afterMs: number | null

  constructor(afterMs: number | null) {
    super(afterMs === null ? 'cancelled' : `no end within ${afterMs} ms`)
    this.afterMs = afterMs
  }
}

export type ExchangeDeadline = ReturnType<typeof startDeadline>

/**
 * Starts without a running deadline. An abort of `caller` ends the exchange too, with the `Stopped` of its reason if it
 * has one.
 */
export function startDeadline(clock: Clock, caller: AbortSignal | undefined) {
  const controller = new AbortController()
  const signal: AbortSignal = controller.signal
  const timer = createTimer(clock)
  // Not `AbortSignal.any`: while its result has listeners, it lives as long as the caller's signal, possibly for
  // months.
  const cancel = (): void => controller.abort(caller?.reason instanceof Stopped ? caller.reason : new Stopped(null))
  if (caller?.aborted === true) cancel()
  else caller?.addEventListener('abort', cancel)
  const reason = (): Stopped => (signal.reason instanceof Stopped ? signal.reason : new Stopped(null))
  return {
    signal,
    reason,
    /** Restarts the only deadline, which does not run before the first call. */
    restart: (ms: number): void => timer.set(ms, () => controller.abort(new Stopped(ms))),
    /** Returns the outcome of the work, or rejects with `Stopped` when the exchange must end. */
    race: async <Value>(work: Promise<Value>): Promise<Value> => {
      const { promise: stopped, reject } = Promise.withResolvers<never>()
      const stop = (): void => reject(reason())
      if (signal.aborted) stop()
      else signal.addEventListener('abort', stop)
      return Promise.race([work, stopped])
    },
    stop: (): void => {
      timer.cancel()
      caller?.removeEventListener('abort', cancel)
    },
  }
}
