/** Tells the page that the library is another: at once, and not more often than it is worth while reads go on by themselves. */
import type { ProfileId } from '../../../shared/ids.ts'
import type { Clock } from '../../lib/clock.ts'
import { createThrottle } from '../../lib/throttle.ts'
import type { Emit } from '../../ipc/handlers.ts'
import type { CurrentProfile } from '../../context/open-profile.ts'

/** The news of the library. */
export interface LibraryEvents {
  /** Something of that profile changed; the page hears of the open one only. */
  readonly changed: (profileId: ProfileId) => void
  readonly dispose: () => void
}

export interface LibraryEventsDeps {
  readonly current: CurrentProfile
  readonly clock: Clock
  readonly emit: Emit
}

const throttleMs = 500

export function createLibraryEvents({ current, clock, emit }: LibraryEventsDeps): LibraryEvents {
  const throttle = createThrottle({
    clock,
    intervalMs: throttleMs,
    notify: () => {
      emit('library.changed', {})
    },
  })
  return {
    changed: (profileId) => {
      if (current()?.profile.id === profileId) throttle.trigger()
    },
    dispose: throttle.dispose,
  }
}
