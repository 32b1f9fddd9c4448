/** Limits the requests within any minute, however fast the answers arrive. */
import type { Clock } from './clock.ts'

/** A poller checks this limit before it starts a poll. */
export interface RequestLimit {
  /** Milliseconds until a poll may start; 0 means now. */
  readonly waitMs: () => number
  /** Marks the start of a poll; the returned function marks its end. */
  readonly begin: () => () => void
}

export interface CountedLimit extends RequestLimit {
  /** Counts a request in addition to the first request of a poll. */
  readonly count: () => void
}

const minuteMs = 60_000

/**
 * `retries`: requests that a poll can send in addition to its first request. Room for them stays reserved while the
 * poll runs, so that the limit also covers retries. After a burst, requests are spread over the minute instead of
 * causing the next burst.
 */
export function createRequestLimit(
  clock: Pick<Clock, 'now'>,
  { perMinute, retries }: { readonly perMinute: number; readonly retries: number },
): CountedLimit {
  const gapMs = minuteMs / perMinute
  // The times at which a request's slot becomes free again, in order.
  let freeTimes: number[] = []
  let running = 0
  let seenAt = clock.now()

  const drop = (): void => {
    const now = clock.now()
    // After the clock was set back, no slot stays occupied for longer.
    const backMs = seenAt - now
    if (backMs > 0) freeTimes = freeTimes.map((at) => at - backMs)
    seenAt = now
    const taken = freeTimes.findIndex((at) => at > now)
    freeTimes.splice(0, taken === -1 ? freeTimes.length : taken)
  }

  const count = (): void => {
    drop()
    freeTimes.push(Math.max(clock.now() + minuteMs, (freeTimes.at(-1) ?? 0) + gapMs))
  }

  return {
    waitMs: () => {
      drop()
      const excess = freeTimes.length + retries * (running + 1) + 1 - perMinute
      const freeAt = freeTimes[Math.min(excess, freeTimes.length) - 1]
      return excess <= 0 || freeAt === undefined ? 0 : freeAt - clock.now()
    },
    begin: () => {
      count()
      running += 1
      return () => {
        running -= 1
      }
    },
    count,
  }
}
