import { useTranslation } from 'react-i18next'
import type { Job } from '../../../../shared/schemas/avatar.ts'
import { jsonOf, useCopyItems } from '../../../state/use-copy-items.tsx'
import type { MenuItem } from '../../../ui/menu-popup.tsx'

/** What of a job is wanted elsewhere: its ids, and all that is known of it. */
export function useJobMenu(job: Job): () => readonly MenuItem[] {
  const { t } = useTranslation('avatars')
  const copy = useCopyItems()
  const conversationId = job.result?.conversationId ?? null
  return () => [
    ...(conversationId === null ? [] : [copy.value(t('job.copy.conversation'), conversationId)]),
    ...(job.taskId === null ? [] : [copy.value(t('job.copy.task'), job.taskId)]),
    copy.json(jsonOf(job)),
  ]
}
