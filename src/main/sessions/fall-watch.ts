/** Watches the count of live calls after a close-all until none is left, for at most a minute. */
import type { ConcurrencySample } from '../../shared/schemas/session.ts'
import type { Clock } from '../clock.ts'
import { pause } from './pause.ts'

const longestWatchMs = 60_000
const firstDelayMs = 1_000
const longestDelayMs = 5_000
const growth = 1.5

/** What a watch needs: `read` answers null when the count could not be read; `signal` ends the watch. */
export interface FallWatch {
  readonly clock: Clock
  readonly read: (signal: AbortSignal) => Promise<ConcurrencySample | null>
  readonly seen: (sample: ConcurrencySample) => void
  readonly signal: AbortSignal
}

/**
 * Reads the count 1 s after the start and then less and less often, down to every 5 s, until it is 0 (`fell`), 60 s
 * have passed (`time-over`) or `signal` ended it (`stopped`).
 */
export async function watchFall({ clock, read, seen, signal }: FallWatch): Promise<'fell' | 'time-over' | 'stopped'> {
  const timeOver = new AbortController()
  const cancelLimit = clock.after(longestWatchMs, () => {
    timeOver.abort()
  })
  const ending = AbortSignal.any([signal, timeOver.signal])
  try {
    for (let delayMs = firstDelayMs; ; delayMs = Math.min(longestDelayMs, delayMs * growth)) {
      await pause(clock, delayMs, ending)
      if (ending.aborted) return signal.aborted ? 'stopped' : 'time-over'
      const sample = await read(ending)
      if (sample === null) continue
      seen(sample)
      if (sample.total <= 0) return 'fell'
    }
  } finally {
    cancelLimit()
  }
}
