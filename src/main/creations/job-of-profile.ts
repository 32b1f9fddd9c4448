import { FailureError } from '../../shared/failure.ts'
import type { JobId, ProfileId } from '../../shared/ids.ts'
import type { Job } from '../../shared/schemas/avatar.ts'
import type { JobStore } from './job-store.ts'

/** A job of a profile: the page sees the open one's only, so it may decide on those only. Failures: not-found, storage. */
export function jobOfProfile(jobStore: Pick<JobStore, 'find'>, profileId: ProfileId, id: JobId): Job {
  const job = jobStore.find(id)
  if (job?.profileId !== profileId) throw new FailureError({ kind: 'not-found', what: 'job' })
  return job
}
