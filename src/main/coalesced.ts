/** Tells of changes at once, and not more often than it is worth while they go on. */
import type { Clock } from './clock.ts'

/** News of which only the last matters. */
export interface Coalesced {
  /** There is something to tell. */
  readonly changed: () => void
  /** Nothing is told any more. */
  readonly dispose: () => void
}

/** What telling needs: `tell` is called at once, and then after a rest of `restMs` each while there is something to tell. */
export interface CoalescedDeps {
  readonly clock: Clock
  readonly restMs: number
  readonly tell: () => void
}

/** Gives news that are told seldom. */
export function createCoalesced({ clock, restMs, tell }: CoalescedDeps): Coalesced {
  let cancelRest: (() => void) | null = null
  let isWaiting = false
  let isDisposed = false

  const tellNow = (): void => {
    isWaiting = false
    tell()
    cancelRest = clock.after(restMs, () => {
      cancelRest = null
      if (isWaiting) tellNow()
    })
  }

  return {
    changed: () => {
      if (isDisposed) return
      if (cancelRest === null) tellNow()
      else isWaiting = true
    },
    dispose: () => {
      isDisposed = true
      cancelRest?.()
    },
  }
}
