import { FailureError } from '../../../shared/failure.ts'
import type { ConcurrencySample } from '../../../shared/schemas/session.ts'
import type { Clock } from '../../lib/clock.ts'
import type { CountRequest, Monitor } from './monitor.ts'

/** A count that is wanted, but not at any price: broken off after `limitMs` or by `request.signal`. */
export interface WantedCount {
  readonly monitor: Pick<Monitor, 'readNow'>
  readonly clock: Clock
  readonly request: CountRequest
  readonly limitMs: number
}

/** Reads a count within a time limit; null when it could not be had, which must never stand in the way of closing. */
export async function countWithin({
  monitor,
  clock,
  request,
  limitMs,
}: WantedCount): Promise<ConcurrencySample | null> {
  const ending = new AbortController()
  const end = (): void => {
    ending.abort()
  }
  const cancelLimit = clock.after(limitMs, end)
  request.signal?.addEventListener('abort', end, { once: true })
  try {
    return await monitor.readNow({ ...request, signal: ending.signal })
  } catch (error) {
    if (error instanceof FailureError) return null
    throw error
  } finally {
    cancelLimit()
    request.signal?.removeEventListener('abort', end)
  }
}
