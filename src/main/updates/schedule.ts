/** When the feed is checked automatically: at the start, then every day; not while suspended. */
import type { Clock } from '../lib/clock.ts'
import type { Log } from '../lib/log.ts'
import { createPoller } from '../lib/poller.ts'
import type { Suspendable } from '../lib/suspendable.ts'

// After the first window, the database's check and the first reads of the service.
const FIRST_MS = 5_000
const POLL_MS = 15 * 60_000
const RETRY_MS = 60 * 60_000
const DAY_MS = 24 * 60 * 60_000

/** `check`: false when it came to nothing; never fails. Nothing is checked before `start`. */
export function createUpdateSchedule(
  { clock, log }: { readonly clock: Clock; readonly log: Log },
  check: () => Promise<boolean>,
  isOffline: () => boolean,
): Suspendable & { readonly start: () => void; readonly dispose: () => void } {
  let last: { readonly at: number; readonly wentWell: boolean } | null = null

  // A clock that was set back by years must not put the next check off by as many.
  const isDue = (): boolean => last === null || Math.abs(clock.now() - last.at) >= (last.wentWell ? DAY_MS : RETRY_MS)

  const poller = createPoller<'feed'>(
    { clock, log },
    {
      name: 'checking for updates',
      poll: async () => {
        if (!isDue() || isOffline()) return
        const at = clock.now()
        last = { at, wentWell: await check() }
      },
      delayMs: () => POLL_MS,
    },
  )
  return {
    start: () => {
      poller.add('feed', FIRST_MS)
    },
    pause: poller.suspend,
    wake: poller.resume,
    dispose: () => void poller.dispose(),
  }
}
