/** What happens to creations, for the parts of this folder that follow from it. A listener must not throw. */
import type { EventEmitter } from 'node:events'
import type { ProfileId } from '../../shared/ids.ts'
import type { BalanceReading, Job } from '../../shared/schemas/avatar.ts'

export type CreationEvents = EventEmitter<{
  /** Every job that is new or changed, whole, after it was written. */
  jobsChanged: [jobs: readonly Job[]]
  /** After that, a job that came into another state, and the job as it was. */
  jobReached: [job: Job, before: Job]
  /** The state of a queue has changed. */
  queueChanged: [profileId: ProfileId]
  /** The progress of the batches of a profile has changed. */
  batchesChanged: [profileId: ProfileId]
  /** A number of creations was read, and is the last known number by now. */
  balanceRead: [profileId: ProfileId, reading: BalanceReading]
}>
