/** What is known of the live calls of one profile's applications: kept in the database, and the last hour in memory. */
import type { Failure } from '../../shared/failure.ts'
import type { AppId, ProfileId } from '../../shared/ids.ts'
import type { Concurrency, ConcurrencySample } from '../../shared/schemas/session.ts'
import type { Clock } from '../clock.ts'
import type { SamplesRepository } from '../store/samples-repository.ts'
import { asStorageFailure } from '../store/storage-failure.ts'

/** The figures of a profile. No function throws: a sample that cannot be stored is shown with the storage failure. */
export interface Figures {
  /** What the page sees; `intervalMs` is the time between reads while they succeed. */
  readonly view: (appId: AppId, intervalMs: number) => Concurrency
  readonly latest: (appId: AppId) => ConcurrencySample | null
  /** Failed reads in a row. */
  readonly failures: (appId: AppId) => number
  /** Number of a read that starts now: an answer that was overtaken by that of a later read is dropped. */
  readonly begin: () => number
  readonly succeeded: (read: number, sample: ConcurrencySample) => void
  readonly failed: (read: number, appId: AppId, failure: Failure) => void
}

/** What figures need. */
export interface FiguresDeps {
  readonly profileId: ProfileId
  readonly samples: SamplesRepository
  readonly clock: Clock
}

interface Known {
  readonly latest: ConcurrencySample | null
  readonly failure: Concurrency['failure']
  readonly failures: number
  readonly lastHour: readonly ConcurrencySample[]
  /** Number of the newest read that has ended. */
  readonly read: number
}

const hourMs = 3_600_000

/** Gives the figures of a profile, beginning with what is stored of it. */
export function createFigures({ profileId, samples, clock }: FiguresDeps): Figures {
  const known = new Map<AppId, Known>()
  let begun = 0

  const storageFailure = (error: unknown): Concurrency['failure'] => ({
    failure: asStorageFailure(error).failure,
    at: clock.now(),
  })

  const stored = (appId: AppId): Known => {
    const nothing: Known = { latest: null, failure: null, failures: 0, lastHour: [], read: 0 }
    try {
      const latest = samples.newestConcurrency(profileId, appId)
      const lastHour = samples.concurrencySince({ profileId, appId, since: clock.now() - hourMs })
      return { ...nothing, latest, lastHour }
    } catch (error) {
      return { ...nothing, failure: storageFailure(error) }
    }
  }

  const of = (appId: AppId): Known => {
    const before = known.get(appId) ?? stored(appId)
    known.set(appId, before)
    return before
  }

  const store = (sample: ConcurrencySample): Concurrency['failure'] => {
    try {
      samples.addConcurrency(profileId, sample)
      return null
    } catch (error) {
      return storageFailure(error)
    }
  }

  return {
    view: (appId, intervalMs) => {
      const { latest, failure, lastHour } = of(appId)
      const since = clock.now() - hourMs
      const recent = lastHour.filter(({ at }) => at >= since)
      return {
        appId,
        latest,
        failure,
        lastHour: recent.map(({ at, total, yours }) => ({ at, total, yours })),
        intervalMs,
      }
    },
    latest: (appId) => of(appId).latest,
    failures: (appId) => of(appId).failures,
    begin: () => (begun += 1),
    succeeded: (read, sample) => {
      const before = of(sample.appId)
      if (read < before.read) return
      const since = clock.now() - hourMs
      known.set(sample.appId, {
        latest: sample,
        failure: store(sample),
        failures: 0,
        lastHour: [...before.lastHour.filter(({ at }) => at >= since), sample],
        read,
      })
    },
    failed: (read, appId, failure) => {
      const before = of(appId)
      if (read < before.read) return
      const failures = before.failures + 1
      known.set(appId, { ...before, failure: { failure, at: clock.now() }, failures, read })
    },
  }
}
