import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { JobListQuery } from '../../shared/schemas/history.ts'
import { read } from '../api/queries.ts'

/** How many jobs the open profile has. */
export function useJobCounts() {
  return useQuery(read('job.counts', {})).data
}

/** The jobs that match the query; the previous result stays until the new result is available. */
export function useFoundJobs(query: JobListQuery) {
  return useQuery({ ...read('job.list', query), placeholderData: keepPreviousData })
}
