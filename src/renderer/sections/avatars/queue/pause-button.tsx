import { useQuery } from '@tanstack/react-query'
import { Pause, Play } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { read } from '../../../api/queries.ts'
import { useIsReadOnly } from '../../../api/use-app-state.ts'
import { useCommand } from '../../../api/use-command.ts'
import { ErrorNotice } from '../../../failures/error-notice.tsx'
import { Button } from '../../../ui/button.tsx'

/** Holds what waits in the queue, and lets it go on. */
export function PauseButton() {
  const { t } = useTranslation('avatars')
  const isPaused = useQuery(read('queue.read', {})).data?.paused ?? false
  const { mutate, isPending, error } = useCommand('queue.setPaused')
  const isReadOnly = useIsReadOnly()
  // Letting the queue go on would send.
  if (isReadOnly && isPaused) return null
  return (
    <>
      <ErrorNotice error={error} />
      <Button
        icon={isPaused ? <Play aria-hidden /> : <Pause aria-hidden />}
        aria-label={t(isPaused ? 'queue.resumeName' : 'queue.pauseName')}
        busy={isPending}
        onClick={() => {
          mutate({ paused: !isPaused })
        }}
      >
        {isPaused ? t('queue.resume') : t('queue.pause')}
      </Button>
    </>
  )
}
