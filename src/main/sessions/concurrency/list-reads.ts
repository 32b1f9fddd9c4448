/** Reads getconcurrentList of what is looked at, each minute and when the operator asks, one at a time by itself. */
import { FailureError } from '../../../shared/failure.ts'
import type { Failure } from '../../../shared/failure.ts'
import type { AppId } from '../../../shared/ids.ts'
import type { ConcurrencySample, ListReading } from '../../../shared/schemas/session.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Log } from '../../lib/log.ts'
import type { OpenProfile } from '../../context/open-profile.ts'
import type { Figures } from './figures.ts'
import { listReadingOf } from './list-reading.ts'
import type { CountRequest } from './monitor.ts'

/** The reads of the lists of one profile; how they end stands in the figures. */
export interface ListReads {
  /** Begins a read when the last one of this application began a minute ago and no other list is being read. */
  readonly readIfDue: (number: ConcurrencySample, signal: AbortSignal) => void
  /** Reads now. Resolves when it has ended, well or not. */
  readonly readNow: (number: ConcurrencySample) => Promise<void>
}

export interface ListReadsDeps {
  readonly open: OpenProfile
  readonly figures: Pick<Figures, 'begin' | 'listRead'>
  readonly clock: Clock
  readonly log: Log
  readonly readNumber: (request: CountRequest) => Promise<ConcurrencySample>
  readonly askedToWaitMs: (failure: Failure) => number
  /** Hears that the figures of an application are others. */
  readonly changed: (appId: AppId) => void
}

const intervalMs = 60_000

export function createListReads(deps: ListReadsDeps): ListReads {
  const { open, figures, clock, log, readNumber, askedToWaitMs, changed } = deps
  const startedAt = new Map<AppId, number>()
  let isReading = false

  const isDue = (appId: AppId): boolean => {
    const last = startedAt.get(appId)
    // Either way: a clock that was set back must not put it off.
    return last === undefined || Math.abs(clock.now() - last) >= intervalMs
  }

  const compared = async (number: ConcurrencySample, signal: AbortSignal | null): Promise<ListReading> => {
    const { appId } = number
    const options = signal === null ? {} : { signal }
    const list = await open.client.concurrentList(appId, options)
    const reading = listReadingOf(list, number)
    if (reading.agreement !== 'differs') return reading
    // A call that began or ended between the two reads is no difference: the number of a moment later shows that.
    return listReadingOf(list, await readNumber({ open, appId, ...options }))
  }

  const read = async (number: ConcurrencySample, signal: AbortSignal | null): Promise<void> => {
    const { appId } = number
    const begun = figures.begin()
    startedAt.set(appId, clock.now())
    try {
      const value = await compared(number, signal)
      if (figures.listRead(begun, appId, { value })) changed(appId)
    } catch (error) {
      if (!(error instanceof FailureError)) {
        log.error(`reading the list of the live calls of ${appId}`, error)
        return
      }
      const { failure } = error
      if (failure.kind === 'cancelled') return
      if (figures.listRead(begun, appId, { failure, retryAfterMs: askedToWaitMs(failure) })) changed(appId)
    }
  }

  return {
    readIfDue: (number, signal) => {
      if (isReading || !isDue(number.appId)) return
      isReading = true
      void read(number, signal).finally(() => {
        isReading = false
      })
    },
    readNow: (number) => read(number, null),
  }
}
