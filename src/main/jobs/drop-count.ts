/** Counts on disk what of a drop is still to come, so that the next start can tell of files that a crash cost. */
import type { ProfileId } from '../../shared/ids.ts'
import type { Log } from '../log.ts'
import type { UnfinishedDropsRepository } from '../store/unfinished-drops-repository.ts'

/** The count of the drop on its way: there is one page, and it hands over one drop after the other. */
export interface DropCount {
  /**
   * Writes that so many files are still to come; 0: the drop has ended. What the disk refuses is logged and stops
   * nothing: the files themselves are more than their number.
   */
  readonly toCome: (profileId: ProfileId, files: number) => void
}

/** What the count needs. */
export interface DropCountDeps {
  readonly repository: Pick<UnfinishedDropsRepository, 'set'>
  readonly log: Log
}

/** Gives the count over its rows. */
export function createDropCount({ repository, log }: DropCountDeps): DropCount {
  let counted: ProfileId | null = null
  const write = (profileId: ProfileId, files: number): void => {
    try {
      repository.set(profileId, files)
    } catch (error) {
      log.error('what of a drop is still to come could not be written', error)
    }
  }
  return {
    toCome: (profileId, files) => {
      // The profile was switched on the way: what was left of the drop goes to the new one.
      if (counted !== null && counted !== profileId) write(counted, 0)
      counted = files === 0 ? null : profileId
      write(profileId, files)
    },
  }
}
