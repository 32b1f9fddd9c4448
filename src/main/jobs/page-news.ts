import type { ProfileId } from '../../shared/ids.ts'
import type { Job } from '../../shared/schemas/avatar.ts'
import type { Emit } from '../ipc/handlers.ts'
import type { CurrentProfile } from '../open-profile.ts'

/** Tells the page of changes. */
export interface PageNews {
  readonly isOpen: (profileId: ProfileId) => boolean
  /** Jobs that are new or changed; those of the open profile are told. */
  readonly changed: (jobs: readonly Job[]) => void
}

/** Gives the news, of the open profile only. */
export function createPageNews({ current, emit }: { readonly current: CurrentProfile; readonly emit: Emit }): PageNews {
  const isOpen = (profileId: ProfileId): boolean => current()?.profile.id === profileId
  return {
    isOpen,
    changed: (jobs) => {
      const seen = jobs.filter(({ profileId }) => isOpen(profileId))
      if (seen.length === 0) return
      const removed = seen.filter(({ state }) => state === 'removed').map(({ id }) => id)
      emit('jobs.changed', { changed: seen.filter(({ state }) => state !== 'removed'), removed })
    },
  }
}
