/**
 * Stores the counts that wait every few seconds, and removes old counts, balances, ended sessions, changes of answers and
 * kept exchanges of all profiles, hourly in small batches: main does other work between them.
 */
import type { AppContext } from '../../context/app-context.ts'
import { logged } from '../../lib/log.ts'
import { every } from '../../lib/every.ts'

const firstDelayMs = 60_000
// With fifty applications some twenty counts, and as much as a crash may cost.
const flushDelayMs = 5_000
const hourMs = 3_600_000
// Measured: some 3 ms with fifty applications; see docs/benchmarks.md.
const rowsAtOnce = 500
const batchDelayMs = 50

/** A database error is logged and tried again an hour later. */
export function createSamplePruning(context: AppContext) {
  const { clock, log } = context
  const { samples, accountSamples, knownSessions, shapes, exchanges } = context.repositories
  const ending = new AbortController()
  let isDone = true

  const prune = (): void => {
    isDone = true
    const now = clock.now()
    logged(log, 'taking old counts away', () => {
      const prunings = [
        samples.pruneConcurrency,
        accountSamples.prune,
        knownSessions.prune,
        shapes.prune,
        exchanges.prune,
      ]
      isDone = prunings.map((prune) => prune(now, rowsAtOnce)).every((rows) => rows < rowsAtOnce)
    })
  }

  return {
    /**
     * Counts are stored from now on; old counts go a minute from now, so that it does not stand in the way of the launch,
     * and then each hour.
     */
    start: (): void => {
      const { signal } = ending
      // A failure is shown with the next count.
      void every(signal, {
        clock,
        log,
        name: 'storing counts',
        firstMs: flushDelayMs,
        delayMs: () => flushDelayMs,
        run: () => samples.flush(),
      })
      void every(signal, {
        clock,
        log,
        name: 'taking old counts away',
        firstMs: firstDelayMs,
        delayMs: () => (isDone ? hourMs : batchDelayMs),
        run: prune,
      })
    },
    dispose: (): void => ending.abort(),
  }
}
