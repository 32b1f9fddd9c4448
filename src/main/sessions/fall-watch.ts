/** Watches the count of live calls after a close until it has fallen, for a time. */
import type { ConcurrencySample } from '../../shared/schemas/session.ts'
import type { Clock } from '../clock.ts'
import { pause } from './pause.ts'

const firstDelayMs = 1_000
const longestDelayMs = 5_000
const growth = 1.5

/** What a watch needs: `read` answers null when the count could not be read; `signal` ends the watch. */
export interface FallWatch {
  readonly clock: Clock
  readonly read: (signal: AbortSignal) => Promise<ConcurrencySample | null>
  readonly seen: (sample: ConcurrencySample) => void
  readonly signal: AbortSignal
  readonly longestMs: number
  readonly hasFallen: (sample: ConcurrencySample) => boolean
}

/**
 * Reads the count 1 s after the start and then less and less often, down to every 5 s, until it has fallen (`fell`), the
 * time has passed (`time-over`) or `signal` ended it (`stopped`).
 */
export async function watchFall(watch: FallWatch): Promise<'fell' | 'time-over' | 'stopped'> {
  const { clock, read, seen, signal, longestMs, hasFallen } = watch
  const timeOver = new AbortController()
  const cancelLimit = clock.after(longestMs, () => {
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
      if (hasFallen(sample)) return 'fell'
    }
  } finally {
    cancelLimit()
  }
}
