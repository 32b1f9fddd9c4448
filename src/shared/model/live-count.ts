/** The common rules for every displayed number of live calls. */
import type { ApplicationCount, Concurrency } from '../schemas/session.ts'

export interface KnownCount extends Pick<ApplicationCount, 'hasFailed' | 'intervalMs'> {
  readonly latest: { readonly at: number } | null
}

// One missed read is normal; two are not.
const missedReads = 2

/**
 * True when a count is not current: the last read failed, or two intervals of the wall clock passed without a count.
 */
export function isStale({ latest, hasFailed, intervalMs }: KnownCount, now: number): boolean {
  // The absolute difference, because a clock that was set back would make an old count look new.
  return latest !== null && (hasFailed || Math.abs(now - latest.at) > missedReads * intervalMs)
}

export function countOf({ appId, latest, failure, intervalMs }: Concurrency): ApplicationCount {
  const numbers = latest === null ? null : { at: latest.at, total: latest.total, yours: latest.yours }
  return { appId, latest: numbers, hasFailed: failure !== null, intervalMs }
}

export interface LiveSum {
  readonly live: number
  /** Number of applications that `live` covers. */
  readonly fresh: number
  /** Sum of the stale counts; `stale` is the number of their applications. */
  readonly was: number
  readonly stale: number
  /** Number of applications without any count. */
  readonly unread: number
  readonly all: number
  /**
   * Time (epoch ms) of the oldest count that `live` covers, or of the oldest stale count when `live` covers none; null
   * without a count.
   */
  readonly oldestAt: number | null
}

function totalOf(counts: readonly ApplicationCount[]): number {
  return counts.reduce((sum, { latest }) => sum + (latest?.total ?? 0), 0)
}

export function sumLive(counts: readonly ApplicationCount[], now: number): LiveSum {
  const read = counts.filter(({ latest }) => latest !== null)
  const stale = read.filter((count) => isStale(count, now))
  const fresh = read.filter((count) => !stale.includes(count))
  const shownTimes = (fresh.length > 0 ? fresh : stale).flatMap(({ latest }) => latest?.at ?? [])
  return {
    live: totalOf(fresh),
    fresh: fresh.length,
    was: totalOf(stale),
    stale: stale.length,
    unread: counts.length - read.length,
    all: counts.length,
    oldestAt: shownTimes.reduce<number | null>((oldest, at) => Math.min(oldest ?? at, at), null),
  }
}
