import type { Clock } from './clock.ts'

/** For changes of which only the last matters. */
export interface Throttle {
  readonly trigger: () => void
  readonly dispose: () => void
}

/** `notify` is called at the first trigger, and then once in an interval while there are more. */
export function createThrottle(clock: Clock, intervalMs: number, notify: () => void): Throttle {
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
