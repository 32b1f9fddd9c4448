/** Repeats a task until a signal is aborted. */
import { FailureError } from '../../shared/failure.ts'
import { pause } from './clock.ts'
import type { Clock } from './clock.ts'
import type { Log } from './log.ts'

interface EveryOptions {
  readonly clock: Clock
  readonly log: Pick<Log, 'error'>
  /** The name of the task in the log. */
  readonly name: string
  /** Milliseconds until the first run. */
  readonly firstMs?: number
  /** Milliseconds from the start of the last run, or from its end after `failures` failures in a row. */
  readonly delayMs: (failures: number) => number
  /** A rejection counts as a failure, and is logged unless it is a `FailureError`. */
  readonly run: (signal: AbortSignal) => Promise<void> | void
}

/** Repeats `run` until the signal is aborted; resolves when the last run has ended. Cannot be restarted. */
export async function every(
  signal: AbortSignal,
  { clock, log, name, firstMs = 0, delayMs, run }: EveryOptions,
): Promise<void> {
  const isEnded = (): boolean => signal.aborted
  let failures = 0
  for (let waitMs = firstMs; ;) {
    await pause(clock, waitMs, signal)
    if (isEnded()) return
    const startedAt = clock.now()
    try {
      await run(signal)
      failures = 0
    } catch (error) {
      failures += 1
      if (!(error instanceof FailureError)) log.error(name, error)
    }
    if (isEnded()) return
    const delay = delayMs(failures)
    // A clock change alters the wait by at most the delay.
    const tookMs = failures > 0 ? 0 : Math.min(Math.max(0, clock.now() - startedAt), delay)
    waitMs = delay - tookMs
  }
}
