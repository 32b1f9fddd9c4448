/** Tells of changes at once, and not more often than it is worth while they go on. */
import type { Clock } from './clock.ts'

/** News of which only the last matters. */
export interface Throttle {
  /** There is something to tell. */
  readonly trigger: () => void
  /** Nothing is told any more. */
  readonly dispose: () => void
}

/** What telling needs: `tell` is called at once, and then after a rest of `restMs` each while there is something to tell. */
export interface ThrottleDeps {
  readonly clock: Clock
  readonly intervalMs: number
  readonly notify: () => void
}

/** Gives news that are told seldom. */
export function createThrottle({ clock, intervalMs, notify }: ThrottleDeps): Throttle {
  let cancelTimer: (() => void) | null = null
  let isWaiting = false
  let isDisposed = false

  const notifyNow = (): void => {
    isWaiting = false
    notify()
    cancelTimer = clock.after(intervalMs, () => {
      cancelTimer = null
      if (isWaiting) notifyNow()
    })
  }

  return {
    trigger: () => {
      if (isDisposed) return
      if (cancelTimer === null) notifyNow()
      else isWaiting = true
    },
    dispose: () => {
      isDisposed = true
      cancelTimer?.()
    },
  }
}
