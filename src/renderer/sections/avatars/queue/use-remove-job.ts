import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import type { JobId } from '../../../../shared/ids.ts'
import type { Job } from '../../../../shared/schemas/avatar.ts'
import { call } from '../../../api/call.ts'
import { jobById } from '../../../api/queries.ts'
import { useRemoval } from '../../../state/use-removal.ts'
import { openJob } from '../../../state/queue-view-store.ts'

const jobQueries = [{ queryKey: ['job.index'] }, { queryKey: ['job.counts'] }] as const

// Of these something goes on or is lost with the row.
const isFurther = (state: Job['state']) => state === 'training' || state === 'unknown'

/** Takes a row off the page at once, and out of main when it can't be put back any more. */
export function useRemoveJob() {
  const { t } = useTranslation('avatars')
  const client = useQueryClient()
  const remove = useRemoval(jobQueries, async (jobId: JobId, profileId) => {
    await call('job.remove', { jobId }, profileId)
    // It must not be taken off counts in which main has it no more.
    client.setQueryData(jobById(jobId).queryKey, null)
  })
  return useCallback(
    ({ id, state }: Job): void => {
      openJob(null)
      remove([id], t(`decide.removed.${isFurther(state) ? state : 'row'}`))
    },
    [remove, t],
  )
}
