import { useTranslation } from 'react-i18next'
import { DescriptionList } from '../../../ui/description-list.tsx'
import { ConfirmCloseDialog } from './confirm-close-dialog.tsx'
import { ApplicationName, SeenAge } from './named-session.tsx'
import type { CloseSession } from './use-close-session.ts'

export interface CloseSessionDialogProps {
  readonly closing: CloseSession
}

/** The light confirmation of closing one session, while it is open: names its id, application and age. */
export function CloseSessionDialog({ closing }: CloseSessionDialogProps) {
  const { t } = useTranslation('closing')
  const { ticket } = closing
  if (ticket === null) return null
  return (
    <ConfirmCloseDialog
      key={ticket.ticket}
      title={t('one.action')}
      actionLabel={t('one.action')}
      mustType={ticket.mustType}
      {...(ticket.mustType === ticket.sessionId ? {} : { orWhole: ticket.sessionId })}
      expiresAt={ticket.expiresAt}
      isOpening={closing.isAsking}
      isClosing={closing.isClosing}
      onCancel={closing.cancel}
      onOpenAgain={() => closing.ask(ticket)}
      onConfirm={closing.confirm}
    >
      <p>{t('one.ask')}</p>
      <DescriptionList
        framed
        items={[
          { label: t('sessionId'), value: <code>{ticket.sessionId}</code> },
          ...(ticket.label === '' ? [] : [{ label: t('label'), value: ticket.label }]),
          { label: t('application'), value: <ApplicationName session={ticket} /> },
          { label: t('seen'), value: <SeenAge session={ticket} /> },
        ]}
      />
    </ConfirmCloseDialog>
  )
}
