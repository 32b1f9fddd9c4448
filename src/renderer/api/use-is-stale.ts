import { useSyncExternalStore } from 'react'
import { isStale, sumLive } from '../../shared/model/live-count.ts'
import type { KnownCount, LiveSum } from '../../shared/model/live-count.ts'
import type { ApplicationCount, Concurrency } from '../../shared/schemas/session.ts'
import { everySecond } from '../i18n/clock.ts'

function knownOf(count: KnownCount | Concurrency): KnownCount {
  return 'failure' in count ? { ...count, hasFailed: count.failure !== null } : count
}

/** True once a count says nothing of now; null has none. */
export function useIsStale(count: KnownCount | Concurrency | null): boolean {
  return useSyncExternalStore(everySecond, () => count !== null && isStale(knownOf(count), Date.now()))
}

export function useLiveSum(counts: readonly ApplicationCount[]): LiveSum {
  // As text, so that a component that subscribes to every second is drawn again only when the sum changed.
  const sum = useSyncExternalStore(everySecond, () => JSON.stringify(sumLive(counts, Date.now())))
  return JSON.parse(sum) as LiveSum
}
