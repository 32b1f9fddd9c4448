/** One answer wherever a number of live calls stands. */
import type { ApplicationCount, Concurrency } from '../schemas/session.ts'

export interface KnownCount extends Pick<ApplicationCount, 'hasFailed' | 'intervalMs'> {
  readonly latest: { readonly at: number } | null
}

// One read that is late is no news; two are.
const missedReads = 2

/** True when a count says nothing of now: the last read failed, or none came for two intervals by the wall clock. */
export function isStale({ latest, hasFailed, intervalMs }: KnownCount, now: number): boolean {
  // Either way: a clock that was set back makes an old count young.
  return latest !== null && (hasFailed || Math.abs(now - latest.at) > missedReads * intervalMs)
}

export function countOf({ appId, latest, failure, intervalMs }: Concurrency): ApplicationCount {
  const numbers = latest === null ? null : { at: latest.at, total: latest.total, yours: latest.yours }
  return { appId, latest: numbers, hasFailed: failure !== null, intervalMs }
}

export interface LiveSum {
  readonly live: number
  /** Applications that `live` covers. */
  readonly fresh: number
  /** What the stale counts were, and of how many applications. */
  readonly was: number
  readonly stale: number
  /** Applications without any count. */
  readonly unread: number
  readonly all: number
  /** The oldest count of those that `live` covers, or of the stale ones when it covers none (epoch ms); null without any. */
  readonly oldestAt: number | null
}

function totalOf(counts: readonly ApplicationCount[]): number {
  return counts.reduce((sum, { latest }) => sum + (latest?.total ?? 0), 0)
}

export function sumLive(counts: readonly ApplicationCount[], now: number): LiveSum {
  const read = counts.filter(({ latest }) => latest !== null)
  const stale = read.filter((count) => isStale(count, now))
  const fresh = read.filter((count) => !stale.includes(count))
  const shown = (fresh.length > 0 ? fresh : stale).flatMap(({ latest }) => latest?.at ?? [])
  return {
    live: totalOf(fresh),
    fresh: fresh.length,
    was: totalOf(stale),
    stale: stale.length,
    unread: counts.length - read.length,
    all: counts.length,
    oldestAt: shown.reduce<number | null>((oldest, at) => Math.min(oldest ?? at, at), null),
  }
}
