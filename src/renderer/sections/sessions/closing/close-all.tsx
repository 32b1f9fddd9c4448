import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Application } from '../../../../shared/schemas/profile.ts'
import type { CloseAllTicket } from '../../../../shared/schemas/session.ts'
import { failureOf } from '../../../api/call.ts'
import { read } from '../../../api/queries.ts'
import { useCommand } from '../../../api/use-command.ts'
import { ErrorNotice } from '../../../failures/error-notice.tsx'
import { Button } from '../../../ui/button.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { CloseAllDialog } from './close-all-dialog.tsx'
import styles from './closing.module.css'

export interface CloseAllProps {
  readonly application: Application
}

/** The way to cut every call of an application: a place of its own, and one deliberate confirmation. */
export function CloseAll({ application }: CloseAllProps) {
  const { t } = useTranslation('closing')
  const [opened, setOpened] = useState<CloseAllTicket | null>(null)
  const open = useCommand('session.openCloseAll')
  const close = useCommand('session.closeAll', {
    onEnd: () => {
      setOpened(null)
    },
  })
  const newest = useQuery(read('session.closeAllResults', { appId: application.appId })).data?.[0]
  // A failed close that was sent is stored, and shown there with the counts seen since.
  const isSaved = newest !== undefined && newest.failure !== null && newest.sentAt >= close.startedAt
  return (
    <Panel tone="danger">
      <div className={styles.row}>
        <div>
          <h2>{t('all.title')}</h2>
          <p>{t('all.hint')}</p>
        </div>
        <Button
          tone="danger"
          busy={open.isPending}
          onClick={() => {
            close.reset()
            if (!open.isPending) open.mutate({ appId: application.appId }, setOpened)
          }}
        >
          {t('all.action')}
        </Button>
      </div>
      <div className={styles.told}>
        {close.error !== null && !isSaved && (
          <ErrorNotice failure={failureOf(close.error)} about={t('all.failed')} live="status" />
        )}
        {open.error !== null && (
          <ErrorNotice failure={failureOf(open.error)} about={t('all.openFailed')} live="status" />
        )}
      </div>
      {opened !== null && (
        <CloseAllDialog
          key={opened.ticket}
          opened={opened}
          isClosing={close.isPending}
          onCancel={() => {
            setOpened(null)
          }}
          onClose={(ticket, typedAppId) => {
            if (!close.isPending) close.mutate({ ticket: ticket.ticket, typedAppId })
          }}
        />
      )}
    </Panel>
  )
}
