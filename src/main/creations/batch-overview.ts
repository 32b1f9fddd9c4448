/** Batches for the rest of main: what is on its way over all profiles, and the news of an end. */
import type { DatabaseSync } from 'node:sqlite'
import type { ProfileId } from '../../shared/ids.ts'
import { batchProgress } from '../../shared/model/batch-progress.ts'
import type { BatchProgress } from '../../shared/schemas/avatar.ts'
import type { Profile } from '../../shared/schemas/profile.ts'
import type { Clock } from '../lib/clock.ts'
import type { Log } from '../lib/log.ts'
import { createBatchesRepository } from '../store/batches-repository.ts'
import type { Batch } from '../store/batches-repository.ts'
import { createBatches } from './batches.ts'
import type { Batches } from './batches.ts'
import { createBatchEndNotifier } from './batch-end-notifier.ts'

/** Where the news of batches go. */
export interface BatchListeners {
  /** True while an operator has the window before them. */
  readonly isAttended: () => boolean
  /** Tells outside of the window that a batch has ended; once for each. */
  readonly onBatchEnd: (batch: Batch) => void
  /** Hears when the overview may be another. */
  readonly onProgress: () => void
}

/** What is on its way. */
export interface JobsOverview {
  /** null: nothing waits, is being sent or trains. */
  readonly progress: BatchProgress | null
  /** Something waits, and stays where it is: its queue is held or paused, its profile read-only or without network. */
  readonly isStopped: boolean
}

export interface BatchOverviewDeps extends BatchListeners {
  readonly database: DatabaseSync
  readonly clock: Clock
  readonly log: Log
  readonly findProfile: (id: ProfileId) => Profile | null
  /** Hears of a profile whose progress is another. */
  readonly onChanged: (profileId: ProfileId) => void
}

/** The batches, with what is on its way over all profiles that there are. */
export interface BatchOverview extends Omit<Batches, 'running'> {
  readonly overview: (isStopped: (profileId: ProfileId) => boolean) => JobsOverview
}

/** Gives the news; nothing is read before `start`. */
export function createBatchOverview(deps: BatchOverviewDeps): BatchOverview {
  const { findProfile } = deps
  const repository = createBatchesRepository(deps.database)
  const onEnd = createBatchEndNotifier({ ...deps, repository, announce: deps.onBatchEnd })
  const { running, ...batches } = createBatches({ ...deps, repository, onEnd })
  return {
    ...batches,
    overview: (isStopped) => {
      // The jobs of a deleted profile stay in the database, and nobody will ever send them.
      const known = running().filter(({ profileId }) => findProfile(profileId) !== null)
      return {
        progress: batchProgress(known.map(({ counts }) => counts)),
        isStopped: known.some(({ counts, profileId }) => (counts.waiting ?? 0) > 0 && isStopped(profileId)),
      }
    },
  }
}
