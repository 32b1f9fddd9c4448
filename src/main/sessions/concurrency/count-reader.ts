/** Reads the live calls of one profile's applications: number and list. Source: `service-api.md §Concurrency`. */
import { FailureError } from '../../../shared/failure.ts'
import type { AppId } from '../../../shared/ids.ts'
import type { ConcurrencySample, ListReading } from '../../../shared/schemas/session.ts'
import type { OpenProfile } from '../../context/open-profile.ts'
import type { ProfileContext } from '../../context/profile-context.ts'
import { logged } from '../../lib/log.ts'
import { shortId } from '../../lib/short-id.ts'
import type { CallOptions } from '../../service/operations.ts'
import type { Figures } from './figures.ts'
import { listReadingOf } from './list-reading.ts'
import { holdsMsFor } from './poll-interval.ts'
import type { PollIntervals } from './poll-interval.ts'

export interface CountRequest extends CallOptions {
  readonly open: OpenProfile
  readonly appId: AppId
}

/** The end of a read of an application's calls; null: it failed. A cancelled or overtaken read is not observed. */
export interface Observation {
  readonly appId: AppId
  readonly sample: ConcurrencySample | null
}

/** Called after every read of a number, including the operator's reads. */
export type Observe = (observation: Observation) => void

const listIntervalMs = 60_000

/** Reads counts of one profile, and records the results in the figures. */
export function createCountReader(
  context: ProfileContext,
  figures: Figures,
  { intervals, observe }: { readonly intervals: PollIntervals; readonly observe: Observe },
) {
  const { current, clock, emit, log } = context
  const listBegunAt = new Map<AppId, number>()
  let isReadingList = false

  // A late answer from the previous address or secret is neither stored nor shown.
  const isCurrent = ({ client }: OpenProfile): boolean => current()?.client === client

  const push = (appId: AppId): void =>
    emit('concurrency.changed', { appId, concurrency: figures.view(appId, intervals.backgroundMs()) })

  const notifyEnd = (observation: Observation): void => {
    push(observation.appId)
    // A failing listener must not stop the reads, nor a close that waits for a read.
    logged(log, `the live calls of ${shortId(observation.appId)} could not be announced`, () => observe(observation))
  }

  /**
   * Reads a number. The figures get the result unless the address or the secret has changed meanwhile. Failures: every
   * failure of a service call.
   */
  const readCount = async ({ open, appId, ...options }: CountRequest): Promise<ConcurrencySample> => {
    const read = figures.begin()
    // Retries may take as long as several reads: the figures show immediately that the service does not answer.
    const onFailedAttempt = (error: FailureError): void => {
      if (isCurrent(open) && figures.attemptFailed(read, appId, error)) push(appId)
    }
    try {
      const sample = await open.client.concurrentNumber(appId, { ...options, onFailedAttempt })
      if (!isCurrent(open)) return sample
      const holdsMs = holdsMsFor(intervals.of(appId))
      const isNew = figures.numberRead(read, appId, { sample, holdsMs })
      if (isNew) notifyEnd({ appId, sample })
      return sample
    } catch (error) {
      // A cancelled read says nothing about the service, so it leaves the figures unchanged.
      if (error instanceof FailureError && error.failure.kind !== 'cancelled' && isCurrent(open)) {
        const isNew = figures.numberRead(read, appId, error)
        if (isNew) notifyEnd({ appId, sample: null })
      }
      throw error
    }
  }

  const compared = async (open: OpenProfile, number: ConcurrencySample, options: CallOptions): Promise<ListReading> => {
    const { appId } = number
    const list = await open.client.concurrentList(appId, options)
    const reading = listReadingOf(list, number)
    if (reading.agreement !== 'differs') return reading
    // A call that began or ended between the two reads is not a difference: a number read a moment later confirms that.
    return listReadingOf(list, await readCount({ open, appId, ...options }))
  }

  /** Reads the list beside a number. Resolves when the read has ended, successful or not. */
  const readList = async (open: OpenProfile, number: ConcurrencySample, options: CallOptions = {}): Promise<void> => {
    const { appId } = number
    const read = figures.begin()
    listBegunAt.set(appId, clock.now())
    try {
      const reading = await compared(open, number, options)
      if (isCurrent(open) && figures.listRead(read, appId, reading)) push(appId)
    } catch (error) {
      if (!(error instanceof FailureError)) log.error(`reading the list of the live calls of ${shortId(appId)}`, error)
      else if (error.failure.kind !== 'cancelled' && isCurrent(open) && figures.listRead(read, appId, error))
        push(appId)
    }
  }

  const isListDue = (appId: AppId): boolean => {
    const last = listBegunAt.get(appId)
    // Uses the absolute difference: a clock that was set back must not postpone the read.
    return last === undefined || Math.abs(clock.now() - last) >= listIntervalMs
  }

  return {
    push,
    readCount,
    readList,
    /**
     * Starts a read when the last list read of this application began at least a minute ago and no other list is being
     * read.
     */
    readListIfDue: (open: OpenProfile, number: ConcurrencySample, signal: AbortSignal): void => {
      if (isReadingList || !isListDue(number.appId)) return
      isReadingList = true
      void readList(open, number, { signal }).finally(() => {
        isReadingList = false
      })
    },
  }
}
