/** When a watched path is looked at: when something was written, and seldom by itself; one look after the other. */
import type { Clock } from '../../clock.ts'

/** The times of looks. */
export interface LookSchedule {
  /** Looks now; resolves when that look is over. */
  readonly look: () => Promise<void>
  /** Something was written. */
  readonly stir: () => void
  /** No more looks; resolves when the one that is in flight is over. */
  readonly stop: () => Promise<void>
}

/** What the schedule needs; `look` answers how long to wait at most until the next one, in milliseconds. It never rejects. */
export interface LookScheduleDeps {
  readonly clock: Clock
  readonly look: () => Promise<number>
}

// What is written a line at a time would otherwise be looked at line by line.
const restMs = 300

export function createLookSchedule({ clock, look }: LookScheduleDeps): LookSchedule {
  let inFlight: Promise<void> | null = null
  let cancelNext: (() => void) | null = null
  let isResting = false
  let isStirred = false
  let isStopped = false

  const after = (ms: number, run: () => void): void => {
    cancelNext?.()
    cancelNext = clock.after(ms, run)
  }

  const rest = (longestMs: number): void => {
    isResting = true
    after(restMs, () => {
      isResting = false
      if (isStirred) void begin()
      else after(Math.max(0, longestMs - restMs), () => void begin())
    })
  }

  const begin = (): Promise<void> => {
    if (isStopped) return Promise.resolve()
    cancelNext?.()
    isStirred = false
    isResting = false
    inFlight = look().then((longestMs) => {
      inFlight = null
      if (!isStopped) rest(longestMs)
    })
    return inFlight
  }

  return {
    look: async () => {
      isStopped = false
      // One that is in flight may have passed by what is wanted.
      await inFlight
      await (inFlight ?? begin())
    },
    stir: () => {
      isStirred = true
      if (inFlight === null && !isResting) void begin()
    },
    stop: async () => {
      isStopped = true
      cancelNext?.()
      await inFlight
    },
  }
}
