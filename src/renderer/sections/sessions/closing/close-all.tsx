import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ProfileId } from '../../../../shared/ids.ts'
import type { Application, ProfileView } from '../../../../shared/schemas/profile.ts'
import type { CloseAllTicket } from '../../../../shared/schemas/session.ts'
import { read } from '../../../api/queries.ts'
import { useCommand } from '../../../api/use-command.ts'
import { ErrorNotice } from '../../../failures/error-notice.tsx'
import { consumeCloseAll, useCloseAllAsked } from '../../../state/navigation-store.ts'
import { showSessionsTab } from '../../../state/sessions-tab-store.ts'
import { Button } from '../../../ui/button.tsx'
import { CloseAllDialog } from './close-all-dialog.tsx'

export interface CloseAllProps {
  readonly view: ProfileView
  readonly application: Application
}

interface Opened {
  readonly profileId: ProfileId
  readonly ticket: CloseAllTicket
}

/** The open confirmation; one of another application or profile is dropped, not kept for when that is shown again. */
function useOpened({ view, application: { appId } }: CloseAllProps) {
  const { id: profileId } = view.profile
  const [opened, setOpened] = useState<Opened | null>(null)
  const isOther = opened !== null && (opened.profileId !== profileId || opened.ticket.appId !== appId)
  if (isOther) setOpened(null)
  return {
    ticket: isOther ? null : (opened?.ticket ?? null),
    open: (ticket: CloseAllTicket): void => setOpened({ profileId, ticket }),
    close: (): void => setOpened(null),
  }
}

/** A failed close that was sent is stored, and shown in the result bar with the counts seen since. */
function useIsSaved({ application: { appId } }: CloseAllProps, startedAt: number): boolean {
  const newest = useQuery(read('session.closeAllResults', { appId })).data?.[0]
  return newest !== undefined && newest.failure !== null && newest.sentAt >= startedAt
}

/** Presses the button when that was asked for from elsewhere, once. */
function useAsked({ view, application: { appId } }: CloseAllProps, press: () => void): void {
  const isAsked = useCloseAllAsked() === appId
  const pressOnce = useEffectEvent(() => {
    if (consumeCloseAll() && view.profile.protection !== 'read-only') press()
  })
  useEffect(() => {
    if (isAsked) pressOnce()
  }, [isAsked])
}

/** Cutting every call of an application: its button, its one deliberate confirmation, and why it could not be sent. */
export function useCloseAll(props: CloseAllProps) {
  const { t } = useTranslation('closing')
  const { appId } = props.application
  const confirmation = useOpened(props)
  const open = useCommand('session.openCloseAll')
  const close = useCommand('session.closeAll', {
    onEnd: () => {
      confirmation.close()
      // What becomes of it is shown there.
      showSessionsTab('live')
    },
  })
  const isSaved = useIsSaved(props, close.startedAt)
  // Of the application that is shown: the last one asked for.
  const error = open.input?.appId === appId ? (open.error ?? (isSaved ? null : close.error)) : null
  const press = (): void => {
    close.reset()
    if (!open.isPending) open.mutate({ appId }, confirmation.open)
  }
  useAsked(props, press)
  return {
    button: (
      <Button tone="danger" busy={open.isPending} onClick={press}>
        {t('all.action')}
      </Button>
    ),
    error: <ErrorNotice error={error} about={t(error === open.error ? 'all.openFailed' : 'all.failed')} />,
    dialog: confirmation.ticket !== null && (
      <CloseAllDialog
        key={confirmation.ticket.ticket}
        opened={confirmation.ticket}
        isClosing={close.isPending}
        onCancel={confirmation.close}
        onClose={({ ticket }, typedAppId) => {
          if (!close.isPending) close.mutate({ ticket, typedAppId })
        }}
      />
    ),
  }
}
