import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { jobName } from '../../../../shared/model/job-name.ts'
import type { Job } from '../../../../shared/schemas/avatar.ts'
import { queries } from '../../../api/queries.ts'

/** The job's name for a sentence, "Unnamed" when it has none. */
export function useJobName(job: Job): string {
  const { t } = useTranslation('avatars')
  const name = jobName(job)
  return name === '' ? t('job.unnamed') : name
}

/** A command on a job; what it answers is shown at once, in case the event about it is still on its way. */
export function useJobCommand<Input>(command: (input: Input) => Promise<Job | null>, onDone: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: command,
    onSuccess: async (job) => {
      if (job !== null) client.setQueryData(queries.job(job.id).queryKey, job)
      await client.invalidateQueries({ queryKey: ['job.index'] })
      onDone()
    },
  })
}
