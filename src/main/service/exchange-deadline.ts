/** The two ways in which we end an exchange ourselves: its deadline and the caller's cancelling. */
import { createTimer } from '../lib/clock.ts'
import type { Clock } from '../lib/clock.ts'

/** Why an exchange was ended from this side: its deadline (after so many milliseconds) or the caller's cancelling (null). */
export class Stopped extends Error {
  readonly afterMs: number | null

  constructor(afterMs: number | null) {
    super(afterMs === null ? 'cancelled' : `no end within ${afterMs} ms`)
    this.afterMs = afterMs
  }
}

export type ExchangeDeadline = ReturnType<typeof startDeadline>

/** Starts watching; with `caller` it may be cancelled, or end with another deadline. */
export function startDeadline(clock: Clock, caller: AbortSignal | undefined) {
  const controller = new AbortController()
  const signal: AbortSignal = controller.signal
  const timer = createTimer(clock)
  // Not `AbortSignal.any`: a signal made by it that is listened to lives as long as the caller's, which may be for months.
  const cancel = (): void => controller.abort(caller?.reason instanceof Stopped ? caller.reason : new Stopped(null))
  if (caller?.aborted === true) cancel()
  else caller?.addEventListener('abort', cancel)
  const reason = (): Stopped => (signal.reason instanceof Stopped ? signal.reason : new Stopped(null))
  return {
    signal,
    reason,
    /** Starts the only deadline anew; none runs before. */
    restart: (ms: number): void => timer.set(ms, () => controller.abort(new Stopped(ms))),
    /** The work's outcome, or a rejection with `Stopped` as soon as it is to end. */
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
