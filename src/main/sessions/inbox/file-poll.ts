/** When a watched path is polled: when something was written, and seldom otherwise; one poll after the other. */
import type { Clock } from '../../lib/clock.ts'

export interface FilePoll {
  /** Polls now; resolves when that poll is over. */
  readonly poll: () => Promise<void>
  /** Something was written. */
  readonly schedule: () => void
  /** No more polls; resolves when the one that is in flight is over. */
  readonly stop: () => Promise<void>
}

// What is written a line at a time would otherwise be read line by line.
const restMs = 300

/** `poll` answers how long to wait at most until the next one, in milliseconds. It never rejects. */
export function createFilePoll(clock: Clock, poll: () => Promise<number>): FilePoll {
  let inFlight: Promise<void> | null = null
  let cancelNext: (() => void) | null = null
  let isThrottled = false
  let isPending = false
  let isStopped = false

  const after = (ms: number, run: () => void): void => {
    cancelNext?.()
    cancelNext = clock.after(ms, run)
  }

  const throttle = (maxMs: number): void => {
    isThrottled = true
    after(restMs, () => {
      isThrottled = false
      if (isPending) void begin()
      else after(Math.max(0, maxMs - restMs), () => void begin())
    })
  }

  const begin = (): Promise<void> => {
    if (isStopped) return Promise.resolve()
    cancelNext?.()
    isPending = false
    isThrottled = false
    inFlight = poll().then((maxMs) => {
      inFlight = null
      if (!isStopped) throttle(maxMs)
    })
    return inFlight
  }

  return {
    poll: async () => {
      isStopped = false
      // One that is in flight may have passed by what is wanted.
      await inFlight
      await (inFlight ?? begin())
    },
    schedule: () => {
      isPending = true
      if (inFlight === null && !isThrottled) void begin()
    },
    stop: async () => {
      isStopped = true
      cancelNext?.()
      await inFlight
    },
  }
}
