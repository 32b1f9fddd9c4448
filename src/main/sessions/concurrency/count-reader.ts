/** One read of the number of live calls of an application. Source: `service-api.md §Concurrency`. */
import { FailureError } from '../../../shared/failure.ts'
import type { Failure } from '../../../shared/failure.ts'
import type { AppId } from '../../../shared/ids.ts'
import type { ConcurrencySample } from '../../../shared/schemas/session.ts'
import type { OpenProfile } from '../../context/open-profile.ts'
import type { Clock } from '../../lib/clock.ts'
import { requestedDelayMs } from '../../service/retry.ts'
import type { Figures } from './figures.ts'

export interface CountRequest {
  readonly open: OpenProfile
  readonly appId: AppId
  readonly signal?: AbortSignal
}

/** Failures: every one of a service call. */
export type ReadCount = (request: CountRequest) => Promise<ConcurrencySample>

/**
 * How a read of an application's calls ended, at `at` (epoch ms): with a sample, or with the failure of the read. Exactly
 * one of the two is null. A read that was cancelled, or overtaken by a later one, is not observed.
 */
export interface Observation {
  readonly appId: AppId
  readonly at: number
  readonly sample: ConcurrencySample | null
  readonly failure: Failure | null
}

/** What the end of a read changes. */
export interface CountTarget {
  readonly figures: Figures
  /** For how long a count of this moment is taken as true, in milliseconds. */
  readonly holdsMs: (appId: AppId) => number
  readonly observed: (seen: Observation) => void
  /** The figures of an application have changed. */
  readonly changed: (appId: AppId) => void
  readonly clock: Pick<Clock, 'now'>
}

/** Reads a count; `target` is null when the profile is not open any more. Failures: every one of a service call. */
export async function readCount(
  { open, appId, signal }: CountRequest,
  target: CountTarget | null,
): Promise<ConcurrencySample> {
  const options = signal === undefined ? {} : { signal }
  if (target === null) return open.client.concurrentNumber(appId, options)
  const { figures, observed, clock } = target
  const read = figures.begin()
  try {
    const sample = await open.client.concurrentNumber(appId, options)
    const value = { sample, holdsMs: target.holdsMs(appId) }
    if (figures.numberRead(read, appId, { value })) observed({ appId, at: sample.at, sample, failure: null })
    return sample
  } catch (error) {
    // A read that was cancelled says nothing about the service, so it leaves the figures as they are.
    if (!(error instanceof FailureError) || error.failure.kind === 'cancelled') throw error
    const { failure } = error
    if (figures.numberRead(read, appId, { failure, retryAfterMs: requestedDelayMs(error, clock.now()) })) {
      observed({ appId, at: clock.now(), sample: null, failure })
    }
    throw error
  }
}
