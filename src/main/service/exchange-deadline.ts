/** The two ways in which we end an exchange ourselves: its deadline and the caller's cancelling. */
import type { Clock } from '../lib/clock.ts'

/** Why an exchange was ended from this side. */
export class Stopped extends Error {
  readonly why: 'deadline' | 'cancelled'
  /** The deadline that passed, in milliseconds; 0 when cancelled. */
  readonly afterMs: number

  constructor(why: 'deadline' | 'cancelled', afterMs: number) {
    super(why === 'deadline' ? `no end within ${afterMs} ms` : 'cancelled')
    this.name = 'Stopped'
    this.why = why
    this.afterMs = afterMs
  }
}

/** Watches one exchange. */
export interface ExchangeDeadline {
  /** Aborts with a `Stopped` as its reason. */
  readonly signal: AbortSignal
  /** Starts the only deadline anew; the one before no longer counts. */
  readonly restart: (ms: number) => void
  /** The work's outcome, or a rejection with `Stopped` as soon as the watch ends it. */
  readonly race: <Value>(work: Promise<Value>) => Promise<Value>
  /** Stops watching. */
  readonly stop: () => void
}

/** Starts watching; with `signal` the caller may cancel, or another deadline end this one. None runs before `restart`. */
export function startDeadline(clock: Clock, signal: AbortSignal | undefined): ExchangeDeadline {
  const controller = new AbortController()
  let stopTimer: () => void = () => undefined
  const stop = (reason: Stopped): void => {
    controller.abort(reason)
  }
  const cancel = (): void => {
    stop(signal?.reason instanceof Stopped ? signal.reason : new Stopped('cancelled', 0))
  }
  if (signal?.aborted === true) cancel()
  else signal?.addEventListener('abort', cancel, { once: true })

  return {
    signal: controller.signal,
    restart: (ms) => {
      stopTimer()
      stopTimer = clock.after(ms, () => {
        stop(new Stopped('deadline', ms))
      })
    },
    race: (work) => withStop(work, controller.signal),
    stop: () => {
      stopTimer()
      signal?.removeEventListener('abort', cancel)
    },
  }
}

function withStop<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      reject(stopReason(signal))
    }
    work.then(resolve, reject).finally(() => {
      signal.removeEventListener('abort', stop)
    })
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
  })
}

function stopReason({ reason }: AbortSignal): Error {
  return reason instanceof Error ? reason : new Stopped('cancelled', 0)
}
