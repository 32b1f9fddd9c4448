/** Events of creations, for the modules of this folder that react to them. A listener must not throw. */
import type { EventEmitter } from 'node:events'
import type { ProfileId } from '../../shared/ids.ts'
import type { BalanceReading, Job } from '../../shared/schemas/avatar.ts'

export type CreationEvents = EventEmitter<{
  /** Every new or changed job, complete, after it was written. */
  jobsChanged: [jobs: readonly Job[]]
  /** After `jobsChanged`: a job that reached a different state, and the job before the change. */
  jobReached: [job: Job, before: Job]
  /** The state of a queue has changed. */
  queueChanged: [profileId: ProfileId]
  /** The progress of the batches of a profile has changed. */
  batchesChanged: [profileId: ProfileId]
  /** A number of creations was read and is now the last known number. */
  balanceRead: [profileId: ProfileId, reading: BalanceReading]
}>
