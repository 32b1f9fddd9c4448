/** Counts on disk what of drops is still to come, so that the next start can tell of files that a crash cost. */
import type { FileHandle, ProfileId } from '../../shared/ids.ts'
import type { Log } from '../lib/log.ts'
import type { UnfinishedDrop, UnfinishedDropsRepository } from '../store/unfinished-drops-repository.ts'

/** Some files of a window's drop; `remaining` files of it come after them. */
export interface DropPart {
  readonly windowId: number
  readonly handles: readonly FileHandle[]
  readonly remaining: number
}

/** The counts of the drops in progress: each window hands over one drop after the other. */
export interface DropCount {
  /**
   * Writes that so many files of a window's drop are still to come; 0: it has ended. What the disk refuses is logged and
   * stops nothing: the files themselves are more than their number.
   */
  readonly toCome: (windowId: number, drop: UnfinishedDrop) => void
  /** Of all profiles. Failures: storage. */
  readonly list: () => readonly UnfinishedDrop[]
  /** The operator knows of what did not come for the profile. Failures: storage. */
  readonly forget: (profileId: ProfileId) => void
}

export interface DropCountDeps {
  readonly repository: UnfinishedDropsRepository
  readonly log: Log
}

/** Gives the counts over their rows; a row holds the sum of what all windows have to come for its profile. */
export function createDropCount({ repository, log }: DropCountDeps): DropCount {
  const drops = new Map<number, UnfinishedDrop>()
  const write = (profileId: ProfileId): void => {
    const ofProfile = [...drops.values()].filter((drop) => drop.profileId === profileId)
    try {
      repository.set(
        profileId,
        ofProfile.reduce((sum, { files }) => sum + files, 0),
      )
    } catch (error) {
      log.error('what of a drop is still to come could not be written', error)
    }
  }
  return {
    toCome: (windowId, drop) => {
      const before = drops.get(windowId)
      drops.set(windowId, drop)
      // The window's profile was switched on the way: what was left of the drop goes to the new one.
      if (before !== undefined && before.profileId !== drop.profileId) write(before.profileId)
      write(drop.profileId)
      if (drop.files === 0) drops.delete(windowId)
    },
    list: repository.list,
    forget: (profileId) => {
      for (const [windowId, drop] of drops) if (drop.profileId === profileId) drops.delete(windowId)
      repository.set(profileId, 0)
    },
  }
}
