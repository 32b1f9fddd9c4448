/** A ceiling on requests: never more than so many within any minute, however fast the answers come. */
import type { Clock } from './clock.ts'

/** What a poller asks before it starts a poll. */
export interface RequestLimit {
  /** Milliseconds until a poll may start; 0: now. */
  readonly waitMs: () => number
  /** A poll starts. The function that is returned ends it. */
  readonly begin: () => () => void
}

export interface CountedLimit extends RequestLimit {
  /** A request left beside the first one of a poll. */
  readonly count: () => void
}

const minuteMs = 60_000

/**
 * `retries`: requests that a poll may add to its first one. Room for them is kept free while it runs, so that the ceiling
 * holds for what is on the wire. After a burst, requests are spread over the minute rather than sent in the next burst.
 */
export function createRequestLimit(
  clock: Pick<Clock, 'now'>,
  { perMinute, retries }: { readonly perMinute: number; readonly retries: number },
): CountedLimit {
  const gapMs = minuteMs / perMinute
  // When the place of each request is free again, in order.
  let places: number[] = []
  let running = 0
  let seenAt = clock.now()

  const drop = (): void => {
    const now = clock.now()
    // A clock that was set back keeps no place taken for longer.
    const backMs = seenAt - now
    if (backMs > 0) places = places.map((at) => at - backMs)
    seenAt = now
    const taken = places.findIndex((at) => at > now)
    places.splice(0, taken === -1 ? places.length : taken)
  }

  const count = (): void => {
    drop()
    places.push(Math.max(clock.now() + minuteMs, (places.at(-1) ?? 0) + gapMs))
  }

  return {
    waitMs: () => {
      drop()
      const excess = places.length + retries * (running + 1) + 1 - perMinute
      const freeAt = places[Math.min(excess, places.length) - 1]
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
