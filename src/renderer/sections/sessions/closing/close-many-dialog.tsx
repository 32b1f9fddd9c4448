import { useTranslation } from 'react-i18next'
import { limits } from '../../../../shared/model/limits.ts'
import type { NamedSession } from '../../../../shared/schemas/session.ts'
import { VirtualList } from '../../../ui/virtual-list.tsx'
import { useFormat } from '../../../i18n/use-format.ts'
import styles from './closing.module.css'
import { ConfirmCloseDialog } from './confirm-close-dialog.tsx'
import { ApplicationName, SeenSince } from './named-session.tsx'
import type { CloseMany } from './use-close-many.ts'

export interface CloseManyDialogProps {
  readonly closing: CloseMany
  /** The suggestion of a rule that it is about. */
  readonly suggestionId: string | null
}

const estimatedHeight = 44

function Named({ session }: { readonly session: NamedSession }) {
  return (
    <p className={styles.named}>
      <code>{session.sessionId}</code>
      {session.label !== '' && <b>{session.label}</b>}
      <small>
        <ApplicationName session={session} /> · <SeenSince session={session} />
      </small>
    </p>
  )
}

/** The confirmation of closing several sessions, while it is open: names every one with its application and age. */
export function CloseManyDialog({ closing, suggestionId }: CloseManyDialogProps) {
  const { t } = useTranslation('closing')
  const format = useFormat()
  const { ticket } = closing
  if (ticket === null) return null
  const { sessions } = ticket
  return (
    <ConfirmCloseDialog
      key={ticket.ticket}
      title={t('many.title')}
      actionLabel={t('many.action', { count: sessions.length })}
      mustType={ticket.mustType}
      expiresAt={ticket.expiresAt}
      size="wide"
      isOpening={closing.isAsking}
      isClosing={closing.isClosing}
      onCancel={closing.cancel}
      onOpenAgain={() => closing.ask({ sessionIds: sessions.map(({ sessionId }) => sessionId), suggestionId })}
      onConfirm={closing.confirm}
    >
      <p>{t('many.ask', { count: sessions.length })}</p>
      {closing.isTruncated && (
        <p className={styles.old}>{t('many.limit', { limit: format.number(limits.closedAtOnce) })}</p>
      )}
      <VirtualList
        label={t('many.sessions')}
        items={sessions}
        keyOf={({ sessionId }) => sessionId}
        estimatedHeight={estimatedHeight}
      >
        {(session) => <Named session={session} />}
      </VirtualList>
    </ConfirmCloseDialog>
  )
}
