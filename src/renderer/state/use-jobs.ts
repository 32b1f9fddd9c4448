import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { JobListQuery, ListedJob } from '../../shared/schemas/history.ts'
import { read } from '../api/queries.ts'

/** How many jobs the open profile has. */
export function useJobCounts() {
  return useQuery(read('job.counts', {})).data
}

/** Up to `limit` jobs whose outcome is unknown, in the order of the queue. */
export function useUnknownJobs(limit: number): readonly ListedJob[] {
  return useFoundJobs({ search: '', states: ['unknown'], sort: 'state', archived: false, limit }).data?.rows ?? []
}

/** The jobs that match the query; the previous result stays until the new result is available. */
export function useFoundJobs(query: JobListQuery) {
  return useQuery({ ...read('job.list', query), placeholderData: keepPreviousData })
}
