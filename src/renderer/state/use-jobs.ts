import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { Job } from '../../shared/schemas/avatar.ts'
import type { JobCounts, JobIndex, JobQuery } from '../../shared/schemas/history.ts'
import { read } from '../api/queries.ts'
import { queryClient } from '../api/query-client.ts'
import { useRemoved } from './removed-store.ts'
import type { RemovedId } from './removed-store.ts'

/** Counts without the jobs that were just removed; a row that was on screen has been read. */
function withoutRemoved<Counted extends JobCounts>(jobs: Counted, removed: ReadonlySet<RemovedId>): Counted {
  const counts = { ...jobs.counts }
  let { total } = jobs
  for (const id of removed) {
    const job = queryClient.getQueryData<Job | null>(['job.read', id])
    if (!job) continue
    counts[job.state] = Math.max(0, counts[job.state] - 1)
    total -= 1
  }
  return { ...jobs, total, counts }
}

/** How many jobs the open profile has, without those just removed. */
export function useJobCounts() {
  const removed = useRemoved()
  return useQuery({ ...read('job.counts', {}), select: (jobs) => withoutRemoved(jobs, removed) }).data
}

/** The jobs that are found, without those just removed; what was found before stays until the rest is known. */
export function useFoundJobs(query: JobQuery) {
  const removed = useRemoved()
  // The same while they are: there may be ten thousand.
  const select = useCallback(
    (jobs: JobIndex) => ({ ...withoutRemoved(jobs, removed), ids: jobs.ids.filter((id) => !removed.has(id)) }),
    [removed],
  )
  return useQuery({ ...read('job.index', query), placeholderData: keepPreviousData, select })
}
