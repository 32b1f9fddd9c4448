/** When the feed is checked automatically: at the start, then every day; not while suspended. */
import type { Clock } from '../lib/clock.ts'
import type { Suspendable } from '../lib/suspendable.ts'

// After the first window, the database's check and the first reads of the service.
const FIRST_MS = 5_000
const POLL_MS = 15 * 60_000
const RETRY_MS = 60 * 60_000
const DAY_MS = 24 * 60 * 60_000

/** `check`: false when it came to nothing; never fails. Nothing is checked before `start`. */
export function createUpdateSchedule(
  clock: Clock,
  check: () => Promise<boolean>,
  isOffline: () => boolean,
): Suspendable & { readonly start: () => void; readonly dispose: () => void } {
  let isSuspended = false
  let isDisposed = false
  let last: { readonly at: number; readonly wentWell: boolean } | null = null
  let stopTimer: () => void = () => undefined

  // A clock that was set back by years must not put the next poll off by as many.
  const isDue = (): boolean => last === null || Math.abs(clock.now() - last.at) >= (last.wentWell ? DAY_MS : RETRY_MS)

  const pollIn = (ms: number): void => {
    stopTimer()
    if (isDisposed || isSuspended) return
    stopTimer = clock.after(ms, () => {
      void poll()
    })
  }
  const poll = async (): Promise<void> => {
    if (isDue() && !isOffline()) {
      const at = clock.now()
      last = { at, wentWell: await check() }
    }
    pollIn(POLL_MS)
  }

  return {
    start: () => {
      pollIn(FIRST_MS)
    },
    pause: () => {
      isSuspended = true
      stopTimer()
    },
    wake: () => {
      isSuspended = false
      pollIn(FIRST_MS)
    },
    dispose: () => {
      isDisposed = true
      stopTimer()
    },
  }
}
