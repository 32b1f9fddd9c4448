import type { ProfileId } from '../../shared/ids.ts'
import type { Job } from '../../shared/schemas/avatar.ts'
import type { Emit } from '../ipc/handlers.ts'

/** Tells the page of changes. */
export interface JobEvents {
  /** Jobs that are new or changed; those of open profiles are told. */
  readonly changed: (jobs: readonly Job[]) => void
}

/** What the news need: which profiles are open, and the way to the windows that show one. */
export interface JobEventsDeps {
  readonly isOpen: (profileId: ProfileId) => boolean
  readonly emitTo: (profileId: ProfileId) => Emit
}

/** Gives the news, of open profiles only. */
export function createJobEvents({ isOpen, emitTo }: JobEventsDeps): JobEvents {
  return {
    changed: (jobs) => {
      for (const [profileId, seen] of Map.groupBy(jobs, (job) => job.profileId)) {
        if (!isOpen(profileId)) continue
        const removed = seen.filter(({ state }) => state === 'removed').map(({ id }) => id)
        emitTo(profileId)('jobs.changed', { changed: seen.filter(({ state }) => state !== 'removed'), removed })
      }
    },
  }
}
