/**
 * The timers of the database: store pending counts every few seconds, and remove old counts, balances, ended sessions,
 * changes of answers and kept exchanges of all profiles each hour, in small batches with pauses for main's other work.
 */
import type { Clock } from '../lib/clock.ts'
import { every } from '../lib/every.ts'
import { logged } from '../lib/log.ts'
import type { Log } from '../lib/log.ts'
import type { Repositories } from './repositories.ts'

interface HousekeepingParts {
  readonly clock: Clock
  readonly log: Log
  readonly repositories: Pick<Repositories, 'samples' | 'accountSamples' | 'knownSessions' | 'shapes' | 'exchanges'>
}

export interface Housekeeping {
  /** Stores counts from now on; removes old rows after a minute, when the launch is over, and then each hour. */
  readonly start: () => void
  readonly dispose: () => void
}

const firstDelayMs = 60_000
// Some twenty counts with fifty applications: a crash costs at most these.
const flushDelayMs = 5_000
const hourMs = 3_600_000
// Measured: some 3 ms with fifty applications; see docs/benchmarks.md.
const rowsAtOnce = 500
const batchDelayMs = 50

/** Logs a database error and retries an hour later. */
export function createHousekeeping({ clock, log, repositories }: HousekeepingParts): Housekeeping {
  const { samples, accountSamples, knownSessions, shapes, exchanges } = repositories
  const ending = new AbortController()
  let isDone = true

  const prune = (): void => {
    isDone = true
    const now = clock.now()
    logged(log, 'removing old rows', () => {
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
    start: () => {
      const { signal } = ending
      // A failure is reported with the next count.
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
        name: 'removing old rows',
        firstMs: firstDelayMs,
        delayMs: () => (isDone ? hourMs : batchDelayMs),
        run: prune,
      })
    },
    dispose: () => ending.abort(),
  }
}
