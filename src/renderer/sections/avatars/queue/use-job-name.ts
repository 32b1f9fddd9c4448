import { useTranslation } from 'react-i18next'
import { jobName } from '../../../../shared/model/job-name.ts'
import type { Job } from '../../../../shared/schemas/avatar.ts'

/** The job's name for a sentence, "Unnamed" when it has none; "" for a job that is not known yet. */
export function useJobName(job: Job | null): string {
  const { t } = useTranslation('avatars')
  if (job === null) return ''
  const name = jobName(job)
  return name === '' ? t('job.unnamed') : name
}
