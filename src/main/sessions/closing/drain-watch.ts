/** Watches the count of live calls after a close until it has fallen, for a time. */
import type { ConcurrencySample } from '../../../shared/schemas/session.ts'
import type { Clock } from '../../lib/clock.ts'
import { pause } from '../../lib/clock.ts'

const firstDelayMs = 1_000
const maxDelayMs = 5_000
const growth = 1.5

/** What a watch needs: `read` answers null when the count could not be read; `signal` ends the watch. */
export interface DrainWatch {
  readonly clock: Clock
  readonly read: (signal: AbortSignal) => Promise<ConcurrencySample | null>
  readonly seen: (sample: ConcurrencySample) => void
  readonly signal: AbortSignal
  readonly maxMs: number
  readonly hasDrained: (sample: ConcurrencySample) => boolean
}

/**
 * Reads the count 1 s after the start and then less and less often, down to every 5 s, until it has fallen (`fell`), the
 * time has passed (`time-over`) or `signal` ended it (`stopped`).
 */
export async function watchDrain(watch: DrainWatch): Promise<'fell' | 'time-over' | 'stopped'> {
  const { clock, read, seen, signal, maxMs, hasDrained } = watch
  const timeOver = new AbortController()
  const cancelLimit = clock.after(maxMs, () => {
    timeOver.abort()
  })
  const ending = AbortSignal.any([signal, timeOver.signal])
  try {
    for (let delayMs = firstDelayMs; ; delayMs = Math.min(maxDelayMs, delayMs * growth)) {
      await pause(clock, delayMs, ending)
      if (ending.aborted) return signal.aborted ? 'stopped' : 'time-over'
      const sample = await read(ending)
      if (sample === null) continue
      seen(sample)
      if (hasDrained(sample)) return 'fell'
    }
  } finally {
    cancelLimit()
  }
}
