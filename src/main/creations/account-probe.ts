/** When a held queue reads the account again. */
import { FailureError } from '../../shared/failure.ts'
import type { ProfileId } from '../../shared/ids.ts'
import type { AppContext } from '../context/app-context.ts'
import { backoffMs } from '../lib/poller.ts'

/** Milliseconds until a held queue asks the account again: 15 s at first, doubling with each failure to 60 s. */
export function probeDelayMs(failures: number, random: () => number): number {
  return backoffMs({ firstMs: 15_000, maxMs: 60_000, jitter: [0.85, 1.15] }, failures, random)
}

/** One delayed call; setting it anew replaces the one before. */
export function createTimer({ clock }: Pick<AppContext, 'clock'>) {
  let cancelCall: (() => void) | null = null
  const cancel = (): void => {
    cancelCall?.()
    cancelCall = null
  }
  return {
    isSet: () => cancelCall !== null,
    cancel,
    set: (delayMs: number, run: () => void): void => {
      cancel()
      cancelCall = clock.after(delayMs, () => {
        cancelCall = null
        run()
      })
    },
  }
}

/** Delayed reads of the account: `read` is called where `mayRead` says so, and again later when it fails. */
export function createProbe(
  context: Pick<AppContext, 'clock' | 'random' | 'log'>,
  {
    profileId,
    mayRead,
    isStopped,
    read,
  }: {
    readonly profileId: ProfileId
    readonly mayRead: () => boolean
    readonly isStopped: () => boolean
    readonly read: () => Promise<void>
  },
) {
  const timer = createTimer(context)
  // Since the last submission that came to an outcome: an account that answers does not show that creations get through.
  let count = 0

  const later = (): void => {
    if (!timer.isSet() && !isStopped()) after(probeDelayMs(count, context.random))
  }

  const after = (delayMs: number): void => {
    timer.set(delayMs, () => {
      if (!mayRead()) return
      read().catch((error: unknown) => {
        if (!(error instanceof FailureError)) context.log.error(`probe of profile ${profileId}`, error)
        // Whatever went wrong, a queue that is probed no more would be held for ever.
        later()
      })
    })
  }

  return {
    now: () => {
      after(0)
    },
    later,
    cancel: timer.cancel,
    add: () => {
      count += 1
    },
    reset: () => {
      count = 0
    },
  }
}
