/** Takes old counts, balances and ended sessions away, hourly and in small bites: main does other work between them. One for all profiles. */
import type { Clock } from '../../lib/clock.ts'
import type { Log } from '../../lib/log.ts'
import type { AccountSamplesRepository } from '../../store/account-samples-repository.ts'
import type { KnownSessionsRepository } from '../../store/known-sessions-repository.ts'
import type { SamplesRepository } from '../../store/samples-repository.ts'

/** The schedule that takes old counts away. */
export interface SamplePruning {
  /** Begins a minute from now, so that it does not stand in the way of the start, and then each hour. */
  readonly start: () => void
  readonly dispose: () => void
}

export interface SamplePruningDeps {
  readonly samples: Pick<SamplesRepository, 'pruneConcurrency'>
  readonly accountSamples: Pick<AccountSamplesRepository, 'prune'>
  readonly known: Pick<KnownSessionsRepository, 'prune'>
  readonly clock: Clock
  readonly log: Log
}

const firstDelayMs = 60_000
const hourMs = 3_600_000
// Measured: some 3 ms with fifty applications; see docs/benchmarks.md.
const rowsAtOnce = 500
const biteDelayMs = 50

/** Gives the schedule; it does nothing until it is started. A database that refuses is logged and asked an hour later. */
export function createSamplePruning({ samples, accountSamples, known, clock, log }: SamplePruningDeps): SamplePruning {
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
        known.prune(now, rowsAtOnce),
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
