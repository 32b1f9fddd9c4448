/** Removes old counts, balances and ended sessions of all profiles, hourly in small batches: main does other work between them. */
import type { AppContext } from '../../context/app-context.ts'

export interface SamplePruning {
  /** Begins a minute from now, so that it does not stand in the way of the launch, and then each hour. */
  readonly start: () => void
  readonly dispose: () => void
}

const firstDelayMs = 60_000
const hourMs = 3_600_000
// Measured: some 3 ms with fifty applications; see docs/benchmarks.md.
const rowsAtOnce = 500
const biteDelayMs = 50

/** A database error is logged and tried again an hour later. */
export function createSamplePruning({ repositories, clock, log }: AppContext): SamplePruning {
  const { samples, accountSamples, knownSessions } = repositories
  let cancel = (): void => undefined
  let isDisposed = false

  const plan = (delayMs: number): void => {
    if (!isDisposed) cancel = clock.after(delayMs, bite)
  }

  const bite = (): void => {
    let isDone = true
    try {
      const now = clock.now()
      const taken = [
        samples.pruneConcurrency(now, rowsAtOnce),
        accountSamples.prune(now, rowsAtOnce),
        knownSessions.prune(now, rowsAtOnce),
      ]
      isDone = taken.every((rows) => rows < rowsAtOnce)
    } catch (error) {
      log.error('taking old counts away', error)
    }
    plan(isDone ? hourMs : biteDelayMs)
  }

  return {
    start: () => {
      cancel()
      plan(firstDelayMs)
    },
    dispose: () => {
      isDisposed = true
      cancel()
    },
  }
}
