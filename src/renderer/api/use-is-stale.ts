import { useSyncExternalStore } from 'react'
import { isStale, sumLive } from '../../shared/model/live-count.ts'
import type { KnownCount, LiveSum } from '../../shared/model/live-count.ts'
import { balanceHoldsMs } from '../../shared/model/balance-usage.ts'
import type { AppId } from '../../shared/ids.ts'
import type { Account } from '../../shared/schemas/account.ts'
import type { ApplicationCount, Concurrency } from '../../shared/schemas/session.ts'
import { everySecond } from '../i18n/clock.ts'

function knownCountOf(count: KnownCount | Concurrency): KnownCount {
  return 'failure' in count ? { ...count, hasFailed: count.failure !== null } : count
}

/** True once a count no longer describes the present state; false for null. */
export function useIsStale(count: KnownCount | Concurrency | null): boolean {
  return useSyncExternalStore(everySecond, () => count !== null && isStale(knownCountOf(count), Date.now()))
}

/** The applications whose counts no longer describe the present state. */
export function useStaleApplications(counts: readonly ApplicationCount[]): ReadonlySet<AppId> {
  // As text, so that a component that subscribes to every second is drawn again only when a count becomes stale.
  const stale = useSyncExternalStore(everySecond, () =>
    JSON.stringify(counts.filter((count) => isStale(count, Date.now())).map(({ appId }) => appId)),
  )
  return new Set(JSON.parse(stale) as readonly AppId[])
}

/** True once the balances no longer describe the present state: the last read failed, or the next read was missed. */
export function useAreBalancesStale({ latest, failure }: Pick<Account, 'latest' | 'failure'>): boolean {
  // Compares in both directions, because a clock that was set back makes old balances look new.
  const isOld = (): boolean => latest !== null && Math.abs(Date.now() - latest.at) > balanceHoldsMs
  return useSyncExternalStore(everySecond, isOld) || failure !== null
}

export function useLiveSum(counts: readonly ApplicationCount[]): LiveSum {
  // As text, so that a component that subscribes to every second is drawn again only when the sum changed.
  const sum = useSyncExternalStore(everySecond, () => JSON.stringify(sumLive(counts, Date.now())))
  return JSON.parse(sum) as LiveSum
}
