import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { read } from '../../../api/queries.ts'
import { useIsReadOnly } from '../../../api/use-app-state.ts'
import { useCommand } from '../../../api/use-command.ts'
import { ErrorNotice } from '../../../failures/error-notice.tsx'
import { QueryFailure } from '../../../failures/query-failure.tsx'
import { useFormat } from '../../../i18n/use-format.ts'
import { Button } from '../../../ui/button.tsx'
import { Text } from '../../../ui/layout.tsx'
import { StatusLine } from '../../../ui/status-line.tsx'
import styles from './queue.module.css'

function ResumeButton() {
  const { t } = useTranslation('avatars')
  const { mutate, isPending, error } = useCommand('queue.resume')
  return (
    <>
      <Button
        busy={isPending}
        onClick={() => {
          mutate({})
        }}
      >
        {t('queue.resumeHeld')}
      </Button>
      <ErrorNotice error={error} />
    </>
  )
}

/** Why nothing is being sent: held after a failure that sent nothing, or paused by the operator. */
export function QueueBanner() {
  const { t } = useTranslation('avatars')
  const format = useFormat()
  const isReadOnly = useIsReadOnly()
  const state = useQuery(read('queue.read', {}))
  if (state.isError) {
    return (
      <div className={styles.line}>
        <QueryFailure query={state} />
      </div>
    )
  }
  if (state.data === undefined) return null
  const { held, paused } = state.data
  if (held === null && !paused) return null
  return (
    <div className={styles.line} role="group" aria-label={t(held === null ? 'queue.pausedTitle' : 'queue.heldTitle')}>
      {held !== null && (
        <>
          <ErrorNotice
            failure={held.failure}
            about={t('queue.heldSince', { time: format.time(held.since) })}
            action={isReadOnly ? undefined : <ResumeButton />}
            live="none"
          />
          <Text as="p" tone="soft">
            {t('queue.heldWords')}
          </Text>
        </>
      )}
      {paused && (
        <StatusLine tone="info">
          <b>{t('queue.pausedTitle')}.</b> {t('queue.pausedWords')}
        </StatusLine>
      )}
    </div>
  )
}
