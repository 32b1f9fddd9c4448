/** Tells the page that the library is another: at once, and not more often than it is worth while reads go on by themselves. */
import type { ProfileId } from '../../../shared/ids.ts'
import type { Clock } from '../../clock.ts'
import { createCoalesced } from '../../coalesced.ts'
import type { Emit } from '../../ipc/handlers.ts'
import type { CurrentProfile } from '../../open-profile.ts'

/** The news of the library. */
export interface LibraryNews {
  /** Something of that profile changed; the page hears of the open one only. */
  readonly changed: (profileId: ProfileId) => void
  readonly dispose: () => void
}

/** What the news need. */
export interface LibraryNewsDeps {
  readonly current: CurrentProfile
  readonly clock: Clock
  readonly emit: Emit
}

const restMs = 500

/** Gives the news. */
export function createLibraryNews({ current, clock, emit }: LibraryNewsDeps): LibraryNews {
  const news = createCoalesced({
    clock,
    restMs,
    tell: () => {
      emit('library.changed', {})
    },
  })
  return {
    changed: (profileId) => {
      if (current()?.profile.id === profileId) news.changed()
    },
    dispose: news.dispose,
  }
}
