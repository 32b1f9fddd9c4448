/** Notifies the page that the library changed: throttled, because automatic reads go on for long. */
import type { ProfileId } from '../../../shared/ids.ts'
import { createThrottle } from '../../lib/throttle.ts'
import type { ProfileContext } from '../../context/profile-context.ts'

export interface LibraryEvents {
  /** Something of that profile changed; the page hears of the open one only. */
  readonly changed: (profileId: ProfileId) => void
  readonly dispose: () => void
}

const throttleMs = 500

export function createLibraryEvents({
  current,
  clock,
  emit,
}: Pick<ProfileContext, 'current' | 'clock' | 'emit'>): LibraryEvents {
  const throttle = createThrottle(clock, throttleMs, () => {
    emit('library.changed', {})
  })
  return {
    changed: (profileId) => {
      if (current()?.profile.id === profileId) throttle.trigger()
    },
    dispose: throttle.dispose,
  }
}
