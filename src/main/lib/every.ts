/** Asking again and again. */
import { FailureError } from '../../shared/failure.ts'
import { pause } from './clock.ts'
import type { Clock } from './clock.ts'
import type { Log } from './log.ts'

interface Every {
  readonly clock: Clock
  readonly log: Pick<Log, 'error'>
  /** What is done, for the log. */
  readonly name: string
  /** Milliseconds to the first time. */
  readonly firstMs?: number
  /** Milliseconds from the start of the last time, or from its end after so many failures in a row. */
  readonly delayMs: (failures: number) => number
  /** What it rejects with counts as a failure, and is logged unless it is a `FailureError`. */
  readonly run: (signal: AbortSignal) => Promise<void> | void
}

/** Runs again and again until the signal is aborted; resolves when the last run has ended. It cannot be restarted. */
export async function every(
  signal: AbortSignal,
  { clock, log, name, firstMs = 0, delayMs, run }: Every,
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
    // A clock that was set back or ahead changes the wait by no more than the delay.
    const tookMs = failures > 0 ? 0 : Math.min(Math.max(0, clock.now() - startedAt), delay)
    waitMs = delay - tookMs
  }
}
