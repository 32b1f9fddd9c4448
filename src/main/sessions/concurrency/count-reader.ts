/** Reads the live calls of one profile's applications: number and list. Source: `service-api.md §Concurrency`. */
import { FailureError } from '../../../shared/failure.ts'
import type { AppId } from '../../../shared/ids.ts'
import type { ConcurrencySample, ListReading } from '../../../shared/schemas/session.ts'
import type { OpenProfile } from '../../context/open-profile.ts'
import type { ProfileContext } from '../../context/profile-context.ts'
import { logged } from '../../lib/log.ts'
import { shortId } from '../../lib/short-id.ts'
import type { CallOptions } from '../../service/operations.ts'
import { createFigures } from './figures.ts'
import { listReadingOf } from './list-reading.ts'
import { holdsMsFor } from './poll-interval.ts'
import type { PollIntervals } from './poll-interval.ts'

export interface CountRequest extends CallOptions {
  readonly open: OpenProfile
  readonly appId: AppId
}

/** How a read of an application's calls ended; null: it failed. One that was cancelled or overtaken is not observed. */
export interface Observation {
  readonly appId: AppId
  readonly sample: ConcurrencySample | null
}

export interface ReaderOwn {
  readonly intervals: PollIntervals
  /** False once another one reads: what comes late is neither pushed nor observed. */
  readonly isCurrent: () => boolean
  /** After every read of a number, the operator's included. */
  readonly observed: (seen: Observation) => void
}

const listIntervalMs = 60_000

export type CountReader = ReturnType<typeof createCountReader>

/** The reads under one open profile; how they end stands in the figures. */
export function createCountReader(
  context: ProfileContext,
  open: OpenProfile,
  { intervals, isCurrent, observed }: ReaderOwn,
) {
  const { clock, emit, log } = context
  const figures = createFigures(context, open.profile.id)
  const listBegunAt = new Map<AppId, number>()
  let isReadingList = false

  const push = (appId: AppId): void => {
    if (!isCurrent()) return
    emit('concurrency.changed', { appId, concurrency: figures.view(appId, intervals.backgroundMs()) })
  }

  const ended = (seen: Observation): void => {
    push(seen.appId)
    // A listener must not stop the reads, nor the closing that waits for one.
    logged(log, `what follows from the live calls of ${shortId(seen.appId)}`, () => {
      if (isCurrent()) observed(seen)
    })
  }

  /** Reads a number; under the profile as it is by then. Failures: every one of a service call. */
  const readCount = async ({ open: { client }, appId, ...options }: CountRequest): Promise<ConcurrencySample> => {
    const read = figures.begin()
    // Retries may take as long as several reads: the figures say at once that the service does not answer.
    const onFailedAttempt = (error: FailureError): void => {
      if (figures.attemptFailed(read, appId, error)) push(appId)
    }
    try {
      const sample = await client.concurrentNumber(appId, { ...options, onFailedAttempt })
      const holdsMs = holdsMsFor(intervals.of(appId))
      const isNew = figures.numberRead(read, appId, { sample, holdsMs })
      if (isNew) ended({ appId, sample })
      return sample
    } catch (error) {
      // A read that was cancelled says nothing about the service, so it leaves the figures as they are.
      if (error instanceof FailureError && error.failure.kind !== 'cancelled') {
        const isNew = figures.numberRead(read, appId, error)
        if (isNew) ended({ appId, sample: null })
      }
      throw error
    }
  }

  const compared = async (number: ConcurrencySample, options: CallOptions): Promise<ListReading> => {
    const { appId } = number
    const list = await open.client.concurrentList(appId, options)
    const reading = listReadingOf(list, number)
    if (reading.agreement !== 'differs') return reading
    // A call that began or ended between the two reads is no difference: the number of a moment later shows that.
    return listReadingOf(list, await readCount({ open, appId, ...options }))
  }

  /** Reads the list beside a number. Resolves when it has ended, well or not. */
  const readList = async (number: ConcurrencySample, options: CallOptions = {}): Promise<void> => {
    const { appId } = number
    const read = figures.begin()
    listBegunAt.set(appId, clock.now())
    try {
      if (figures.listRead(read, appId, await compared(number, options))) push(appId)
    } catch (error) {
      if (!(error instanceof FailureError)) log.error(`reading the list of the live calls of ${shortId(appId)}`, error)
      else if (error.failure.kind !== 'cancelled' && figures.listRead(read, appId, error)) push(appId)
    }
  }

  const isListDue = (appId: AppId): boolean => {
    const last = listBegunAt.get(appId)
    // Either way: a clock that was set back must not put it off.
    return last === undefined || Math.abs(clock.now() - last) >= listIntervalMs
  }

  return {
    open,
    figures,
    push,
    readCount,
    readList,
    /** Begins a read when the last one of this application began a minute ago and no other list is being read. */
    readListIfDue: (number: ConcurrencySample, signal: AbortSignal): void => {
      if (isReadingList || !isListDue(number.appId)) return
      isReadingList = true
      void readList(number, { signal }).finally(() => {
        isReadingList = false
      })
    },
  }
}
