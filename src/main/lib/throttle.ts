import { createTimer } from './clock.ts'
import type { Clock } from './clock.ts'

/** Calls `notify` at the first trigger, then at most once per interval while there are more triggers. */
export function createThrottle(clock: Clock, intervalMs: number, notify: () => void) {
  const timer = createTimer(clock)
  let isWaiting = false
  let isDisposed = false

  const notifyNow = (): void => {
    isWaiting = false
    notify()
    timer.set(intervalMs, () => {
      if (isWaiting) notifyNow()
    })
  }

  return {
    trigger: (): void => {
      if (isDisposed) return
      if (timer.isSet()) isWaiting = true
      else notifyNow()
    },
    dispose: (): void => {
      isDisposed = true
      timer.cancel()
    },
  }
}
