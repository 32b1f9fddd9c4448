/** When newer versions are looked for by the program itself: at its start, then every day; not while it sleeps. */
import type { Clock } from '../lib/clock.ts'
import type { Suspendable } from '../lib/suspendable.ts'

/** The schedule; nothing is looked for before `start`. */
export interface UpdateSchedule extends Suspendable {
  readonly start: () => void
  readonly dispose: () => void
}

export interface UpdateScheduleDeps {
  readonly clock: Clock
  /** Looks; false when that came to nothing. Never fails. */
  readonly check: () => Promise<boolean>
  readonly isOffline: () => boolean
}

// After the first window, the database's check and the first reads of the service.
const FIRST_MS = 5_000
const POLL_MS = 15 * 60_000
const RETRY_MS = 60 * 60_000
const DAY_MS = 24 * 60 * 60_000

export function createUpdateSchedule({ clock, check, isOffline }: UpdateScheduleDeps): UpdateSchedule {
  let isAsleep = false
  let isOver = false
  let last: { readonly at: number; readonly wentWell: boolean } | null = null
  let stopTimer: () => void = () => undefined

  // A clock that was set back by years must not put the next poll off by as many.
  const isDue = (): boolean => last === null || Math.abs(clock.now() - last.at) >= (last.wentWell ? DAY_MS : RETRY_MS)

  const pollIn = (ms: number): void => {
    stopTimer()
    if (isOver || isAsleep) return
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
      isAsleep = true
      stopTimer()
    },
    wake: () => {
      isAsleep = false
      pollIn(FIRST_MS)
    },
    dispose: () => {
      isOver = true
      stopTimer()
    },
  }
}
